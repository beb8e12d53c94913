import { z } from 'zod';
import { role, userStatus } from '../core/access.ts';
import { attorneyCell, cell, cellMessage } from '../core/cell-field.ts';
import { canReceiveSms, smsNeeded } from '../core/cell-numbers.ts';
import { email } from '../core/email-field.ts';
import { id, isoDate, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';
import { emailMessages, validateFirmEmail } from './messages.ts';
import { statusValue } from './user.ts';

export const name = text({
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

export const firm = z
  .uuid({ error: ({ input }) => firmMessage(input) })
  .transform((value) => value.toLowerCase());

export const firmAdminFields = {
  email: email({
    required: texts.emailRequired,
    invalid: emailMessages[role.attorneyAdmin].invalid,
  }),
  cell: cell.refine(canReceiveSms, smsNeeded),
  status: chosenStatus.default(userStatus.active),
};

/** Without one, the name is made from the email. */
const nameOrNone = z.string().refine((typed) => typed.trim() === '' || !nameError(typed), {
  error: ({ input }) => nameError(input),
});

/** `kept` is the admin's current email, valid even if the firm gave up its domain. */
export function firmAdminForm(domains: readonly string[], stored?: string) {
  const findEmailError = (address: string) =>
    address === stored ? undefined : validateFirmEmail(address, domains);
  return z.object({
    firm,
    name: nameOrNone,
    email: firmAdminFields.email.refine((address) => findEmailError(address) === undefined, {
      error: ({ input }) =>
        emailMessages[role.attorneyAdmin][findEmailError(String(input)) ?? 'invalid'],
    }),
    cell: stored === undefined ? firmAdminFields.cell : cell,
    status: statusValue,
  });
}

export const attorneyFields = {
  name,
  email: email({ required: texts.emailRequired, invalid: emailMessages[role.attorney].invalid }),
  cell: attorneyCell,
  status: chosenStatus.default(userStatus.active),
};

const cellOrNone = z.union([z.literal(''), attorneyCell], {
  error: ({ input }) => cellMessage({ cell: input }, 'attorney'),
});

export const auditorFields = {
  name,
  email: attorneyFields.email,
  cell: cellOrNone.default(''),
  status: attorneyFields.status,
  endsOn: isoDate,
};

/** Mails the address of the sign-in page, never the password. */
export const invitation = z.boolean('Must be true or false.').default(false);

/** The server accepts only other attorneys of the same firm. */
export const recordsFor = z
  .array(
    // A client may send back what it read.
    z.union([id, z.looseObject({ _id: id }).transform(({ _id }) => _id)], 'Not a valid id.'),
    'Must be a list of attorneys.',
  )
  .max(200, 'Must not be more than 200.')
  .refine((ids) => new Set(ids).size === ids.length, 'Each attorney can be chosen once.')
  .meta({ description: 'Attorneys of the firm for whom this user records.' });

export const disbursementTypes = z
  .array(id)
  .max(200, 'Must not be more than 200.')
  .refine((ids) => new Set(ids).size === ids.length, 'Each disbursement type can be chosen once.');

function nameError(input: unknown): string | undefined {
  return name.safeParse(input).error?.issues[0]?.message;
}

export function firmMessage(input: unknown): string {
  return input === undefined || input === '' ? texts.chooseFirm : 'Not a valid id.';
}
