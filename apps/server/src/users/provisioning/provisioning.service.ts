import { role, userStatus } from '@recoup/contract/core/access';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { changeExternalId, requireNoPasswordAdmin } from '../../sign-on/people.service.ts';
import type { SmsToOwner } from '../../sms/sms.service.ts';
import { type LockedUser, lockUser, lockUserByEmail } from '../locked-users.repository.ts';
import { blocked } from '../managed-users.service.ts';
import { createUser } from '../registration/register-firm-admin.ts';
import { lockFirmName, releaseEmail } from '../registration/registration.repository.ts';
import { emailTaken, requireOwnEmail, updateProfile } from '../update-profile.ts';
import {
  findProvisionedRow,
  hasOtherActiveAdmin,
  listProvisionedRows,
  type ProvisionedRow,
  type ScimFilter,
} from './provisioned-users.repository.ts';
import { invalid, type PersonChange } from './scim-format.ts';

type Listing = { filter: ScimFilter | undefined; startIndex: number; count: number };

/** Attorneys and firm admins, by email. */
export async function listProvisioned(db: Db, by: AuditContext, listing: Listing) {
  return listProvisionedRows(db, requireFirmScope(by.actor), listing);
}

/** Throws `not_found`. */
export async function getProvisioned(db: Db, by: AuditContext, id: string) {
  const row = await findProvisionedRow(db, requireFirmScope(by.actor), id);
  if (!row) throw notFound('user');
  return row;
}

type Saved = { row: ProvisionedRow; isNew: boolean };

/**
 * Adds an attorney without cell and types, or makes a known person active again.
 * Throws `invalid_input` for an email outside of the firm, `conflict` for one of others.
 */
export async function provisionUser(
  db: Db,
  by: AuditContext,
  change: PersonChange,
): Promise<Saved> {
  const { email } = change;
  if (email === undefined) throw invalid('userName is required: the email address of the person.');
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    if (change.isActive === false) await lockFirmName(trx, firm);
    await releaseEmail(trx, by, { email, firmId: firm.firmId });
    const known = await lockUserByEmail(trx, email);
    if (known) {
      if (known.firmId !== firm.firmId || !isProvisioned(known)) throw emailTaken();
      await applyChange(trx, by, {
        user: known,
        change: { ...change, isActive: change.isActive ?? true },
      });
      return { row: await getProvisioned(trx, by, known.id), isNew: false };
    }
    const id = await createAttorney(trx, by, { ...change, email });
    return { row: await getProvisioned(trx, by, id), isNew: true };
  });
}

async function createAttorney(
  trx: Trx,
  by: AuditContext,
  {
    email,
    name = nameFromEmail(email),
    isActive = true,
    externalId,
  }: PersonChange & {
    email: string;
  },
): Promise<string> {
  const firm = requireFirmScope(by.actor);
  await requireOwnEmail(trx, firm.firmId, { email, role: role.attorney });
  const id = await createUser(trx, by, {
    firmId: firm.firmId,
    role: role.attorney,
    name,
    email,
    cell: '',
    status: isActive ? userStatus.active : userStatus.inactive,
    endsOn: null,
    passwordHash: null,
  });
  if (id === undefined) throw emailTaken();
  if (externalId !== undefined) await changeExternalId(trx, by, { userId: id, firm, externalId });
  return id;
}

type Change = { id: string; change: PersonChange };

/**
 * Changes a person, whom `isActive: false` ends: every session and key, at once.
 * Returns the SMS to the owner, to send after the transaction. Throws `not_found`,
 * `invalid_input`, `conflict` for the last firm admin and the one whose password still works.
 */
export async function changeProvisioned(
  db: Db,
  by: AuditContext,
  { id, change }: Change,
): Promise<{ row: ProvisionedRow; sms: SmsToOwner | undefined }> {
  return db.transaction().execute(async (trx) => {
    // Or the last two firm admins could end at once.
    if (change.isActive === false) await lockFirmName(trx, requireFirmScope(by.actor));
    const user = await lockUser(trx, by.actor.scope, id);
    if (!user || !isProvisioned(user)) throw notFound('user');
    const sms = await applyChange(trx, by, { user, change });
    return { row: await getProvisioned(trx, by, id), sms };
  });
}

function isProvisioned({ role: of }: LockedUser): boolean {
  return of === role.attorney || of === role.attorneyAdmin;
}

async function applyChange(
  trx: Trx,
  by: AuditContext,
  { user, change }: { user: LockedUser; change: PersonChange },
): Promise<SmsToOwner | undefined> {
  const firm = requireFirmScope(by.actor);
  const { name = user.name, externalId, isActive } = change;
  const status = await nextStatus(trx, by, { user, isActive });
  const isActivated = status === userStatus.active && user.status !== userStatus.active;
  const isLeaving = isActive === false;
  const email = await unlessLeaving(isLeaving, {
    take: async () => takeEmail(trx, firm, { user, email: change.email, isActivated }),
    otherwise: user.email,
  });
  if (externalId !== undefined)
    await unlessLeaving(isLeaving, {
      take: async () => changeExternalId(trx, by, { userId: user.id, firm, externalId }),
      otherwise: undefined,
    });
  return updateProfile(trx, by, { user, after: { ...user, email, name, status } });
}

/** A field that cannot be taken must not keep the access of a person who leaves. */
async function unlessLeaving<T>(
  isLeaving: boolean,
  { take, otherwise }: { take: () => Promise<T>; otherwise: T },
): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (isLeaving && error instanceof AppError) return otherwise;
    throw error;
  }
}

type Email = { user: LockedUser; email: string | undefined; isActivated: boolean };

/** Throws `invalid_input` for an email outside of the firm, `conflict` for one of others. */
async function takeEmail(
  trx: Trx,
  firm: FirmScope,
  { user, email = user.email, isActivated }: Email,
): Promise<string> {
  if (email !== user.email || isActivated)
    await requireOwnEmail(trx, firm.firmId, { email, role: user.role });
  if (email !== user.email && (await lockUserByEmail(trx, email))) throw emailTaken();
  return email;
}

async function nextStatus(
  trx: Trx,
  by: AuditContext,
  { user, isActive }: { user: LockedUser; isActive: boolean | undefined },
): Promise<LockedUser['status']> {
  if (isActive === undefined || isActive === (user.status === userStatus.active))
    return user.status;
  if (user.status === userStatus.blocked) {
    if (isActive) throw conflict(blocked);
    return user.status;
  }
  if (!isActive) await requireNotNeeded(trx, by, user);
  return isActive ? userStatus.active : userStatus.inactive;
}

async function requireNotNeeded(trx: Trx, by: AuditContext, user: LockedUser): Promise<void> {
  if (user.role !== role.attorneyAdmin) return;
  const firm = requireFirmScope(by.actor);
  await requireNoPasswordAdmin(trx, firm, user.id);
  if (!(await hasOtherActiveAdmin(trx, firm, user.id)))
    throw conflict(
      'This is the last firm admin. The system administrator names another one first.',
    );
}
