import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import {
  backwards,
  dataReply,
  hasCents,
  id,
  isoDate,
  isPeriod,
  itemsPerPage,
  listReply,
  page,
  search,
  text,
  wholeUpTo,
} from '../core/fields.ts';
import { maxEntryCents } from '../core/money.ts';
import { entryDays, oddDay } from '../entries/entry-days.ts';
import { reason } from '../entries/endpoints.ts';
import { isPages, pageNumbers } from './voucher-pages.ts';

/** Lines are recorded in one transaction. */
export const accountLimits = { lines: 500, weight: 1_000_000 } as const;

const named = z.object({ _id: z.string(), name: z.string() });
const numbered = named.extend({ number: z.string() });

/** A line of an account: an entry, which costs `amount` with its VAT, in Rand. */
const accountLine = z
  .object({
    entry: z.string().nullable().meta({ description: 'Its entry; null in a dry run.' }),
    matter: numbered,
    disbursementType: named,
    attorney: named,
    amount: z.number(),
    narration: z.string().nullable(),
    happenedOn: z
      .string()
      .optional()
      .meta({ description: 'Absent where it is the account’s day.' }),
    pages: z.string().nullable().meta({
      description: 'Its pages of the account’s vouchers, such as 2-3,5.',
    }),
    export: z
      .int()
      .nullable()
      .meta({ description: 'The number of the closed export that holds it.' }),
    reversedBy: z.string().nullable().meta({ description: 'The entry that takes it back.' }),
    replacedBy: z.string().nullable(),
  })
  .meta({ id: 'SupplierAccountLine' });
export type AccountLine = z.infer<typeof accountLine>;

const accountFields = {
  _id: z.string(),
  supplier: named,
  number: z.string(),
  date: z.string(),
  total: z.number().meta({ description: 'Rand, with VAT; negative for a credit note.' }),
  isPaid: z.boolean(),
  paidOn: z.string().nullable(),
  credits: z.string().nullable().meta({ description: 'The account that a credit note credits.' }),
  vouchers: z.int().meta({ description: 'How many it has, without withdrawn ones.' }),
  isLocked: z.boolean().meta({
    description: 'Whether a closed export holds one of its lines, or one was reversed.',
  }),
};

/** An account in a list. */
const listedAccount = z
  .object({ ...accountFields, lineCount: z.int() })
  .meta({ id: 'ListedSupplierAccount' });
export type ListedAccount = z.infer<typeof listedAccount>;

const otherAccount = z.object({ _id: z.string(), number: z.string(), total: z.number() });
const account = z
  .object({
    ...accountFields,
    lines: z.array(accountLine),
    creditedAccount: otherAccount.nullable().meta({ description: 'The account of `credits`.' }),
    creditNotes: z.array(otherAccount).meta({ description: 'Those that credit it.' }),
  })
  .meta({ id: 'SupplierAccount' });
export type SupplierAccount = z.infer<typeof account>;

const day = isoDate.refine((value) => value >= entryDays.first && value <= entryDays.last, oddDay);
const wholeWeight = 'Must be a whole number from 1 to 1 000 000.';

/** Negative in a credit note, and never nothing. */
const signedRand = z
  .number('Must be an amount in Rand.')
  .min(-maxEntryCents / 100, 'Must not be less than −R 100 000 000.00.')
  .max(maxEntryCents / 100, 'Must not be more than R 100 000 000.00.')
  .refine(hasCents, 'Must have at most two decimals.')
  .refine((amount) => amount !== 0, 'Must not be R 0.00.');

const newLine = z.strictObject({
  matter: id,
  disbursementType: id,
  amount: signedRand.optional().meta({
    description: 'Rand with VAT, what the supplier gets; absent with `split`.',
  }),
  weight: wholeUpTo(accountLimits.weight, { notWhole: wholeWeight, tooMany: wholeWeight })
    .min(1, wholeWeight)
    .optional(),
  narration: text({ max: 1000, form: 'lines' }).optional(),
  attorney: id.optional().meta({ description: 'Of the matter when absent.' }),
  happenedOn: day.optional().meta({ description: 'Not after the day of the account.' }),
  pages: text({ max: 100 })
    .overwrite((pages) => pages.replaceAll(' ', ''))
    .refine(isPages, pageNumbers)
    .optional(),
});
type NewLine = z.output<typeof newLine>;

const number = text({ min: 1, max: 40, required: 'Enter the number of the account.' });
const splits = ['equal', 'weights'] as const;

const fields = z.strictObject({
  _id: id.optional().meta({
    description: 'An id of the client: sent again under it, the same account is recorded once.',
  }),
  supplier: id,
  number,
  date: day,
  total: signedRand.meta({ description: 'Rand with VAT; negative for a credit note.' }),
  split: z.enum(splits, 'Must be equal or weights.').optional().meta({
    description: 'Divides the total over the lines to the cent, instead of their amounts.',
  }),
  lines: z
    .array(newLine, 'Must be a list of lines.')
    .min(1, 'Add at least one line.')
    .max(accountLimits.lines, `An account has at most ${accountLimits.lines} lines.`),
  credits: id.optional().meta({ description: 'The account that a credit note credits.' }),
  dryRun: z.boolean('Must be true or false.').default(false),
});
type Fields = z.output<typeof fields>;

const newSupplierAccount = fields
  .refine(({ total, credits }) => credits === undefined || total < 0, {
    error: 'Only a credit note credits an account: its total is negative.',
    path: ['credits'],
  })
  .check(({ value, issues }) => {
    for (const [at, line] of value.lines.entries())
      for (const [field, message] of lineFaults(line, value))
        issues.push({ code: 'custom', message, path: ['lines', at, field], input: line });
  });
export type NewSupplierAccount = z.output<typeof newSupplierAccount>;

type Fault = [field: keyof NewLine, message: string];

function* lineFaults(line: NewLine, of: Fields): Generator<Fault> {
  yield* amountFaults(line, of);
  if (line.happenedOn !== undefined && line.happenedOn > of.date)
    yield ['happenedOn', 'Must not be after the day of the account.'];
}

function* amountFaults({ amount, weight }: NewLine, { split, total }: Fields): Generator<Fault> {
  if (split !== undefined && amount !== undefined)
    yield ['amount', 'The total is split: leave the amounts out.'];
  if (split === undefined && amount === undefined) yield ['amount', 'Enter the amount.'];
  if (amount !== undefined && Math.sign(amount) !== Math.sign(total))
    yield [
      'amount',
      total > 0
        ? 'Must be above R 0.00. What is taken back comes in a credit note.'
        : 'Must be below R 0.00, as the total of a credit note is.',
    ];
  if (split === 'weights' && weight === undefined) yield ['weight', 'Enter a weight.'];
  if (split !== 'weights' && weight !== undefined)
    yield ['weight', 'Only a split by weights has them.'];
}

/** Absent fields stay. */
const changedAccount = z
  .strictObject({
    number: number.optional(),
    date: day.optional(),
    isPaid: z.boolean('Must be true or false.').optional(),
    paidOn: day.nullable().optional().meta({ description: 'Today when absent.' }),
  })
  .refine(({ isPaid, paidOn }) => isPaid !== false || !paidOn, {
    error: 'An account that is not paid has no day of payment.',
    path: ['paidOn'],
  });
export type ChangedAccount = z.output<typeof changedAccount>;

const params = z.strictObject({ id });
const one = dataReply(account).meta({ id: 'SupplierAccountReply' });
const accountErrors = ['conflict', 'account_exists'] as const;

/** The accounts that suppliers send, each line of which is an entry (docs/decisions/0086). */
export const supplierAccountEndpoints = defineEndpoints({
  listSupplierAccounts: {
    call: 'GET /supplier-accounts',
    may: 'suppliers:read',
    summary: 'Accounts of suppliers, the latest first',
    query: z
      .strictObject({
        supplier: id.optional(),
        isPaid: z
          .enum(['true', 'false'], 'Must be true or false.')
          .transform((value) => value === 'true')
          .optional(),
        from: isoDate.optional(),
        to: isoDate.optional(),
        search,
        page: page.optional(),
        itemsPerPage: itemsPerPage.optional(),
      })
      .refine(isPeriod, backwards),
    replies: { 200: listReply(listedAccount).meta({ id: 'SupplierAccountList' }) },
  },
  createSupplierAccount: {
    call: 'POST /supplier-accounts',
    may: 'suppliers:write',
    summary:
      'Record an account as one entry a line, all or none; amounts are gross, whatever the ' +
      'firm’s prices include. `dryRun` only answers what that would be',
    body: newSupplierAccount,
    bodyLimit: 1024 * 1024,
    bodyParts: 20 * accountLimits.lines,
    replies: { 200: one, 201: one },
    errors: [...accountErrors, 'account_sum'],
  },
  getSupplierAccount: {
    call: 'GET /supplier-accounts/{id}',
    may: 'suppliers:read',
    summary: 'An account with its lines',
    params,
    replies: { 200: one },
  },
  updateSupplierAccount: {
    call: 'PUT /supplier-accounts/{id}',
    may: 'suppliers:write',
    summary: 'Mark an account as paid; change number and day while nothing of it is locked',
    params,
    body: changedAccount,
    replies: { 200: one },
    errors: [...accountErrors, 'entry_is_locked'],
  },
  deleteSupplierAccount: {
    call: 'DELETE /supplier-accounts/{id}',
    may: 'suppliers:write',
    summary: 'Delete an account and its entries while nothing of it is locked or credited',
    params,
    query: z.strictObject({ reason }),
    replies: { 200: z.object({}).meta({ id: 'DeletedSupplierAccountReply' }) },
    errors: ['conflict', 'entry_is_locked'],
  },
});
