import { accountTimes, firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { passwordMessages } from '@recoup/contract/account/password-rules';
import type { AuditContext } from '../platform/core/actor.ts';
import { accountKeyOf } from './sign-in/account-limits.service.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { hours, minutes } from '../platform/core/clock.ts';
import { rejectWeakPassword } from '../platform/security/password-policy.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { consumeLimit } from '../platform/security/rate-limits.repository.ts';
import { hashPassword, shareOfFirm } from '../platform/security/password-hashing.ts';
import { logEvent } from '../platform/security/security-log.ts';
import { endSessions } from './session/sessions.service.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import {
  deleteSession,
  findAccount,
  lockActiveUser,
  type Account,
  updateCell,
  updatePassword,
  upgradeSession,
} from './session/sessions.repository.ts';
import {
  networkQuotaKey,
  clearFailures,
  refundNetworkQuota,
  refundAttempt,
  verifyPasswordThrottled,
} from './sign-in/login-throttling.ts';
import { type Notice, noticeSms, queueNotice } from './security-notices.ts';
import { hasKnownPlace, placeLifetimeMs } from './session/known-places.repository.ts';
import { type Client, findPlace, type Place, rememberPlace } from './session/known-places.ts';
import { createSessionIfUnchanged } from './session/sessions.service.ts';

const wrongOldPassword = 'The old password is not right.';
/** The token of the device that is known from now on, and the SMS that tells the owner. */
export type OwnerNotice = { device: string; sms: SmsToOwner };

const wrongPassword = 'The password is not right.';

/** Whether an initial password or an invitation has had its days; never with an own password. */
export function isFirstSignInExpired(
  { mustChangePassword, invitedAt }: Account,
  now: Date,
): boolean {
  return mustChangePassword && now >= firstSignInEnd(invitedAt);
}

/** The tokens of a new session and of the device. Unknown, blocked, inactive and wrong answer alike and cost alike: `wrong_credentials`. */
export async function logon(
  db: Db,
  asker: Client,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; device: string }> {
  const found = await findAccount(db, { email });
  const known = found?.isActive === true ? found : undefined;
  const place = await findPlace(db, asker, found?.userId);
  const isRight = await verifyPasswordThrottled(db, asker, {
    email,
    password,
    passwordHash: known?.passwordHash,
    place,
  });
  const token =
    isRight && known ? await openIfUnchanged(db, known, { ...asker, place }) : undefined;
  const { address, log } = asker;
  logEvent(log, token === undefined ? 'logon_failed' : 'logon_succeeded', {
    address,
    userId: found?.userId,
  });
  if (token === undefined || !known) throw new AppError('wrong_credentials');
  await refundNetworkQuota(db, asker, place);
  if (place.kind === 'stranger') await notifyOfNewPlace(db, asker, known);
  return { token, device: await rememberPlace(db, asker, { userId: known.userId, place }) };
}

/**
 * Sets a password with the grant of a good OTP, once. Every session, code and grant of the user ends; there is no sign-in. Tells the owner.
 * @throws AppError `not_found` for somebody else's id, `invalid_input` for a weak password, `unauthenticated` for a used grant
 */
export async function resetPassword(
  db: Db,
  by: AuditContext & Client,
  { userId, newPassword }: { userId: string; newPassword: string },
): Promise<OwnerNotice> {
  const person = await getOwnAccount(db, by, userId);
  rejectWeakPassword(newPassword, { field: 'newPassword', person });
  const passwordHash = await hashPassword(newPassword, shareOfFirm(person.firmId, userId));
  await db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId)) === undefined) throw new AppError('unauthenticated');
    if (!(await deleteSession(trx, by.actor.sessionId))) throw new AppError('unauthenticated');
    await endSessions(trx, userId, { now: by.now });
    await savePassword(trx, by, { person, passwordHash, notice: 'passwordReset' });
  });
  await clearFailures(db, by, { email: person.email, place: await findPlace(db, by, undefined) });
  logEvent(by.log, 'password_reset', { address: by.address, userId });
  return notifyOwner(db, by, { person, notice: 'passwordReset' });
}

/**
 * Changes the own password; all other sessions end, and this one is a full one from now on. Tells the owner.
 * @throws AppError `not_found` for somebody else's id, `invalid_input` with the field, `too_many_requests`, `changed_meanwhile`
 */
export async function changePassword(
  db: Db,
  by: AuditContext & Client,
  given: { userId: string; oldPassword: string; newPassword: string },
): Promise<OwnerNotice> {
  const { userId, oldPassword, newPassword } = given;
  const person = await getOwnAccount(db, by, userId);
  rejectWeakPassword(newPassword, { field: 'newPassword', person });
  await requirePassword(db, by, {
    person,
    password: oldPassword,
    field: 'oldPassword',
    message: wrongOldPassword,
  });
  if (oldPassword.normalize('NFC') === newPassword.normalize('NFC'))
    throw invalidField('newPassword', passwordMessages.unchanged);
  const passwordHash = await hashPassword(newPassword, shareOfFirm(person.firmId, userId));
  await db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId, person.passwordHash)) === undefined)
      throw new AppError('changed_meanwhile');
    await endSessions(trx, userId, { now: by.now, except: by.actor.sessionId });
    await upgradeSession(trx, { id: by.actor.sessionId, now: by.now });
    await savePassword(trx, by, { person, passwordHash, notice: 'passwordChanged' });
  });
  logEvent(by.log, 'password_changed', { address: by.address, userId });
  return notifyOwner(db, by, { person, notice: 'passwordChanged' });
}

/**
 * Changes the own cell, to which one-time passwords go. Tells the old number.
 * @throws AppError `not_found` for somebody else's id, `reauthentication_required` when the sign-in is not recent and no password
 * came along, `invalid_input` for a wrong one, `too_many_requests`
 */
export async function changeCell(
  db: Db,
  by: AuditContext & Client,
  given: { userId: string; cell: string; password: string | undefined },
): Promise<OwnerNotice> {
  const { userId, cell, password } = given;
  const person = await getOwnAccount(db, by, userId);
  const isRecent =
    by.now.getTime() - by.actor.authenticatedAt.getTime() <=
    minutes(accountTimes.recentSignInMinutes);
  if (!isRecent && password === undefined) throw new AppError('reauthentication_required');
  if (password !== undefined)
    await requirePassword(db, by, { person, password, field: 'password', message: wrongPassword });
  await db.transaction().execute(async (trx) => {
    if ((await lockActiveUser(trx, userId, person.passwordHash)) === undefined)
      throw new AppError('changed_meanwhile');
    await endSessions(trx, userId, { now: by.now, except: by.actor.sessionId });
    if (password !== undefined) await upgradeSession(trx, { id: by.actor.sessionId, now: by.now });
    await updateCell(trx, userId, cell);
    await recordAudit(trx, by, {
      action: 'user.cell-changed',
      subjectId: userId,
      details: { cell: [person.cell, cell] },
    });
    await queueNotice(trx, person, { notice: 'cellChanged', now: by.now });
  });
  logEvent(by.log, 'cell_changed', { address: by.address, userId });
  return notifyOwner(db, by, { person, notice: 'cellChanged' });
}

/** Answered after the right password alone, which counts as no failure. */
async function firstSignInExpired(
  db: Db,
  asker: Client & { place: Place },
  { userId, cell, firmId }: Account,
): Promise<AppError> {
  await refundAttempt(db, asker, asker.place);
  logEvent(asker.log, 'logon_failed', { address: asker.address, userId });
  const ended = `This initial password has ended after ${firstSignInDays} days.`;
  if (firmId === null)
    return new AppError('first_sign_in_ended', {
      message: `${ended} The operator makes a new one: npm run user -- new-password.`,
    });
  if (!canReceiveSms(cell))
    return new AppError('first_sign_in_ended', {
      message: `${ended} Please ask your firm admin for a new one.`,
    });
  return new AppError('first_sign_in_ended', {
    message: `${ended} Please choose “Forgot password”: a code is sent to your cell.`,
  });
}

/** A block or a new password between the check and this moment wins. */
async function openIfUnchanged(
  db: Db,
  person: Account,
  asker: Client & { place: Place },
): Promise<string | undefined> {
  if (isFirstSignInExpired(person, asker.now)) throw await firstSignInExpired(db, asker, person);
  const { userId, passwordHash, mustChangePassword } = person;
  const kind = mustChangePassword ? 'restricted' : 'full';
  return createSessionIfUnchanged(db, {
    userId,
    kind,
    now: asker.now,
    passwordHash,
    countedKey: networkQuotaKey(asker, asker.place),
  });
}

/** Somebody else's id is answered like a missing one. */
async function getOwnAccount(db: Db, { actor }: AuditContext, userId: string): Promise<Account> {
  const person = actor.userId === userId ? await findAccount(db, { userId }) : undefined;
  if (!person) throw new AppError('not_found');
  return person;
}

/** Counted like a failed sign-in, but not a 401: that would end the session in the page. */
async function requirePassword(
  db: Db,
  by: AuditContext & Client,
  check: { person: Account; password: string; field: string; message: string },
): Promise<void> {
  const { email, passwordHash, userId } = check.person;
  // Of the session itself: a stranger's guesses at the account must not keep its signed-in owner from changing anything.
  const place: Place = { kind: 'session', id: `session ${by.actor.sessionId}` };
  const member = { firmId: check.person.firmId, userId };
  if (
    await verifyPasswordThrottled(db, by, {
      email,
      password: check.password,
      passwordHash,
      place,
      member,
    })
  )
    return;
  logEvent(by.log, 'reauthentication_failed', { address: by.address, userId });
  throw invalidField(check.field, check.message);
}

/** The places known so far have ended with the sessions; this one is the owner's. */
async function notifyOwner(
  db: Db,
  by: Client,
  { person, notice }: { person: Account; notice: Notice },
): Promise<OwnerNotice> {
  const { cell: to, userId, firmId } = person;
  const device = await rememberPlace(db, by, { userId, place: await findPlace(db, by, userId) });
  return { device, sms: { to, text: noticeSms(notice), userId, firmId, isStrangers: false } };
}

/** By mail alone, and not of the first place. The limit keeps a client with many networks from filling the mailbox. */
async function notifyOfNewPlace(db: Db, { now }: Client, person: Account): Promise<void> {
  if (
    !(await hasKnownPlace(db, {
      userId: person.userId,
      since: new Date(now.getTime() - placeLifetimeMs),
    }))
  )
    return;
  const key = `account:${accountKeyOf(person.email)}:new-places`;
  if ((await consumeLimit(db, { key, max: 6, windowMs: hours(24), now })) > 0) return;
  await db
    .transaction()
    .execute(async (trx) => queueNotice(trx, person, { notice: 'newPlace', now }));
}

async function savePassword(
  trx: Trx,
  by: AuditContext,
  change: { person: Account; passwordHash: string; notice: Notice },
): Promise<void> {
  const { person, passwordHash, notice } = change;
  await updatePassword(trx, person.userId, passwordHash);
  const action = notice === 'passwordReset' ? 'user.password-reset' : 'user.password-changed';
  await recordAudit(trx, by, { action, subjectId: person.userId });
  await queueNotice(trx, person, { notice, now: by.now });
}

function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}
