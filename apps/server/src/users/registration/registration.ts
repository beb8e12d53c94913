import { role, userStatus } from '@recoup/contract/core/access';
import { domainOf } from '@recoup/contract/core/email-field';
import { newId } from '@recoup/contract/core/ids';
import type { AttorneyRegistration, FirmAdminRegistration } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { minutes } from '../../platform/core/clock.ts';
import { rejectWeakPassword } from '../../platform/security/password-policy.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import {
  hashPassword,
  verifyPassword,
  shareOfFirm,
} from '../../platform/security/password-hashing.ts';
import { hasSameTypesAndFees, assignTypesAndFees } from '../attorney-types.ts';
import { emailTaken, requireFirmEmail, type SavedUser, updateProfile } from '../update-profile.ts';
import { invitationOfAdmin, invitationOfAttorney } from './invitations.ts';
import {
  findInitialPassword,
  isCurrentAdmin,
  lockFirmName,
  releaseEmail,
  updateFirstSignIn,
} from './registration.repository.ts';
import {
  findUser,
  insertUser,
  lockUserByEmail,
  type LockedUser,
  type NewUser,
} from '../users.repository.ts';

/** A repeat within this time is the same click or a retry, and sends no second invitation. */
const repeatWindowMs = minutes(10);

type NewAttorney = { person: AttorneyRegistration; publicUrl: string };

/**
 * A new attorney with disbursement types and call fees, who must change the password that the firm admin was shown; with `invitation` a mail
 * says where to sign in. The same call again, whose answer may have been lost on its way, changes nothing and answers with the account.
 * Throws `conflict` for an e-mail that is taken otherwise, `invalid_input` for a password that is easy to guess, and for the types and fees
 * as `saveTypesAndFees` does.
 */
export async function registerAttorney(
  db: Db,
  by: AuditContext,
  input: NewAttorney,
): Promise<User> {
  const { person } = input;
  rejectWeakPassword(person.password, { field: 'password', person });
  const registered = await findRepeatedRegistration(db, by, person);
  if (registered) return registered;
  // It costs a moment; a transaction must not wait for it.
  const passwordHash = await hashPassword(
    person.password,
    shareOfFirm(requireFirmScope(by.actor).firmId, by.actor.userId),
  );
  const added = await db
    .transaction()
    .execute(async (trx) => createAttorney(trx, by, { ...input, passwordHash }));
  // The e-mail may have been taken by the same call at the same moment.
  const user = added ?? (await findRepeatedRegistration(db, by, person));
  if (!user) throw emailTaken();
  return user;
}

/**
 * A new firm admin, without a password: an invitation leads to the forgotten-password flow. The firm takes the person as its
 * admin with `PUT /firms/{id}`. Should that fail, the same call again finds the person and brings the account up to date, so
 * that both can simply be repeated; it is also how an earlier admin of the firm comes back. Throws `not_found` for the firm,
 * `conflict` for an e-mail that is somebody else's, the firm's present admin's, or a blocked account's.
 */
export async function registerFirmAdmin(
  db: Db,
  by: AuditContext,
  input: { firm: FirmScope; person: FirmAdminRegistration; publicUrl: string },
): Promise<SavedUser> {
  const { firm, person, publicUrl } = input;
  return db.transaction().execute(async (trx) => {
    const firmName = await lockFirmName(trx, firm);
    if (firmName === undefined) throw new AppError('not_found');
    await releaseEmail(trx, by, { email: person.email, firmId: firm.firmId });
    const earlier = await lockUserByEmail(trx, person.email);
    const sms = earlier ? await updateFirmAdmin(trx, by, { firm, earlier, person }) : undefined;
    const id = earlier?.id ?? (await createFirmAdmin(trx, by, { firm, person }));
    const isRepeat =
      earlier !== undefined && by.now.getTime() - earlier.createdAt.getTime() < repeatWindowMs;
    if (person.status === userStatus.active && !isRepeat && earlier?.hasPassword !== true) {
      await updateFirstSignIn(trx, id, { passwordHash: null, now: by.now });
      await queueMail(trx, {
        ...invitationOfAdmin({ email: person.email, firmName, publicUrl, now: by.now }),
        firmId: firm.firmId,
        userId: null,
        now: by.now,
      });
    }
    return { user: await getRegistered(trx, firm, id), sms };
  });
}

/** "lerato.nkosi@firm" becomes "Lerato Nkosi"; a name too short for the form takes the firm's word: "jo@nkosi.co.za", "Jo Nkosi". */
export function nameFromEmail(email: string): string {
  const words = (text: string) => text.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '');
  const own = words(email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/, ''));
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const name = own.map(capital).join(' ');
  if (name.length >= 3) return name.slice(0, 50).trim();
  const longer = [...own, ...words(domainOf(email).split('.')[0] ?? '')].map(capital).join(' ');
  return longer.length >= 3 ? longer.slice(0, 50).trim() : 'Attorney Admin';
}

/** The attorney whom the very same call has added, as long as nothing of it was changed. */
async function findRepeatedRegistration(
  db: Db,
  { actor }: AuditContext,
  person: AttorneyRegistration,
): Promise<User | undefined> {
  const firm = requireFirmScope(actor);
  const initial = await findInitialPassword(db, firm, person.email);
  const user = initial ? await findUser(db, firm, initial.id) : undefined;
  if (!initial || !user || !isSameAttorney(user, person)) return undefined;
  const share = shareOfFirm(firm.firmId, actor.userId);
  return (await verifyPassword(person.password, initial.passwordHash, share)) ? user : undefined;
}

/** Undefined when the e-mail is taken. */
async function createAttorney(
  trx: Trx,
  by: AuditContext,
  input: NewAttorney & { passwordHash: string },
): Promise<User | undefined> {
  const { person, publicUrl, passwordHash } = input;
  const { name, email, cell, status, disbursementTypes, callFees } = person;
  const firm = requireFirmScope(by.actor);
  await requireFirmEmail(trx, firm.firmId, { email, role: role.attorney });
  await releaseEmail(trx, by, { email, firmId: firm.firmId });
  const id = await createUser(trx, by, {
    firmId: firm.firmId,
    role: role.attorney,
    name,
    email,
    cell,
    status,
    passwordHash,
  });
  if (id === undefined) return undefined;
  await assignTypesAndFees(trx, by, { attorneyId: id, disbursementTypes, callFees });
  const user = await getRegistered(trx, firm, id);
  const mail = invitationOfAttorney({
    email,
    firmName: user.firm?.name ?? '',
    publicUrl,
    now: by.now,
  });
  if (person.invitation)
    await queueMail(trx, { ...mail, firmId: firm.firmId, userId: by.actor.userId, now: by.now });
  return user;
}

async function createFirmAdmin(
  trx: Trx,
  by: AuditContext,
  input: { firm: FirmScope; person: FirmAdminRegistration },
): Promise<string> {
  const { email, cell, status, name = nameFromEmail(email) } = input.person;
  const { firmId } = input.firm;
  await requireFirmEmail(trx, firmId, { email, role: role.attorneyAdmin });
  const id = await createUser(trx, by, {
    firmId,
    role: role.attorneyAdmin,
    name,
    email,
    cell,
    status,
    passwordHash: null,
  });
  if (id === undefined) throw emailTaken();
  return id;
}

async function updateFirmAdmin(
  trx: Trx,
  by: AuditContext,
  input: { firm: FirmScope; earlier: LockedUser; person: FirmAdminRegistration },
): Promise<SavedUser['sms']> {
  const { firm, earlier, person } = input;
  const isHere = earlier.firmId === firm.firmId && earlier.role === role.attorneyAdmin;
  if (!isHere || earlier.status === userStatus.blocked) throw emailTaken();
  const { email, cell, status, name = earlier.name } = person;
  // Of the present admin only the same again: the answer to the last call may have been lost on its way.
  const isSame = cell === earlier.cell && status === earlier.status && name === earlier.name;
  if (!isSame && (await isCurrentAdmin(trx, firm, earlier.id))) throw emailTaken();
  if (status === userStatus.active)
    await requireFirmEmail(trx, firm.firmId, { email, role: role.attorneyAdmin });
  return updateProfile(trx, by, { user: earlier, after: { name, email, cell, status } });
}

/** Undefined when the e-mail is taken. */
async function createUser(
  trx: Trx,
  by: AuditContext,
  user: Omit<NewUser, 'id' | 'passwordResetRequired' | 'createdAt' | 'invitedAt'>,
): Promise<string | undefined> {
  const id = newId();
  if (
    !(await insertUser(trx, {
      ...user,
      id,
      passwordResetRequired: true,
      createdAt: by.now,
      invitedAt: by.now,
    }))
  )
    return undefined;
  const { firmId = null, passwordHash: _, ...details } = user;
  await recordAudit(trx, by, { action: 'user.created', subjectId: id, firmId, details });
  return id;
}

function isSameAttorney(user: User, person: AttorneyRegistration): boolean {
  const isSame =
    user.name === person.name && user.cell === person.cell && user.status === person.status;
  return isSame && hasSameTypesAndFees(user, person);
}

async function getRegistered(trx: Trx, firm: FirmScope, id: string): Promise<User> {
  const user = await findUser(trx, firm, id);
  if (!user) throw new AppError('not_found');
  return user;
}
