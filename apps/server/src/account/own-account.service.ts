import type { AuditContext } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { type Notice, noticeSms, queueNotice } from './security-notices.service.ts';
import {
  type Account,
  findAccount,
  lockActiveUser,
  updatePassword,
} from './session/accounts.repository.ts';
import { type Client, findPlace, rememberPlace } from './session/known-places.service.ts';

/** The token of the device, known from now on, and the SMS to the owner. */
export type OwnerNotice = { device: string; sms: SmsToOwner };

/** Throws `not_found` for another user's id too. */
export async function getOwnAccount(
  db: Db,
  { actor }: AuditContext,
  userId: string,
): Promise<Account> {
  const account = actor.userId === userId ? await findAccount(db, { userId }) : undefined;
  if (!account) throw new AppError('not_found');
  return account;
}

/** In any status; undefined for an unknown id. */
export async function findUserAccount(db: Db, userId: string): Promise<Account | undefined> {
  return findAccount(db, { userId });
}

/** In any status. Throws `not_found`. */
export async function getAccount(db: Db, userId: string): Promise<Account> {
  const account = await findAccount(db, { userId });
  if (!account) throw new AppError('not_found');
  return account;
}

/** Throws `changed_meanwhile` for a user who is blocked or has another password by now. */
export async function lockOwner(trx: Trx, { userId, passwordHash }: Account): Promise<void> {
  if ((await lockActiveUser(trx, userId, passwordHash)) === undefined)
    throw new AppError('changed_meanwhile');
}

export async function savePassword(
  trx: Trx,
  by: AuditContext,
  change: { account: Account; passwordHash: string; notice: Notice },
): Promise<void> {
  const { account, passwordHash, notice } = change;
  await updatePassword(trx, account.userId, passwordHash);
  const action = notice === 'passwordReset' ? 'user.password-reset' : 'user.password-changed';
  await recordAudit(trx, by, { action, subjectId: account.userId });
  await queueNotice(trx, account, { notice, now: by.now });
}

/** Remembers the owner's place: the known ones ended with the sessions. */
export async function notifyOwner(
  db: Db,
  by: Client,
  { account, notice }: { account: Account; notice: Notice },
): Promise<OwnerNotice> {
  const device = await rememberOwnPlace(db, by, account.userId);
  return { device, sms: smsToOwner(account, notice) };
}

/** Returns the token of the device. */
export async function rememberOwnPlace(db: Db, by: Client, userId: string): Promise<string> {
  return rememberPlace(db, by, { userId, place: await findPlace(db, by, userId) });
}

export function smsToOwner({ cell: to, userId, firmId }: Account, notice: Notice): SmsToOwner {
  return { to, text: noticeSms(notice), userId, firmId, isStrangers: false };
}
