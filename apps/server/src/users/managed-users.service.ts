import { role, type Role, userStatus } from '@recoup/contract/core/access';
import { getAccount } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import {
  type Actor,
  type AuditContext,
  createFirmScope,
  type FirmScope,
} from '../platform/core/actor.ts';
import { AppError, conflict, invalidField } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type LockedUser, lockUser, lockAdmins } from './locked-users.repository.ts';
import { endExternalId, removeIdentities } from '../sign-on/people.service.ts';
import { endPassword } from './registration/registration.repository.ts';
import { updateProfile } from './update-profile.ts';

/** Whether the actor creates and changes users of a role: a firm admin attorneys and auditors. */
export function manages(actor: Actor, of: Role): boolean {
  return actor.role === role.systemAdmin
    ? of === role.attorneyAdmin
    : of === role.attorney || of === role.auditor;
}

/** A user whose role the actor manages. Throws `not_found`. */
export async function lockManagedUser(
  trx: Trx,
  { actor }: Pick<AuditContext, 'actor'>,
  id: string,
): Promise<LockedUser> {
  const user = await lockUser(trx, actor.scope, id);
  if (!user || !manages(actor, user.role)) throw new AppError('not_found');
  return user;
}

/** Signs a managed user out everywhere. Returns how many sign-ins ended. Throws `not_found`. */
export async function endUserSessions(db: Db, by: AuditContext, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { firmId } = await lockManagedUser(trx, by, id);
    const ended = await endSessions(trx, id, { now: by.now });
    const details = { ended };
    await recordAudit(trx, by, { action: 'user.sessions-ended', subjectId: id, firmId, details });
    return ended;
  });
}

/**
 * Removes the linked accounts of a managed user, who may be a new account at the provider. A user
 * without a password, or whose password opens nothing, can be invited anew. Throws `not_found`,
 * `reauthentication_required`, `invalid_input` for a wrong password, `too_many_requests`,
 * `conflict` without a linked account.
 */
export async function unlinkUser(
  db: Db,
  by: AuditContext & Client,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  await reauthenticateOwner(db, by, password);
  await db.transaction().execute(async (trx) => {
    const { firmId, name, hasPassword } = await lockManagedUser(trx, by, id);
    const noLink = conflict(`${name} has no linked account.`);
    if (firmId === null) throw noLink;
    const links = { userId: id, firm: createFirmScope(firmId) };
    const subjects = await removeIdentities(trx, by, links);
    if (subjects.length === 0) throw noLink;
    await endExternalId(trx, by, { ...links, subjects });
    const { passwordUntil } = await getAccount(trx, id);
    if (!hasPassword || passwordUntil !== null) await endPassword(trx, id, by.now);
  });
}

/**
 * Makes the other admins of a firm Inactive and ends their sessions; a blocked one stays Blocked.
 * Throws `invalid_input` for a user who is no firm admin of the firm, or who is not
 * active where another one is.
 */
export async function inactivateOtherAdmins(
  trx: Trx,
  by: AuditContext,
  { firm, adminId }: { firm: FirmScope; adminId: string },
): Promise<void> {
  const admins = await lockAdmins(trx, firm, adminId);
  const named = admins.find(({ id }) => id === adminId);
  if (!named) throw invalidField('admin', 'This person is not a firm admin of this firm.');
  const others = admins.filter(({ id }) => id !== adminId);
  if (others.length > 0) requireActive(named);
  for (const user of others)
    await updateProfile(trx, by, { user, after: { ...user, status: userStatus.inactive } });
}

/** Or the firm would lose its last active admin. */
function requireActive({ status }: LockedUser): void {
  if (status === userStatus.active) return;
  throw invalidField(
    'admin',
    status === userStatus.blocked
      ? `${blocked} Please name another person.`
      : 'This person is Inactive, and the firm would have no active admin. ' +
          'Please make them Active first.',
  );
}

export const blocked = 'Blocked. Only an operator can unblock it.';
