import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Of which user and factor a secret is: it opens for no other. */
type Owner = { userId: string; id: string };

const [ivBytes, tagBytes] = [12, 16];

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

function associatedData({ userId, id }: Owner): Buffer {
  return Buffer.from(`${userId} ${id}`);
}
