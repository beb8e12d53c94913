import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';

export type Keys = { private: string; public: string };

/** Of some 300 keys of Ed25519 that ssh2 makes, it cannot read one itself. */
export function newHostKeys(bits: 256 | 384 | 521 = 256): Keys {
  return ssh2.utils.generateKeyPairSync('ecdsa', { bits });
}

/** As OpenSSH shows a key. */
export function fingerprint(publicKey: string): string {
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`;
}
