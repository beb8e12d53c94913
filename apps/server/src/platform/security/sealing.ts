import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { conflict } from '../core/app-error.ts';
import { deriveKey } from './secret-key.ts';
import type { Purpose } from './secrets.repository.ts';

/** Ids of the owner and of the record with the secret, which opens for no other. */
type Owner = readonly [of: string, id: string];

const [ivBytes, tagBytes] = [12, 16];

export type Sealer = {
  /** Throws `conflict` where the installation has no key outside of the database. */
  seal(owner: Owner, secret: string): Buffer;
  /** Undefined for what another key has sealed, and without a key. */
  open(owner: Owner, sealed: Buffer): string | undefined;
};

/** Encrypts the secrets of one purpose with a key that the database does not have. */
export function createSealer(secretKey: string | undefined, purpose: Purpose): Sealer {
  const key = secretKey === undefined ? undefined : deriveKey(secretKey, purpose);
  return {
    seal(owner, secret) {
      if (key === undefined) throw conflict(missingKey);
      return sealSecret(key, owner, secret);
    },
    open: (owner, sealed) => key && openSecret(key, owner, sealed),
  };
}

const missingKey =
  'This installation cannot keep secrets yet: ' +
  'please ask the operator to set RECOUP_SECRET_KEY.';

/** AES-256-GCM: a random nonce, the tag, and the secret. */
export function sealSecret(key: Buffer, owner: Owner, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Undefined with another key or owner, or after a change of any byte. */
export function openSecret(key: Buffer, owner: Owner, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      .setAAD(associatedData(owner))
      .setAuthTag(tag);
    const secret = cipher.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([secret, cipher.final()]).toString('utf8');
  } catch {
    // Node says no more than that it cannot authenticate the data.
    return undefined;
  }
}

function associatedData(owner: Owner): Buffer {
  return Buffer.from(owner.join(' '));
}
