import { role } from '@recoup/contract/core/access';
import type { AttorneyRegistration } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  hashPassword,
  shareOfFirm,
  verifyPassword,
} from '../../platform/security/password-hashing.ts';
import { rejectWeakPassword } from '../../platform/security/password-policy.ts';
import { assignTypesAndFees, hasSameTypesAndFees } from '../attorney-types.ts';
import { emailTaken, requireFirmEmail } from '../update-profile.ts';
import { findUser } from '../users.repository.ts';
import { createUser, getRegistered } from './create-user.ts';
import { invitationOfAttorney } from './invitations.ts';
import { findFirmName, findInitialPassword, releaseEmail } from './registration.repository.ts';

type NewAttorney = { person: AttorneyRegistration; publicUrl: string };

/**
 * Adds an attorney with an initial password, disbursement types and call fees. A repeat of the same
 * request, after a lost response, changes nothing and returns the account.
 * Throws `conflict` for a taken e-mail, `invalid_input` for a weak password, and as
 * `assignTypesAndFees`.
 */
export async function registerAttorney(
  db: Db,
  by: AuditContext,
  input: NewAttorney,
): Promise<User> {
  const { person } = input;
  const firmName = await findFirmName(db, requireFirmScope(by.actor));
  rejectWeakPassword(person.password, { field: 'password', person: { ...person, firmName } });
  const registered = await findRepeatedRegistration(db, by, person);
  if (registered) return registered;
  // Before the transaction, which must not wait for the hashing queue.
  const share = shareOfFirm(requireFirmScope(by.actor).firmId, by.actor.userId);
  const passwordHash = await hashPassword(person.password, share);
  const created = await db
    .transaction()
    .execute(async (trx) => createAttorney(trx, by, { ...input, passwordHash }));
  // A parallel repeat may have taken the e-mail.
  const user = created ?? (await findRepeatedRegistration(db, by, person));
  if (!user) throw emailTaken();
  return user;
}

/** The attorney of an earlier, equal request, if the account has not changed since. */
async function findRepeatedRegistration(
  db: Db,
  { actor, now }: AuditContext,
  person: AttorneyRegistration,
): Promise<User | undefined> {
  const firm = requireFirmScope(actor);
  const initial = await findInitialPassword(db, firm, person.email);
  const user = initial ? await findUser(db, firm, { id: initial.id, now }) : undefined;
  if (!initial || !user || !isSameAttorney(user, person)) return undefined;
  const share = shareOfFirm(firm.firmId, actor.userId);
  return (await verifyPassword(person.password, initial.passwordHash, share)) ? user : undefined;
}

/** Returns undefined if the e-mail is taken. */
async function createAttorney(
  trx: Trx,
  by: AuditContext,
  input: NewAttorney & { passwordHash: string },
): Promise<User | undefined> {
  const { person, publicUrl, passwordHash } = input;
  const { name, email, cell, status, disbursementTypes, callFees, callFeesFrom } = person;
  const firm = requireFirmScope(by.actor);
  const { firmId } = firm;
  await requireFirmEmail(trx, firmId, { email, role: role.attorney });
  await releaseEmail(trx, by, { email, firmId });
  const fields = { firmId, role: role.attorney, name, email, cell, status };
  const id = await createUser(trx, by, { ...fields, passwordHash });
  if (id === undefined) return undefined;
  const assigned = { attorneyId: id, disbursementTypes, callFees, callFeesFrom };
  await assignTypesAndFees(trx, by, assigned);
  const user = await getRegistered(trx, firm, { id, now: by.now });
  if (!person.invitation) return user;
  const firmName = user.firm?.name ?? '';
  const mail = invitationOfAttorney({ email, firmName, publicUrl, now: by.now });
  await queueMail(trx, { ...mail, firmId, userId: by.actor.userId, now: by.now });
  return user;
}

function isSameAttorney(user: User, person: AttorneyRegistration): boolean {
  const isSame =
    user.name === person.name && user.cell === person.cell && user.status === person.status;
  return isSame && hasSameTypesAndFees(user, person);
}
