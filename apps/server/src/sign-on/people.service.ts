import { providerName } from '@recoup/contract/sign-on/settings';
import { emailDomain } from '@recoup/contract/core/email-field';
import { getAccount } from '../account/own-account.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import { endSessions, hashToken, newToken } from '../account/session/sessions.service.ts';
import type { AuditContext, FirmScope } from '../platform/core/actor.ts';
import { conflict, fieldConflict } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  deleteIdentityRow,
  findExternalId,
  findPasswordUntil,
  findUserByExternalId,
  listIdentityRows,
  savePersonRow,
} from './identities.repository.ts';
import { findSignOn } from './sign-ons.repository.ts';

export { movePasswordAdmin } from './sign-ons.repository.ts';

/** Throws `conflict` for the one whose password opens the account while the provider fails. */
export async function requireNoPasswordAdmin(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<void> {
  if ((await findSignOn(db, firm))?.passwordAdmin !== userId) return;
  throw conflict(
    'This firm admin may sign in with a password while the provider fails. ' +
      'Name another one in Settings: Sign-in first.',
  );
}

type Links = { userId: string; firm: FirmScope; subject?: string };

/**
 * Removes the person's accounts of providers, or the one with the subject, ends the sessions and
 * tells the owner. The next single sign-on may link another account. Returns their subjects.
 */
export async function removeIdentities(
  trx: Trx,
  by: AuditContext,
  { userId, firm, subject }: Links,
): Promise<string[]> {
  const all = await listIdentityRows(trx, firm, userId);
  const removed = all.filter((each) => subject === undefined || each.subject === subject);
  if (removed.length === 0) return [];
  for (const { id } of removed) await deleteIdentityRow(trx, firm, { id, userId });
  await endSessions(trx, userId, { now: by.now });
  const { firmId } = firm;
  await recordAudit(trx, by, { action: 'user.identity-removed', subjectId: userId, firmId });
  await queueNotice(trx, await getAccount(trx, userId), {
    notice: 'identityRemoved',
    now: by.now,
  });
  return removed.map((each) => each.subject);
}

/**
 * Whether the person signs in at the firm's provider, and needs no password. The operator allows a
 * password where the provider fails, so on that day the person needs one.
 */
export async function signsInAtProvider(
  db: Db,
  firm: FirmScope,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const signOn = await findSignOn(db, firm);
  if (signOn === undefined || signOn.domains.length === 0) return false;
  const until = await findPasswordUntil(db, firm, userId);
  if (until !== null && until > now) return false;
  const own = await listIdentityRows(db, firm, userId);
  return own.some(({ issuer }) => issuer === signOn.issuer);
}

type DirectoryId = { userId: string; firm: FirmScope; externalId: string | null };

/**
 * The person's id in the firm's directory, with which the first single sign-on links the account.
 * An account that had the id before signs in no more. Throws `conflict` for one of another person.
 */
export async function changeExternalId(
  trx: Trx,
  by: AuditContext,
  { userId, firm, externalId }: DirectoryId,
): Promise<void> {
  const before = await findExternalId(trx, firm, userId);
  if (before === externalId) return;
  if (externalId !== null && (await findUserByExternalId(trx, firm, externalId)) !== undefined)
    throw fieldConflict('externalId', 'This externalId belongs to another person of the firm.');
  await savePersonRow(trx, firm, { userId, externalId });
  const details = { externalId: [before, externalId] };
  const { firmId } = firm;
  await recordAudit(trx, by, { action: 'user.updated', subjectId: userId, firmId, details });
  if (before !== null) await removeIdentities(trx, by, { userId, firm, subject: before });
}

/** Or the directory's id would link the account again that was removed. */
export async function endExternalId(
  trx: Trx,
  by: AuditContext,
  { userId, firm, subjects }: { userId: string; firm: FirmScope; subjects: readonly string[] },
): Promise<void> {
  const externalId = await findExternalId(trx, firm, userId);
  if (externalId === null || !subjects.includes(externalId)) return;
  await changeExternalId(trx, by, { userId, firm, externalId: null });
}

/**
 * The secret of an invitation, which links the account that signs in with it. Undefined where no
 * provider serves the email's domain.
 */
export async function createInvitationSecret(
  trx: Trx,
  { userId, email, firm }: { userId: string; email: string; firm: FirmScope },
): Promise<{ secret: string; provider: string } | undefined> {
  const signOn = await findSignOn(trx, firm);
  if (!signOn?.domains.includes(emailDomain(email))) return undefined;
  const secret = newToken();
  await savePersonRow(trx, firm, { userId, invitationHash: hashToken(secret) });
  return { secret, provider: providerName(signOn.issuer) };
}

/** An invitation that went to an earlier email links nobody any more. */
export async function endInvitation(trx: Trx, firm: FirmScope, userId: string): Promise<void> {
  await savePersonRow(trx, firm, { userId, invitationHash: null });
}
