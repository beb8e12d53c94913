import { role, userStatus } from '@recoup/contract/access';
import { domainOf } from '@recoup/contract/fields';
import { newId } from '@recoup/contract/ids';
import type { AttorneyRegistration, FirmAdminRegistration, User } from '@recoup/contract/users';
import { type By, type FirmScope, ownFirm } from '../platform/actor.ts';
import { auditChange } from '../platform/audit.repository.ts';
import { minutes } from '../platform/clock.ts';
import { refuseWeakPassword } from '../platform/common-passwords.ts';
import type { Db, Trx } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { queueMail } from '../platform/mail-queue.repository.ts';
import { hashPassword, isPassword, shareOfFirm } from '../platform/password.ts';
import { saveTypesAndFees } from './attorney-types.ts';
import { emailTaken, requireFirmEmail, saveFields } from './personal-fields.ts';
import { invitationOfAdmin, invitationOfAttorney } from './invitations.ts';
import { findInitialPassword, isCurrentAdmin, lockFirm, updateFirstSignIn } from './registration.repository.ts';
import { findUser, insertUser, lockUser, lockUserByEmail, type LockedUser, type NewUser } from './users.repository.ts';

/** A repeat within this time is the same click or a retry, and sends no second invitation. */
const inviteAgainAfterMs = minutes(10);

/**
 * A new attorney with disbursement types and call fees, who must change the password that the firm admin was shown; with `invitation` a mail
 * says where to sign in. The same e-mail with the same password, as long as that was not changed, is the same call again, whose answer may
 * have been lost on its way: it brings the account up to date. Throws `conflict` for an e-mail that is taken otherwise, `invalid_input` for a
 * password that is easy to guess, and for the types and fees as `saveTypesAndFees` does.
 */
export async function registerAttorney(db: Db, by: By, input: { person: AttorneyRegistration; publicUrl: string }): Promise<User> {
  const { person, publicUrl } = input;
  const firm = ownFirm(by.actor);
  refuseWeakPassword(person.password, { field: 'password', person });
  // Both cost a moment; a transaction must not wait for them.
  const share = shareOfFirm(firm.firmId, by.actor.userId);
  const passwordHash = await hashPassword(person.password, share);
  const earlier = await findInitialPassword(db, firm, person.email);
  const isRepeat = earlier !== undefined && (await isPassword(person.password, earlier.passwordHash, { share }));
  return db.transaction().execute(async (trx) => {
    const { name, email, cell, status, disbursementTypes, callFees } = person;
    await requireFirmEmail(trx, firm.firmId, { email, role: role.attorney });
    const id = isRepeat
      ? await refreshAttorney(trx, by, { id: earlier.id, person })
      : await addUser(trx, by, { firmId: firm.firmId, role: role.attorney, name, email, cell, status, passwordHash });
    await saveTypesAndFees(trx, by, { attorneyId: id, disbursementTypes, callFees });
    const user = await getRegistered(trx, firm, id);
    if (isRepeat) await updateFirstSignIn(trx, id, { passwordHash: earlier.passwordHash, now: by.now });
    const mail = invitationOfAttorney({ email, firmName: user.firm?.name ?? '', publicUrl, now: by.now });
    if (person.invitation && !isRepeat) await queueMail(trx, { ...mail, firmId: firm.firmId, userId: by.actor.userId, now: by.now });
    return user;
  });
}

/**
 * A new firm admin, without a password: an invitation leads to the forgotten-password flow. The firm takes the person as its
 * admin with `PUT /firms/{id}`. Should that fail, the same call again finds the person and brings the account up to date, so
 * that both can simply be repeated; it is also how an earlier admin of the firm comes back. Throws `not_found` for the firm,
 * `conflict` for an e-mail that is somebody else's, the firm's present admin's, or a blocked account's.
 */
export async function registerFirmAdmin(
  db: Db,
  by: By,
  input: { firm: FirmScope; person: FirmAdminRegistration; publicUrl: string },
): Promise<User> {
  const { firm, person, publicUrl } = input;
  return db.transaction().execute(async (trx) => {
    const firmName = await lockFirm(trx, firm);
    if (firmName === undefined) throw new AppError('not_found');
    const earlier = await lockUserByEmail(trx, person.email);
    const id =
      earlier === undefined ? await addFirmAdmin(trx, by, { firm, person }) : await refreshFirmAdmin(trx, by, { firm, earlier, person });
    const isRepeat = earlier !== undefined && by.now.getTime() - earlier.createdAt.getTime() < inviteAgainAfterMs;
    if (person.status === userStatus.active && !isRepeat && earlier?.hasPassword !== true) {
      await updateFirstSignIn(trx, id, { passwordHash: null, now: by.now });
      await queueMail(trx, {
        ...invitationOfAdmin({ email: person.email, firmName, publicUrl, now: by.now }),
        firmId: firm.firmId,
        userId: null,
        now: by.now,
      });
    }
    return getRegistered(trx, firm, id);
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

async function refreshAttorney(trx: Trx, by: By, { id, person }: { id: string; person: AttorneyRegistration }): Promise<string> {
  const user = await lockUser(trx, ownFirm(by.actor), id);
  if (user === undefined || user.status === userStatus.blocked) throw emailTaken();
  const { name, cell, status } = person;
  await saveFields(trx, by, { user, after: { name, email: user.email, cell, status } });
  return id;
}

async function addFirmAdmin(trx: Trx, by: By, input: { firm: FirmScope; person: FirmAdminRegistration }): Promise<string> {
  const { email, cell, status, name = nameFromEmail(email) } = input.person;
  const { firmId } = input.firm;
  await requireFirmEmail(trx, firmId, { email, role: role.attorneyAdmin });
  return addUser(trx, by, { firmId, role: role.attorneyAdmin, name, email, cell, status, passwordHash: null });
}

async function refreshFirmAdmin(
  trx: Trx,
  by: By,
  input: { firm: FirmScope; earlier: LockedUser; person: FirmAdminRegistration },
): Promise<string> {
  const { firm, earlier, person } = input;
  const isHere = earlier.firmId === firm.firmId && earlier.role === role.attorneyAdmin;
  if (!isHere || earlier.status === userStatus.blocked) throw emailTaken();
  const { email, cell, status, name = earlier.name } = person;
  // Of the present admin only the same again: the answer to the last call may have been lost on its way.
  const isSame = cell === earlier.cell && status === earlier.status && name === earlier.name;
  if (!isSame && (await isCurrentAdmin(trx, firm, earlier.id))) throw emailTaken();
  if (status === userStatus.active) await requireFirmEmail(trx, firm.firmId, { email, role: role.attorneyAdmin });
  await saveFields(trx, by, { user: earlier, after: { name, email, cell, status } });
  return earlier.id;
}

async function addUser(trx: Trx, by: By, user: Omit<NewUser, 'id' | 'passwordResetRequired' | 'createdAt' | 'invitedAt'>): Promise<string> {
  const id = newId();
  if (!(await insertUser(trx, { ...user, id, passwordResetRequired: true, createdAt: by.now, invitedAt: by.now }))) throw emailTaken();
  const { firmId = null, passwordHash: _, ...details } = user;
  await auditChange(trx, by, { action: 'user.created', subjectId: id, firmId, details });
  return id;
}

async function getRegistered(trx: Trx, firm: FirmScope, id: string): Promise<User> {
  const user = await findUser(trx, firm, id);
  if (user === undefined) throw new AppError('not_found');
  return user;
}
