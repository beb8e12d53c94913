import { role, userStatus } from '@recoup/contract/core/access';
import type { FirmAdminRegistration } from '@recoup/contract/users/endpoints';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { createInvitationSecret } from '../../sign-on/people.service.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import type { AuditContext, FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { minutes } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { type LockedUser, lockUserByEmail } from '../locked-users.repository.ts';
import { emailTaken, requireFirmEmail, type SavedUser, updateProfile } from '../update-profile.ts';
import { invitationOfAdmin } from './invitations.ts';
import {
  isCurrentAdmin,
  lockFirmName,
  releaseEmail,
  updateFirstSignIn,
  hasUsers,
  lockFirstStart,
} from './registration.repository.ts';
import { newId } from '@recoup/contract/core/ids';
import type { User } from '@recoup/contract/users/user';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { findUser, insertUser, type NewUser } from '../users.repository.ts';
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../platform/security/password-hashing.ts';

/** A repeat within this time is a double click or a retry, and sends no second invitation. */
const repeatWindowMs = minutes(10);

type Registration = { firm: FirmScope; person: FirmAdminRegistration };

/**
 * Adds a firm admin without a password: the invitation leads to "Choose your password". Then
 * `PUT /firms/{id}` names the admin. If it fails, the client repeats both requests, and this one
 * updates the account. A former admin of the firm returns in the same way.
 * Throws `not_found` for the firm, `conflict` for the email of another user, of the
 * firm's current admin or of a blocked account
 */
export async function registerFirmAdmin(
  db: Db,
  by: AuditContext,
  input: Registration & { publicUrl: string },
): Promise<SavedUser> {
  const { firm, person, publicUrl } = input;
  const { firmId } = firm;
  const { email } = person;
  return db.transaction().execute(async (trx) => {
    const firmName = await lockFirmName(trx, firm);
    if (firmName === undefined) throw new AppError('not_found');
    await releaseEmail(trx, by, { email, firmId });
    const earlier = await lockUserByEmail(trx, email);
    const sms = earlier ? await updateFirmAdmin(trx, by, { firm, earlier, person }) : undefined;
    const id = earlier?.id ?? (await createFirmAdmin(trx, by, { firm, person }));
    if (person.status === userStatus.active && needsInvitation(earlier, by.now)) {
      const signOn = await createInvitationSecret(trx, { userId: id, email, firm });
      const mail = invitationOfAdmin({ email, firmName, publicUrl, now: by.now, signOn });
      await updateFirstSignIn(trx, id, { passwordHash: null, now: by.now });
      await queueMail(trx, { ...mail, firmId, userId: null, now: by.now });
    }
    return { user: await getRegistered(trx, firm, { id, now: by.now }), sms };
  });
}

function needsInvitation(earlier: LockedUser | undefined, now: Date): boolean {
  if (!earlier) return true;
  const isRecent = now.getTime() - earlier.createdAt.getTime() < repeatWindowMs;
  // An account that was inactive has had no invitation, or can no longer use the one it had.
  const isRepeat = isRecent && earlier.status === userStatus.active;
  return !isRepeat && !earlier.hasPassword;
}

async function createFirmAdmin(
  trx: Trx,
  by: AuditContext,
  { firm: { firmId }, person }: Registration,
): Promise<string> {
  const { email, cell, status, name = nameFromEmail(email) } = person;
  const admin = { firmId, role: role.attorneyAdmin, name, email, cell, status };
  await requireFirmEmail(trx, firmId, admin);
  const id = await createUser(trx, by, { ...admin, passwordHash: null });
  if (id === undefined) throw emailTaken();
  return id;
}

async function updateFirmAdmin(
  trx: Trx,
  by: AuditContext,
  { firm, earlier, person }: Registration & { earlier: LockedUser },
): Promise<SavedUser['sms']> {
  const isOfFirm = earlier.firmId === firm.firmId && earlier.role === role.attorneyAdmin;
  if (!isOfFirm || earlier.status === userStatus.blocked) throw emailTaken();
  const { email, cell, status, name = earlier.name } = person;
  // For the current admin only an equal repeat, whose first response may have been lost.
  const isSame = cell === earlier.cell && status === earlier.status && name === earlier.name;
  if (!isSame && (await isCurrentAdmin(trx, firm, earlier.id))) throw emailTaken();
  if (status === userStatus.active)
    await requireFirmEmail(trx, firm.firmId, { email, role: role.attorneyAdmin });
  return updateProfile(trx, by, {
    user: earlier,
    after: { ...earlier, name, email, cell, status },
  });
}

/** Returns undefined if the email is taken. */
export async function createUser(
  trx: Trx,
  by: AuditContext,
  user: Omit<NewUser, 'id' | 'passwordResetRequired' | 'createdAt' | 'invitedAt'>,
): Promise<string | undefined> {
  const id = newId();
  const isInserted = await insertUser(trx, {
    ...user,
    id,
    passwordResetRequired: true,
    createdAt: by.now,
    invitedAt: by.now,
  });
  if (!isInserted) return undefined;
  const { firmId = null, passwordHash: _, ...details } = user;
  await recordAudit(trx, by, { action: 'user.created', subjectId: id, firmId, details });
  return id;
}

export async function getRegistered(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; now: Date },
): Promise<User> {
  const user = await findUser(trx, firm, of);
  if (!user) throw new AppError('not_found');
  return user;
}

export const firstAdmin = {
  name: 'System Administrator',
  email: 'admin@recoup.localhost',
} as const;

/** `generatedPassword` has to be printed once. */
export type FirstAdmin = { email: string; generatedPassword: string | undefined };

/** Creates the system administrator of an empty database (product.md, "People and accounts"). */
async function createFirstAdmin(
  db: Db,
  options: { email: string | undefined; password: string | undefined },
): Promise<FirstAdmin> {
  const email = options.email ?? firstAdmin.email;
  const generatedPassword =
    options.password === undefined ? randomBytes(18).toString('base64url') : undefined;
  await insertUser(db, {
    id: newId(),
    firmId: null,
    role: role.systemAdmin,
    name: firstAdmin.name,
    email,
    cell: '',
    status: userStatus.active,
    passwordHash: await hashPassword(options.password ?? generatedPassword ?? ''),
    passwordResetRequired: options.email === undefined || options.password === undefined,
  });
  return { email, generatedPassword };
}

/** Creates the system administrator, and what `seed` creates. Undefined if there are users. */
export async function fillEmptyDatabase(
  db: Db,
  first: {
    admin: { email: string | undefined; password: string | undefined };
    seed?: (trx: Trx) => Promise<void>;
  },
): Promise<FirstAdmin | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockFirstStart(trx);
    if (await hasUsers(trx)) return undefined;
    await first.seed?.(trx);
    return createFirstAdmin(trx, first.admin);
  });
}

/** To print once, with the generated password. */
export function firstAdminLines(admin: FirstAdmin | undefined): string[] {
  const made = admin?.generatedPassword;
  if (made === undefined) return [];
  const advice = '(shown only once; the first sign-in must change it)';
  return [`System admin: ${admin?.email}  ${made}  ${advice}`];
}
