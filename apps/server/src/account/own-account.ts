import type { AuditContext } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { type Notice, noticeSms, queueNotice } from './security-notices.ts';
import { type Account, findAccount, updatePassword } from './session/accounts.repository.ts';
import { type Client, findPlace, rememberPlace } from './session/known-places.ts';

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
  const { cell: to, userId, firmId } = account;
  const device = await rememberPlace(db, by, { userId, place: await findPlace(db, by, userId) });
  return { device, sms: { to, text: noticeSms(notice), userId, firmId, isStrangers: false } };
}
