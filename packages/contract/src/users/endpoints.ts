import { z } from 'zod';
import { role, userStatus } from '../core/access.ts';
import { givenCallFees, validFrom } from '../call-fees/endpoints.ts';
import { canReceiveSms, smsNeeded } from '../core/cell-numbers.ts';
import {
  dataOf,
  id,
  itemsPerPage,
  listOf,
  page,
  search,
  secret,
  sortOrder,
  text,
} from '../core/fields.ts';
import { email, isEmail } from '../core/email-field.ts';
import { attorneyCell, cell, cellError, cellMessage, givenCell } from '../core/cell-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { validateFirmEmail, emailMessages, hasText, formRole } from './messages.ts';
import { currentUser, listedUser, statusValue, user } from './user.ts';

/** Without `page` and `itemsPerPage` the list is unpaged. */
const usersQuery = z.strictObject({
  role: z
    .enum(['0', '1'], 'Must be 0 or 1.')
    .transform((value) => (value === '0' ? role.attorney : role.attorneyAdmin))
    .optional(),
  firm: id.optional(),
  page: page.optional(),
  itemsPerPage: itemsPerPage.optional(),
  search,
  sortOrderName: sortOrder.optional(),
  sortOrderStatus: sortOrder.optional(),
});

const name = text({
  min: 3,
  max: 50,
  required: texts.nameRequired,
  tooShort: texts.nameTooShort,
  tooLong: texts.nameTooLong,
});
/** Only operators block and unblock (product.md, "People and accounts"). */
const chosenStatus = z.literal(
  [userStatus.inactive, userStatus.active],
  'Must be 1 (Inactive) or 2 (Active).',
);

const firm = z
  .uuid({ error: ({ input }) => firmMessage(input) })
  .transform((value) => value.toLowerCase());

const firmAdminFields = {
  email: email({
    required: texts.emailRequired,
    invalid: emailMessages[role.attorneyAdmin].invalid,
  }),
  cell: cell.refine(canReceiveSms, smsNeeded),
  status: chosenStatus.default(userStatus.active),
};

/** Without one, the name is made from the e-mail. */
const nameOrNone = z.string().refine((typed) => typed.trim() === '' || !nameError(typed), {
  error: ({ input }) => nameError(input),
});

/** `kept` is the admin's current e-mail, valid even if the firm gave up its domain. */
export function firmAdminForm(domains: readonly string[], kept?: string) {
  const errorOf = (address: string) =>
    address === kept ? undefined : validateFirmEmail(address, domains);
  return z.object({
    firm,
    name: nameOrNone,
    email: firmAdminFields.email.refine((address) => errorOf(address) === undefined, {
      error: ({ input }) => emailMessages[role.attorneyAdmin][errorOf(String(input)) ?? 'invalid'],
    }),
    cell: kept === undefined ? firmAdminFields.cell : cell,
    status: statusValue,
  });
}

export const attorneyFields = {
  name,
  email: email({ required: texts.emailRequired, invalid: emailMessages[role.attorney].invalid }),
  cell: attorneyCell,
  status: chosenStatus.default(userStatus.active),
};

const disbursementTypes = z
  .array(id)
  .max(200, 'Must not be more than 200.')
  .refine((ids) => new Set(ids).size === ids.length, 'Each disbursement type can be chosen once.');

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
  callFees: givenCallFees.default([]),
  callFeesFrom: validFrom.optional(),
  /** Mails the address of the sign-in page, never the password. */
  invitation: z.boolean('Must be true or false.').default(false),
});

/** Role 10 is never created over the wire. */
const registration = z.discriminatedUnion(
  'role',
  [firmAdminRegistration, attorneyRegistration],
  'Must be 0 or 1.',
);
export type FirmAdminRegistration = z.infer<typeof firmAdminRegistration>;
export type AttorneyRegistration = z.infer<typeof attorneyRegistration>;

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
    callFeeSchedules: ignored,
    name: name.optional(),
    email: emailInput.optional(),
    cell: givenCell.optional(),
    status: statusValue.optional(),
    disbursementTypes: disbursementTypes.optional(),
    callFees: givenCallFees.optional(),
    withoutCallFees: disbursementTypes.optional(),
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
    method: 'GET',
    path: '/me',
    may: 'account:me',
    summary: 'The signed-in user',
    replies: { 200: currentUser },
  },
  listUsers: {
    method: 'GET',
    path: '/users',
    may: 'users:list',
    summary: 'People of a firm, searched, sorted and paged',
    query: usersQuery,
    replies: { 200: listOf(listedUser).meta({ id: 'UserList' }) },
  },
  register: {
    method: 'POST',
    path: '/register',
    may: 'users:write',
    summary: 'Add a firm admin (by the system admin) or an attorney (by a firm admin)',
    body: registration,
    ...feeBodyLimits,
    replies: { 201: dataOf(user).meta({ id: 'RegisterReply' }) },
    errors: ['conflict'],
  },
  getUser: {
    method: 'GET',
    path: '/users/{id}',
    may: 'users:read',
    summary: 'One user, with disbursement types and call fees',
    params: byId,
    replies: { 200: dataOf(user).meta({ id: 'UserReply' }) },
  },
  updateUser: {
    method: 'PUT',
    path: '/users/{id}',
    may: 'users:write',
    summary:
      'Change a firm admin or an attorney, with the attorney’s disbursement types and call fees',
    params: byId,
    body: userUpdate,
    ...feeBodyLimits,
    replies: { 200: dataOf(user).meta({ id: 'UserUpdateReply' }) },
    errors: ['conflict', 'changed_meanwhile'],
  },
});

function nameError(input: unknown): string | undefined {
  return name.safeParse(input).error?.issues[0]?.message;
}

function firmMessage(input: unknown): string {
  return input === undefined || input === '' ? texts.chooseFirm : 'Not a valid id.';
}
