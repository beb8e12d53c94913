import { createHash, randomBytes } from 'node:crypto';
import { secondFactorRules } from '@recoup/contract/second-factor/endpoints';
import { type Command, getAccountByEmail, recordCommand } from '../account/operator.service.ts';
import { getAccount, smsToOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import type { Actor, AuditContext } from '../platform/core/actor.ts';
import { conflict } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { SmsToOwner } from '../sms/sms.service.ts';
import { lockManagedUser } from '../users/managed-users.service.ts';
import { deleteFactors, deleteRecoveryCodes } from './factors.repository.ts';

/**
 * Removes all second factors of a user whom the caller manages and who has lost them. The sessions
 * end, and a policy asks for a new one. Returns the SMS to the user.
 * Throws `not_found`, `reauthentication_required`, `invalid_input` for a wrong password,
 * `too_many_requests`, `conflict` for a user without one, and for a caller who has a second factor
 * and did not sign in with it.
 */
export async function resetFactors(
  db: Db,
  by: AuditContext & Client,
  { id, password }: { id: string; password: string | undefined },
): Promise<SmsToOwner> {
  await reauthenticateOwner(db, by, password);
  requireFactorUsed(by.actor);
  return db.transaction().execute(async (trx) => {
    const { firmId } = await lockManagedUser(trx, by, id);
    const account = await getAccount(trx, id);
    const removed = await removeFactors(trx, id);
    if (removed === 0) throw conflict(`${account.name} has no second factor.`);
    await endSessions(trx, id, { now: by.now });
    const details = { factors: removed };
    await recordAudit(trx, by, { action: 'user.factors-reset', subjectId: id, firmId, details });
    await queueNotice(trx, account, { notice: 'factorsReset', now: by.now });
    return smsToOwner(account, 'factorsReset');
  });
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Each has 80 random bits, as four groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: secondFactorRules.recoveryCodes }, () => {
    const groups = base32(randomBytes(10)).match(/.{4}/g) ?? [];
    return groups.join('-');
  });
}

/** Hashes a code with or without hyphens. 80 random bits need no slow hash. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery code ${userId} ${code.replaceAll('-', '')}`)
    .digest();
}

/** RFC 4648, of whole groups of five bytes. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}

/** Returns how many confirmed ones there were. */
async function removeFactors(trx: Trx, userId: string): Promise<number> {
  await deleteRecoveryCodes(trx, userId);
  return deleteFactors(trx, userId);
}

/** For a user without second factors and administrator. Returns the text to print. */
export async function resetFactorsByEmail(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  return db.transaction().execute(async (trx) => {
    const removed = await removeFactors(trx, account.userId);
    if (removed === 0) return `${account.email} has no second factor; nothing was changed.`;
    await endSessions(trx, account.userId, { now });
    await queueNotice(trx, account, { notice: 'factorsReset', now });
    const details = { factors: removed };
    await recordCommand(trx, account, { action: 'user.factors-reset', details, now });
    return (
      `The second factors of ${account.email} are removed, and every session has ended. ` +
      'An email tells the owner.'
    );
  });
}

/** Throws `conflict` for a user who signed in without the second factor that is on. */
export function requireFactorUsed({ secondFactor: { isOn, isUsed } }: Actor): void {
  if (isOn && !isUsed) throw conflict('Sign out, and sign in with your own second factor first.');
}
