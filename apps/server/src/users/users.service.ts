import { role, userStatus } from '@recoup/contract/core/access';
import { canReceiveSms, smsNeeded } from '@recoup/contract/core/cell-numbers';
import { texts } from '@recoup/contract/core/texts';
import type { UserUpdate } from '@recoup/contract/users/endpoints';
import type { OwnProfile } from '@recoup/contract/users/profile-endpoints';
import type { CurrentUser, ListedUser, User } from '@recoup/contract/users/user';
import { requireNoPasswordAdmin } from '../sign-on/people.service.ts';
import { type Actor, type AuditContext, createFirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, invalidField, assertVersion } from '../platform/core/app-error.ts';
import { assignTypesAndFees } from './attorney-types.ts';
import {
  requireEnd,
  emailTaken,
  type ProfileFields,
  requireOwnEmail,
  type SavedUser,
  updateProfile,
} from './update-profile.ts';
import { saveRecordedFor } from './recording-rights.ts';
import { blocked, lockManagedUser } from './managed-users.service.ts';
import { releaseEmail } from './registration/registration.repository.ts';
import { type LockedUser, lockUser } from './locked-users.repository.ts';
import { findCurrentUser, findUser, isEmailTaken } from './users.repository.ts';

/** The caller. Throws `unauthenticated` if the user no longer exists. */
export async function getCurrentUser(
  db: Db,
  { actor, now }: Pick<AuditContext, 'actor' | 'now'>,
): Promise<CurrentUser> {
  const user = await findCurrentUser(db, { id: actor.userId, now });
  if (!user) throw new AppError('unauthenticated');
  const { isOn, requiredFrom } = actor.secondFactor;
  return { ...user, secondFactor: { isOwed: actor.owesFactor, isOn, requiredFrom } };
}

/** Types and call fees are the firm's business: the system admin may not read them. */
export function visibleTo<
  P extends Pick<ListedUser, 'disbursementTypes'> &
    Partial<Pick<User, 'callFees' | 'callFeeSchedules'>>,
>(actor: Actor, person: P): P {
  if (actor.role !== role.systemAdmin) return person;
  return {
    ...person,
    disbursementTypes: [],
    ...(person.callFees !== undefined && { callFees: [], callFeeSchedules: [] }),
  };
}

/** An attorney sees the own account, a firm admin the firm's users. Throws `not_found`. */
export async function getUser(
  db: Db,
  { actor, now }: Pick<AuditContext, 'actor' | 'now'>,
  id: string,
): Promise<User> {
  const isHidden = actor.role === role.attorney && actor.userId !== id;
  const user = isHidden ? undefined : await findUser(db, actor.scope, { id, now });
  if (!user) throw new AppError('not_found');
  return visibleTo(actor, user);
}

/**
 * Updates a user whose role the actor manages.
 * Throws `not_found`, `changed_meanwhile`, `conflict` for a taken email and for making the one
 * Inactive whose password opens the account while the provider fails, `invalid_input`
 * for an email outside the firm's domains, a status, or fee rows of an unassigned type.
 */
export async function updateUser(
  db: Db,
  by: AuditContext,
  { id, change }: { id: string; change: UserUpdate },
): Promise<SavedUser> {
  return db.transaction().execute(async (trx) => {
    const user = await lockManagedUser(trx, by, id);
    assertVersion(user.version, change.version);
    const after = await nextFields(trx, by, { user, change });
    if (
      user.firmId !== null &&
      after.status === userStatus.inactive &&
      after.status !== user.status
    )
      await requireNoPasswordAdmin(trx, createFirmScope(user.firmId), id);
    const sms = await updateProfile(trx, by, { user, after });
    // A client may send a firm admin's empty lists back.
    if (user.role === role.attorney) {
      await assignTypesAndFees(trx, by, { ...change, attorneyId: id });
      const { recordsFor } = change;
      if (recordsFor) await saveRecordedFor(trx, by, { userId: id, recordsFor });
    }
    return { user: await getUser(trx, by, id), sms };
  });
}

/** Changes the own name and date form. Throws `unauthenticated` for a user blocked meanwhile. */
export async function updateOwnProfile(
  db: Db,
  by: AuditContext,
  change: OwnProfile,
): Promise<CurrentUser> {
  const { scope, userId: id } = by.actor;
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, scope, id);
    if (user?.status !== userStatus.active) throw new AppError('unauthenticated');
    const { name = user.name, dateForm = user.dateForm } = change;
    await updateProfile(trx, by, { user, after: { ...user, name, dateForm } });
    return getCurrentUser(trx, by);
  });
}

async function nextFields(
  trx: Trx,
  by: AuditContext,
  { user, change }: { user: LockedUser; change: UserUpdate },
): Promise<ProfileFields> {
  const { name = user.name, email = user.email, cell = user.cell } = change;
  const status = nextStatus(user, change.status);
  if (cell === '' && user.role !== role.auditor) throw cellMissing();
  if (user.role === role.attorneyAdmin && !user.hasPassword && cell !== user.cell) requireSms(cell);
  const isActivated = status === userStatus.active && user.status !== userStatus.active;
  if (email !== user.email || isActivated) await requireEmail(trx, by, { user, email });
  const endsOn = nextEnd(user, change.endsOn, by.now);
  return { name, email, cell, status, dateForm: user.dateForm, endsOn };
}

async function requireEmail(
  trx: Trx,
  by: AuditContext,
  { user, email }: { user: LockedUser; email: string },
): Promise<void> {
  if (user.firmId !== null) {
    await requireOwnEmail(trx, user.firmId, { email, role: user.role });
    await releaseEmail(trx, by, { email, firmId: user.firmId });
  }
  if (email !== user.email && (await isEmailTaken(trx, email))) throw emailTaken();
}

/** A change of another field does not ask for a day again that has passed. */
function nextEnd(user: LockedUser, day: UserUpdate['endsOn'], now: Date): string | null {
  const isOther = day !== undefined && day !== null && day !== user.endsOn;
  if (user.role !== role.auditor || !isOther) return user.endsOn;
  requireEnd(day, now);
  return day;
}

/** An auditor alone may have no cell. */
function cellMissing(): AppError {
  const message = texts.cellRequired;
  return invalidField('cell', message);
}

/** A firm admin without a password can set one only with an SMS code. */
function requireSms(cell: string): void {
  if (!canReceiveSms(cell))
    throw new AppError('invalid_input', { message: smsNeeded, fields: { cell: smsNeeded } });
}

/** Only an operator blocks and unblocks (product.md, "People and accounts"). */
function nextStatus(user: LockedUser, status: UserUpdate['status']): LockedUser['status'] {
  if (status === undefined || status === user.status) return user.status;
  if (user.status === userStatus.blocked) throw invalidField('status', blocked);
  if (status === userStatus.blocked)
    throw invalidField(
      'status',
      'Blocked cannot be chosen here. Please choose Active or Inactive.',
    );
  return status;
}
