import { z } from 'zod';
import { role } from '../core/access.ts';
import { submittedCallFees, validFrom } from '../call-fees/endpoints.ts';
import { cellError, cellMessage, changedCell } from '../core/cell-field.ts';
import { isEmail } from '../core/email-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import {
  dataReply,
  id,
  isoDate,
  itemsPerPage,
  listReply,
  page,
  search,
  secret,
  sortOrder,
} from '../core/fields.ts';
import { texts } from '../core/texts.ts';
import { emailMessages, formRole, hasText } from './messages.ts';
import {
  attorneyFields,
  auditorFields,
  disbursementTypes,
  firm,
  firmAdminFields,
  firmMessage,
  invitation,
  name,
  recordsFor,
} from './person-fields.ts';
import { currentUser, listedUser, pricesOfAttorney, statusValue, user } from './user.ts';

const rolesByText = { 0: role.attorney, 1: role.attorneyAdmin, 2: role.auditor } as const;

/** Without `page` and `itemsPerPage` the list is unpaged. */
const usersQuery = z.strictObject({
  role: z
    .enum(['0', '1', '2'], 'Must be 0, 1 or 2.')
    .transform((value) => rolesByText[value])
    .optional(),
  firm: id.optional(),
  page: page.optional(),
  itemsPerPage: itemsPerPage.optional(),
  search,
  sortOrderName: sortOrder.optional(),
  sortOrderStatus: sortOrder.optional(),
});

/** The specified client sends its whole form. */
const ignored = z.unknown().meta({ description: 'Taken and ignored.' }).optional();
const ignoredFields = {
  _id: ignored,
  initials: ignored,
  pwdResetRequired: ignored,
  callFeeSchedules: ignored,
};

/** An id, or an object with one (specification, section 3). */
const firmReference = z.union([firm, z.looseObject({ _id: firm }).transform(({ _id }) => _id)], {
  error: ({ input }) => firmMessage(input),
});

/** A firm admin chooses a password with a code by SMS, and records nothing. */
const firmAdminRegistration = z.strictObject({
  ...ignoredFields,
  role: z.literal(role.attorneyAdmin),
  firm: firmReference,
  name: name.optional(),
  ...firmAdminFields,
  password: ignored,
  disbursementTypes: ignored,
  callFees: ignored,
});

const attorneyRegistration = z.strictObject({
  ...ignoredFields,
  role: z.literal(role.attorney),
  firm: firmReference,
  ...attorneyFields,
  password: secret({ max: 1024, required: texts.passwordRequired }),
  disbursementTypes: disbursementTypes.default([]),
  callFees: submittedCallFees.default([]),
  callFeesFrom: validFrom.optional(),
  recordsFor: recordsFor.default([]),
  invitation,
});

/** An auditor needs no cell: without one the first sign-in is with the initial password alone. */
const auditorRegistration = z.strictObject({
  ...ignoredFields,
  role: z.literal(role.auditor),
  firm: firmReference,
  ...auditorFields,
  password: secret({ max: 1024, required: texts.passwordRequired }),
  disbursementTypes: ignored,
  callFees: ignored,
  invitation,
});

/** Role 10 is never created over the wire. */
const registration = z.discriminatedUnion(
  'role',
  [firmAdminRegistration, attorneyRegistration, auditorRegistration],
  'Must be 0, 1 or 2.',
);
export type FirmAdminRegistration = z.infer<typeof firmAdminRegistration>;
export type AttorneyRegistration = z.infer<typeof attorneyRegistration>;
export type AuditorRegistration = z.infer<typeof auditorRegistration>;

/** `userUpdate` checks the format, because the message depends on the role. */
const emailInput = z
  .string(texts.emailRequired)
  .trim()
  .refine((value) => value.length > 0, { error: texts.emailRequired, abort: true })
  .toLowerCase();

/**
 * Absent fields stay. A type missing from `disbursementTypes` loses its fee rows. In `callFees`, a
 * type's rows replace its earlier ones; types without rows keep theirs, unless `withoutCallFees`
 * names them. `callFeesFrom` is the first day of these changes, by default today; a change put
 * between two others holds until the later one. `status` may be Blocked only if it is already. With
 * the `version` that the client read, the server rejects an outdated change
 * (`changed_meanwhile`).
 */
export const userUpdate = z
  .strictObject({
    _id: id.optional(),
    role: ignored,
    firm: ignored,
    password: ignored,
    initials: ignored,
    pwdResetRequired: ignored,
    firstSignInUntil: ignored,
    hasSecondFactor: ignored,
    callFeeSchedules: ignored,
    name: name.optional(),
    email: emailInput.optional(),
    cell: changedCell.optional(),
    status: statusValue.optional(),
    disbursementTypes: disbursementTypes.optional(),
    callFees: submittedCallFees.optional(),
    withoutCallFees: disbursementTypes.optional(),
    recordsFor: recordsFor.optional(),
    endsOn: isoDate.nullable().optional(),
    callFeesFrom: validFrom.optional(),
    version: z.int().optional(),
  })
  .refine(({ email: address }) => address === undefined || isEmail(address), {
    path: ['email'],
    error: ({ input }) => emailMessages[formRole(input)].invalid,
    when: hasText('email'),
  })
  .refine(({ cell: number }) => number === undefined || cellError(number) === undefined, {
    path: ['cell'],
    error: ({ input }) =>
      cellMessage(input, formRole(input) === role.attorneyAdmin ? 'other' : 'attorney'),
    when: hasText('cell'),
  });
export type UserUpdate = z.infer<typeof userUpdate>;

/** A thousand fee rows of eleven parts each. */
const feeBodyLimits = { bodyLimit: 256 * 1024, bodyParts: 20_000 } as const;
const byId = z.strictObject({ id });

export const userEndpoints = defineEndpoints({
  getMe: {
    call: 'GET /me',
    may: 'account:me',
    summary: 'The signed-in user',
    replies: { 200: currentUser },
  },
  listUsers: {
    call: 'GET /users',
    may: 'users:list',
    summary: 'People of a firm, searched, sorted and paged',
    query: usersQuery,
    replies: { 200: listReply(listedUser).meta({ id: 'UserList' }) },
  },
  register: {
    call: 'POST /register',
    may: 'users:write',
    summary:
      'Add a firm admin (by the system admin), or an attorney or an auditor (by a firm admin)',
    body: registration,
    ...feeBodyLimits,
    replies: { 201: dataReply(user).meta({ id: 'RegisterReply' }) },
    errors: ['conflict'],
  },
  getUser: {
    call: 'GET /users/{id}',
    may: 'users:read',
    summary: 'One user, with disbursement types and call fees',
    params: byId,
    replies: { 200: dataReply(user).meta({ id: 'UserReply' }) },
  },
  updateUser: {
    call: 'PUT /users/{id}',
    may: 'users:write',
    summary:
      'Change a firm admin, an attorney with disbursement types and call fees, or an auditor',
    params: byId,
    body: userUpdate,
    ...feeBodyLimits,
    replies: { 200: dataReply(user).meta({ id: 'UserUpdateReply' }) },
    errors: ['conflict', 'changed_meanwhile'],
  },
});

export const firstSignInEndpoints = defineEndpoints({
  renewFirstSignIn: {
    call: 'PUT /users/{id}/first-sign-in',
    may: 'users:write',
    summary:
      'A new invitation, or a new initial password where the cell receives no SMS, ' +
      'for a user who has not chosen a password yet',
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    replies: {
      200: z
        .object({
          data: user,
          initialPassword: z.string().nullable().meta({
            description: 'Random, and in this reply alone; null where an invitation was emailed.',
          }),
        })
        .meta({ id: 'FirstSignInReply' }),
    },
    errors: ['conflict', 'changed_meanwhile'],
  },
  unlinkUser: {
    call: 'DELETE /users/{id}/identities',
    may: 'users:write',
    summary:
      'Remove the linked accounts of a user, who links another one at the next single sign-on, ' +
      'and end the sessions',
    params: z.strictObject({ id }),
    body: z
      .strictObject({
        password: secret({ max: 1024, required: texts.passwordRequired }).optional(),
      })
      .optional(),
    replies: { 200: z.object({}).meta({ id: 'UnlinkedUserReply' }) },
    errors: ['conflict', 'reauthentication_required'],
  },
});

export const recordingForEndpoints = defineEndpoints({
  getRecordingFor: {
    call: 'GET /recording-for/{id}',
    may: 'entries:record-for',
    summary: 'Types and prices of an active attorney for whom the caller may record',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(pricesOfAttorney).meta({ id: 'RecordingForReply' }) },
  },
});
