import { role } from '@recoup/contract/core/access';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import type { AttorneyRegistration, AuditorRegistration } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { createInvitationSecret } from '../../sign-on/people.service.ts';
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
import { requireEnd, emailTaken, requireOwnEmail } from '../update-profile.ts';
import { saveRecordedFor } from '../recording-rights.ts';
import { findUser } from '../users.repository.ts';
import { createUser, getRegistered } from './register-firm-admin.ts';
import { invitationOfAttorney, invitationOfAuditor } from './invitations.ts';
import { findFirmName, findInitialPassword, releaseEmail } from './registration.repository.ts';

type Person = AttorneyRegistration | AuditorRegistration;
type NewAttorney = { person: Person; publicUrl: string };

/**
 * Adds an attorney with an initial password, disbursement types and call fees, or an auditor. A
 * repeat of the same request, after a lost response, changes nothing and returns the account.
 * Throws `conflict` for a taken email, `invalid_input` for a weak password or an auditor's day,
 * and as `assignTypesAndFees` and `saveRecordedFor`.
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
  // A parallel repeat may have taken the email.
  const user = created ?? (await findRepeatedRegistration(db, by, person));
  if (!user) throw emailTaken();
  return user;
}

/** The attorney of an earlier, equal request, if the account has not changed since. */
async function findRepeatedRegistration(db: Db, { actor, now }: AuditContext, person: Person) {
  const firm = requireFirmScope(actor);
  const initial = await findInitialPassword(db, firm, person.email);
  const user = initial ? await findUser(db, firm, { id: initial.id, now }) : undefined;
  if (!initial || !user || !isSamePerson(user, person)) return undefined;
  const share = shareOfFirm(firm.firmId, actor.userId);
  return (await verifyPassword(person.password, initial.passwordHash, share)) ? user : undefined;
}

/** Returns undefined if the email is taken. */
async function createAttorney(
  trx: Trx,
  by: AuditContext,
  input: NewAttorney & { passwordHash: string },
): Promise<User | undefined> {
  const { person, publicUrl, passwordHash } = input;
  const { name, email, cell, status } = person;
  const firm = requireFirmScope(by.actor);
  const { firmId } = firm;
  const endsOn = person.role === role.auditor ? person.endsOn : null;
  if (endsOn !== null) requireEnd(endsOn, by.now);
  await requireOwnEmail(trx, firmId, person);
  await releaseEmail(trx, by, { email, firmId });
  const fields = { firmId, role: person.role, name, email, cell, status, endsOn };
  const id = await createUser(trx, by, { ...fields, passwordHash });
  if (id === undefined) return undefined;
  if (person.role === role.attorney) await assignRights(trx, by, { id, person });
  const user = await getRegistered(trx, firm, { id, now: by.now });
  if (!person.invitation) return user;
  const firmName = user.firm?.name ?? '';
  const signOn = await createInvitationSecret(trx, { userId: id, email, firm });
  const invitation = { email, firmName, publicUrl, now: by.now, signOn };
  const mail =
    person.role === role.auditor
      ? invitationOfAuditor({ ...invitation, hasSms: canReceiveSms(cell) })
      : invitationOfAttorney(invitation);
  await queueMail(trx, { ...mail, firmId, userId: by.actor.userId, now: by.now });
  return user;
}

/** Saves a new attorney's disbursement types, call fees and recording rights. */
async function assignRights(
  trx: Trx,
  by: AuditContext,
  { id, person }: { id: string; person: AttorneyRegistration },
): Promise<void> {
  const { disbursementTypes, callFees, callFeesFrom, recordsFor } = person;
  const assigned = { attorneyId: id, disbursementTypes, callFees, callFeesFrom };
  await assignTypesAndFees(trx, by, assigned);
  await saveRecordedFor(trx, by, { userId: id, recordsFor });
}

function isSamePerson(user: User, person: Person): boolean {
  const names = ['role', 'name', 'cell', 'status'] as const;
  if (names.some((name) => user[name] !== person[name])) return false;
  if (person.role === role.auditor) return user.endsOn === person.endsOn;
  const others = user.recordsFor.map(({ _id }) => _id);
  return (
    others.length === person.recordsFor.length &&
    others.every((id) => person.recordsFor.includes(id)) &&
    hasSameTypesAndFees(user, person)
  );
}
