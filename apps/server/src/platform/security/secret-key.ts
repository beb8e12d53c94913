import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../database/connections.ts';
import { getSharedKey } from './secret-key.repository.ts';

/** What a key is for: each purpose has a key of its own, derived from the one of the installation. */
type Purpose = 'one-time codes';
export type SecretKeys = (purpose: Purpose) => Promise<Buffer>;

/** The installation's key: the setting, or a file in the data folder of the embedded database, made once. Undefined with a database elsewhere and no setting. */
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Node's own errors carry a code
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(
      `The secret key in ${file} has fewer than 32 characters. Restore the file, or delete it: then a new key is made.`,
    );
  return key;
}

/** Keys by purpose. Without a key of the installation all processes share a random one, which the database keeps. */
export function createSecretKeys(db: Db, secretKey: string | undefined): SecretKeys {
  const derived = new Map<Purpose, Buffer>();
  return async (purpose) => {
    const known = derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(
      hkdfSync(
        'sha256',
        secretKey ?? (await getSharedKey(db, randomBytes(32))),
        '',
        `recoup ${purpose}`,
        32,
      ),
    );
    derived.set(purpose, key);
    return key;
  };
}
