import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../database/connections.ts';
import { getSharedKey, type Purpose } from './secrets.repository.ts';

export type SecretKeys = (purpose: 'one-time codes') => Promise<Buffer>;

/**
 * The setting, or a file in the data folder of the embedded database. Undefined with another
 * database and no setting.
 */
export function readSecretKey(config: {
  secretKey: string | undefined;
  databaseUrl: string | undefined;
  dataDir: string;
}): string | undefined {
  if (config.secretKey !== undefined || config.databaseUrl !== undefined) return config.secretKey;
  const file = join(config.dataDir, 'secret-key');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Node's own errors carry a code.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(
      `The secret key in ${file} has fewer than 32 characters. ` +
        'Restore the file. If it is lost, delete it: then a new key is made, ' +
        'and the apps of second factors must be removed (docs/operation.md).',
    );
  return key;
}

/** 32 bytes of the installation's key, for this purpose alone. */
export function deriveKey(secret: string | Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `recoup ${purpose}`, 32));
}

/** Without a key of the installation, the database keeps a random one for all processes. */
export function createSecretKeys(db: Db, secretKey: string | undefined): SecretKeys {
  const derived = new Map<Purpose, Buffer>();
  return async (purpose) => {
    const known = derived.get(purpose);
    if (known) return known;
    const secret = secretKey ?? (await getSharedKey(db, randomBytes(32)));
    const key = deriveKey(secret, purpose);
    derived.set(purpose, key);
    return key;
  };
}
