import { conflict } from '../platform/core/app-error.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { openSecret, sealSecret } from '../platform/security/sealing.ts';
import { deriveKey } from '../platform/security/secret-key.ts';
import { type SealedSecret, sampleSealedSecret } from './factors.repository.ts';
import { findRelyingParty } from './passkeys.ts';

type Owner = { userId: string; id: string };

/** Encrypts the secrets of apps with a key that the database does not have. */
export type Vault = {
  /** Throws `conflict` without a key, or with another one than that of earlier secrets. */
  seal(owner: Owner, secret: string): Promise<Buffer>;
  open(sealed: SealedSecret): string;
};

const howToRestore =
  'Set RECOUP_SECRET_KEY to the key of before, ' +
  'or restore the file secret-key of the data folder. ' +
  'If it is lost, run npm run user -- reset-factor EMAIL for each of them: ' +
  'they add a second factor again.';

/** `db` reads all firms. */
export function createVault(db: Db, secretKey: string | undefined): Vault {
  const key = secretKey === undefined ? undefined : deriveKey(secretKey, 'second factors');
  return {
    async seal(owner, secret) {
      if (key === undefined) throw conflict(missingKey);
      if (!isRightKey(key, await sampleSealedSecret(db))) throw conflict(wrongKey);
      return sealSecret(key, [owner.userId, owner.id], secret);
    },
    open(sealed) {
      const secret = key && open(key, sealed);
      if (secret === undefined)
        throw new Error(`the secret of the second factor ${sealed.id} does not open: another key`);
      return secret;
    },
  };
}

const missingKey =
  'This installation cannot keep the secrets of apps yet: ' +
  'please ask the operator to set RECOUP_SECRET_KEY.';
const wrongKey =
  'This server has another secret key than the one of earlier second factors: ' +
  'please ask the operator to set RECOUP_SECRET_KEY to that one.';

/** At the start: a sealed secret is its own check of the key. Throws StartupError. */
export async function requireFactorKey(db: Db, secretKey: string | undefined): Promise<void> {
  const sample = await sampleSealedSecret(db);
  if (!sample) return;
  const key = secretKey === undefined ? undefined : deriveKey(secretKey, 'second factors');
  if (key !== undefined && isRightKey(key, sample)) return;
  const people = `${sample.people} ${sample.people === 1 ? 'person has' : 'people have'}`;
  const more = sample.people > sample.emails.length ? ' …' : '';
  const reason = key === undefined ? 'is missing' : 'is another one';
  throw new StartupError(
    `${people} a second factor whose secret is encrypted, ` +
      `and the secret key of this installation ${reason}. ${howToRestore} ` +
      `They are: ${sample.emails.join(', ')}${more}`,
  );
}

/** Without a key there are no apps, and without https or localhost no passkeys. */
export function areFactorsPossible(of: {
  secretKey?: string | undefined;
  publicUrl: string;
}): boolean {
  return of.secretKey !== undefined || findRelyingParty(of.publicUrl) !== undefined;
}

type Installation = {
  secretKey: string | undefined;
  publicUrl: string;
  systemAdminFactorFrom: string | undefined;
};

/** A policy that no user can meet would lock the system admins out. Throws StartupError. */
export function requireFactorsPossible(of: Installation): void {
  if (of.systemAdminFactorFrom === undefined || areFactorsPossible(of)) return;
  throw new StartupError(
    'RECOUP_SYSTEM_ADMIN_FACTOR_FROM requires a second factor that nobody can add: apps need ' +
      'RECOUP_SECRET_KEY, and passkeys a RECOUP_PUBLIC_URL with https.',
  );
}

function isRightKey(key: Buffer, sample: SealedSecret | undefined): boolean {
  return sample === undefined || open(key, sample) !== undefined;
}

function open(key: Buffer, { userId, id, sealedSecret }: SealedSecret): string | undefined {
  return openSecret(key, [userId, id], sealedSecret);
}
