import { AppError, conflict } from '../platform/core/app-error.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import type { Db } from '../platform/database/connections.ts';
import type { LostSecrets } from '../platform/security/lost-secrets.ts';
import { openSecret, sealSecret } from '../platform/security/sealing.ts';
import { deriveKey } from '../platform/security/secret-key.ts';
import { type SealedSecret, sampleSealedSecret } from './factors.repository.ts';
import { findRelyingParty } from './passkeys.ts';

type Owner = { userId: string; id: string };

/** Encrypts the secrets of apps with a key that the database does not have. */
export type Vault = {
  /** Throws `conflict` without a key, or with another one than that of earlier secrets. */
  seal(owner: Owner, secret: string): Promise<Buffer>;
  /** Undefined for a secret that another key has sealed. */
  open(sealed: SealedSecret): string | undefined;
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
    open: (sealed) => key && open(key, sealed),
  };
}

const missingKey =
  'This installation cannot keep the secrets of apps yet: ' +
  'please ask the operator to set RECOUP_SECRET_KEY.';
const wrongKey =
  'This server has another secret key than the one of earlier second factors: ' +
  'please ask the operator to set RECOUP_SECRET_KEY to that one.';

/** The error for an app that the key of the server does not open. */
export function unreadableFactor(): AppError {
  return new AppError('wrong_code', {
    message:
      'The server cannot read your authenticator app: its secret key is another one. ' +
      'Use a recovery code, or ask your administrator to reset your second factor.',
  });
}

const maxNamed = 20;

/** At the start: a sealed secret is its own check of the key. Throws StartupError. */
export function requireFactorKey({ people }: LostSecrets, secretKey: string | undefined): void {
  if (people.length === 0) return;
  const count = `${people.length} ${people.length === 1 ? 'person has' : 'people have'}`;
  const more = people.length > maxNamed ? ' …' : '';
  const reason = secretKey === undefined ? 'is missing' : 'is another one';
  throw new StartupError(
    `${count} a second factor whose secret is encrypted, ` +
      `and the secret key of this installation ${reason}. ${howToRestore} ` +
      `They are: ${people.slice(0, maxNamed).join(', ')}${more}`,
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
