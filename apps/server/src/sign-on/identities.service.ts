import type { Identity } from '@recoup/contract/sign-on/endpoints';
import { providerName } from '@recoup/contract/sign-on/settings';
import { firstSignInDays } from '@recoup/contract/account/rules';
import { newId } from '@recoup/contract/core/ids';
import type { SignOnFailure } from '@recoup/contract/sign-on/failures';
import { findUserAccount, getOwnAccount, lockOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import { opensByPassword, usablePasswordHash } from '../account/session/password-rights.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { AppError, conflict } from '../platform/core/app-error.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { insertAudit, recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  deleteIdentityRow,
  lockIdentity,
  findInvitedUser,
  findUserByEmail,
  findUserByExternalId,
  type IdentityRow,
  insertIdentity,
  listIdentityRows,
  savePersonRow,
} from './identities.repository.ts';
import type { Flow } from './flows.repository.ts';
import type { Claims } from './provider.ts';
import { findSignOn, type SignOn } from './sign-ons.repository.ts';

type OwnIdentities = {
  data: Identity[];
  count: number;
  provider: string | null;
  opensByPassword: boolean;
};

/** The caller's accounts of providers, and what the firm offers. */
export async function listOwnIdentities(db: Db, actor: Actor, now: Date): Promise<OwnIdentities> {
  const firm = requireFirmScope(actor);
  const rows = await listIdentityRows(db, firm, actor.userId);
  const [signOn, account] = [await findSignOn(db, firm), await findUserAccount(db, actor.userId)];
  const data = rows.map(({ id, issuer, createdAt, usedAt }) => ({
    _id: id,
    issuer,
    provider: providerName(issuer),
    createdAt: createdAt.toISOString(),
    lastUsedAt: usedAt?.toISOString() ?? null,
  }));
  return {
    data,
    count: data.length,
    provider: signOn === undefined ? null : providerName(signOn.issuer),
    opensByPassword:
      account !== undefined && account.passwordHash !== null && opensByPassword(account, now),
  };
}

/**
 * Removes an own account of a provider and ends the other sessions. Throws `not_found`,
 * `reauthentication_required`, `conflict` for the only way in, `changed_meanwhile`.
 */
export async function deleteIdentity(
  db: Db,
  by: AuditContext & Client,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const account = await reauthenticateOwner(db, by, password);
  const { userId } = account;
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    const own = await listIdentityRows(trx, firm, userId);
    const issuer = (await findSignOn(trx, firm))?.issuer;
    const working = own.filter((each) => each.issuer === issuer);
    const isOnly = working.length === 1 && working[0]?.id === id;
    if (isOnly && usablePasswordHash(account, by.now) === null)
      throw conflict('This is the only way in which you sign in. Choose a password first.');
    if (!(await deleteIdentityRow(trx, firm, { id, userId }))) throw new AppError('not_found');
    await endSessions(trx, userId, { now: by.now, except: by.actor.sessionId });
    await recordAudit(trx, by, { action: 'user.identity-removed', subjectId: userId });
    await queueNotice(trx, account, { notice: 'identityRemoved', now: by.now });
  });
}

/** Throws `reauthentication_required`, `conflict` for a second account of the provider. */
export async function requireMayLink(
  db: Db,
  by: AuditContext & Client,
  { issuer, password }: { issuer: string; password: string | undefined },
): Promise<void> {
  const { userId } = await reauthenticateOwner(db, by, password);
  const own = await listIdentityRows(db, requireFirmScope(by.actor), userId);
  if (own.some((each) => each.issuer === issuer))
    throw conflict('You are linked with an account of this provider. Remove that link first.');
}

/** Throws `not_found` without an account of the firm's provider. */
export async function getOwnIdentity(db: Db, by: AuditContext, issuer: string) {
  const account = await getOwnAccount(db, by, by.actor.userId);
  const own = await listIdentityRows(db, requireFirmScope(by.actor), account.userId);
  const found = own.find((each) => each.issuer === issuer);
  if (!found) throw conflict('You are not linked with an account of the provider.');
  return found;
}

export type Found = { identity: IdentityRow } | { failure: SignOnFailure };
type Signing = { flow: Flow; claims: Claims; signOn: SignOn };

/**
 * The account that the claims name, or a new link: by the invitation that began the sign-in, by
 * the directory's id, or by an email for which the provider vouches where the firm allows that.
 */
export async function findOrLink(
  trx: Trx,
  client: Client,
  { flow, claims, signOn }: Signing,
  firm: FirmScope,
): Promise<Found> {
  const { issuer } = flow;
  const known = await lockIdentity(trx, firm, { issuer, subject: claims.subject });
  if (known) return requireActive(trx, known);
  const userId = await findLinkable(trx, firm, { flow, claims, signOn, now: client.now });
  if (userId === undefined) return { failure: 'unknown' };
  return linkIdentity(trx, client, { userId, issuer, subject: claims.subject, firm });
}

async function requireActive(db: Db, identity: IdentityRow): Promise<Found> {
  const account = await findUserAccount(db, identity.userId);
  return account?.isActive === true ? { identity } : { failure: 'inactive' };
}

async function findLinkable(
  trx: Trx,
  firm: FirmScope,
  { flow, claims, signOn, now }: Signing & { now: Date },
): Promise<string | undefined> {
  const since = new Date(now.getTime() - hours(24 * firstSignInDays));
  const { invitationHash: hash } = flow;
  const invited = hash && (await findInvitedUser(trx, firm, { hash, since }));
  if (invited !== null && invited !== undefined) {
    const isOther = claims.provedEmail !== undefined && claims.provedEmail !== invited.email;
    return isOther ? undefined : invited.userId;
  }
  const provisioned = await findUserByExternalId(trx, firm, claims.subject);
  if (provisioned !== undefined) return provisioned;
  const { provedEmail: email, provedDomains } = claims;
  const isOwn = provedDomains.every((domain) => signOn.domains.includes(domain));
  return signOn.linksByEmail && isOwn && email !== undefined
    ? findUserByEmail(trx, firm, email)
    : undefined;
}

type NewLink = { userId: string; issuer: string; subject: string; firm: FirmScope };

/** Links an account for good; a user has one of a provider, and an account one user of the firm. */
export async function linkIdentity(
  trx: Trx,
  client: Client,
  { userId, issuer, subject, firm }: NewLink,
): Promise<Found> {
  const account = await findUserAccount(trx, userId);
  if (account?.isActive !== true || account.firmId !== firm.firmId) return { failure: 'inactive' };
  const own = await listIdentityRows(trx, firm, userId);
  const known = own.find((each) => each.issuer === issuer);
  // A second sign-in at the same time finds the link of the first.
  if (known?.subject === subject) return { identity: known };
  if (known) return { failure: 'other_account' };
  const { now } = client;
  const row = { id: newId(now.getTime()), userId, issuer, subject, createdAt: now };
  if (!(await insertIdentity(trx, firm, row))) {
    const meanwhile = await lockIdentity(trx, firm, { issuer, subject });
    return meanwhile?.userId === userId ? { identity: meanwhile } : { failure: 'taken' };
  }
  await savePersonRow(trx, firm, { userId, invitationHash: null });
  await insertAudit(trx, {
    ...accountOrigin(client, account),
    action: 'user.identity-linked',
    details: { provider: providerName(issuer) },
  });
  await queueNotice(trx, account, { notice: 'identityLinked', now });
  return { identity: { ...row, firmId: firm.firmId, usedAt: null } };
}

/** The origin of a line of the audit log for a user whom the provider has named. */
export function accountOrigin(
  { address, agent, requestId = '', now }: Client,
  { userId, firmId }: { userId: string; firmId: string | null },
) {
  return { firmId, actorId: userId, subjectId: userId, address, agent, requestId, now };
}
