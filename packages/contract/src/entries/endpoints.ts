import { z } from 'zod';
import { callFee } from '../call-fees/endpoints.ts';
import { feeSchedule } from '../call-fees/schedules.ts';
import {
  backwards,
  dataReply,
  id,
  isPeriod,
  isoDate,
  listReply,
  maxMinutes,
  maxQuantity,
  minutes,
  rand,
  randTotal,
  text,
  wholeUpTo,
} from '../core/fields.ts';
import { reachedCap, usedCap } from '../matters/caps.ts';
import { matter } from '../matters/endpoints.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { entryDays, oddDay } from './entry-days.ts';
import { entryVat, vatTotals } from '../vat/amounts.ts';
import { entryExport, entryListQuery } from './entry-list.ts';
import { toE164 } from '../core/phone-numbers.ts';

/** Measurements of an entry's call by a timer or a telephone system. */
const measuredCall = {
  startedAt: z.string().nullable().meta({ description: 'When a timed call began.' }),
  seconds: z.int().nullable().meta({ description: 'The length of a timed call.' }),
  otherParty: z
    .string()
    .nullable()
    .meta({ description: 'The number on the other side of a call, as E.164 if it is one.' }),
};

const startedAt = z.iso
  .datetime({ offset: true, error: 'Must be a date and time with its zone.' })
  .refine(
    (at) => at > entryDays.first && at < entryDays.last,
    'Must be between the years 2000 and 2099.',
  );
const seconds = wholeUpTo(maxMinutes * 60, {
  notWhole: 'Must be whole seconds.',
  tooMany: 'Must not be more than 6 000 000 seconds.',
}).min(0, 'Must not be below 0.');
/** An extension or a hidden number stays as it is. */
const otherParty = text({ min: 1, max: 60 }).transform((written) => toE164(written) ?? written);

/** The same of a new entry. */
const measuredCallFields = {
  startedAt: startedAt.optional(),
  seconds: seconds.optional(),
  otherParty: otherParty.optional(),
};

/** Ids of the prices that an offline device used for an entry (docs/decisions/0040, 0043). */
const shownPriceFields = {
  callFeeSchedule: id.optional().meta({
    description:
      'The schedule that priced the entry on the device. ' +
      'Its price is kept if it was that day’s schedule at some time in the last 31 days.',
  }),
  unitPriceId: id.optional().meta({
    description:
      'The unit price that priced the entry on the device. ' +
      'Kept if it was that day’s at some time in the last 31 days; call fees come first.',
  }),
};

const named = z.object({ _id: z.string(), name: z.string() });

/** Ids of entries; absent where there is none. */
const entryLinkFields = {
  reverses: z.string().optional().meta({ description: 'The locked entry that it takes back.' }),
  reversedBy: z.string().optional().meta({ description: 'The entry that takes it back.' }),
  replaces: z.string().optional().meta({ description: 'The reversed entry whose place it takes.' }),
  replacedBy: z.string().optional(),
};

/**
 * Link from an entry to its reversal, its replacement or its original; `amount` in Rand, `export`
 * the number of the closed export that holds it, `reason` why it was reversed. Attorneys see only
 * their own entries.
 */
export const entryLink = z
  .object({
    _id: z.string(),
    is: z.enum(['reversal', 'reversed', 'replacement', 'replaced']),
    date: z.string(),
    amount: z.number(),
    export: z.int().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'EntryLink' });
export type EntryLink = z.infer<typeof entryLink>;

/** A call or disbursement that an attorney recorded on a matter; `amount` in Rand. */
export const entry = z
  .object({
    _id: z.string(),
    firm: z.string(),
    attorney: named,
    matter: z.object({
      _id: z.string(),
      name: z.string(),
      number: z.string(),
      client: z.string().nullable(),
    }),
    disbursementType: named,
    date: z.string(),
    happenedOn: z.string().optional().meta({
      description: 'When it happened; absent where that is `date`.',
    }),
    minutes: z.int().nullable(),
    quantity: z.int().nullable(),
    amount: z
      .number()
      .meta({ description: 'Rand for the whole entry, `quantity` items together.' }),
    vat: entryVat.optional().meta({ description: 'Absent for a firm that is no VAT vendor.' }),
    narration: z.string().nullable(),
    voucher: z.string().nullable().meta({ description: 'The number of its invoice or receipt.' }),
    vouchers: z.int().meta({ description: 'How many files of invoices and receipts it has.' }),
    ...measuredCall,
    recordedBy: named.nullable().meta({
      description: 'The user who recorded it for the attorney; null for the attorney.',
    }),
    createdAt: z.string(),
    version: z.int(),
    isLocked: z.boolean().meta({
      description: 'Whether it cannot be changed: a closing export holds it, or it was reversed.',
    }),
    export: entryExport,
    supplierAccount: z
      .object({
        _id: z.string(),
        number: z.string(),
        supplier: z.string(),
        line: z.int().nullable(),
      })
      .optional()
      .meta({
        description:
          'The supplier’s account that charges it, with the supplier’s name. `line` is its place ' +
          'in the account; null for what reverses or replaces a line.',
      }),
    ...entryLinkFields,
  })
  .meta({ id: 'Entry' });
export type Entry = z.infer<typeof entry>;

/** `cap`: its matter has reached a level of its cap. */
export const savedEntry = entry.extend({ cap: reachedCap.optional() });
export type SavedEntry = z.infer<typeof savedEntry>;

const quantity = wholeUpTo(maxQuantity, {
  notWhole: 'Must be a whole number.',
  tooMany: 'Must not be more than 100 000.',
}).min(1, 'Must be at least 1.');
const narration = text({ max: 1000, form: 'lines' });
const voucher = text({ max: 40 });
const version = z.int('Must be a whole number.').min(1, 'Must be at least 1.');
/** The audit log keeps it with the correction. */
export const reason = text({
  min: 3,
  max: 500,
  form: 'lines',
  required: 'Enter a reason.',
  tooShort: 'Enter a reason of at least three letters.',
});

export const tooMuch = 'An entry must not cost more than R 100 000 000.00.';

/** Without the bounds that older entries may exceed. */
export const entryFields = z.strictObject({
  _id: id.optional(),
  attorney: id.optional(),
  matter: id,
  disbursementType: id,
  date: isoDate,
  minutes: minutes.optional(),
  quantity: quantity.optional(),
  amount: rand.optional().meta({
    description:
      'Rand for one item: the entry costs `quantity` times as much. ' +
      'Ignored where call fees or a unit price set the price.',
  }),
  narration: narration.optional(),
  voucher: voucher.optional(),
  ...measuredCallFields,
  ...shownPriceFields,
});

export const newEntry = entryFields.extend({
  date: isoDate.refine((day) => day >= entryDays.first && day <= entryDays.last, oddDay),
});
export type NewEntry = z.infer<typeof newEntry>;

/**
 * A correction of what is charged, not of what was measured: absent fields stay, null clears a
 * field. A firm admin gives a reason. Only the
 * server checks the bounds of day and amount: older entries may keep values beyond them.
 */
export const changedEntry = entryFields
  .omit({ startedAt: true, seconds: true, otherParty: true })
  .partial()
  .extend({
    minutes: minutes.nullable().optional(),
    quantity: quantity.nullable().optional(),
    narration: narration.nullable().optional(),
    voucher: voucher.nullable().optional(),
    version: version.optional(),
    reason: reason.optional(),
  });
export type ChangedEntry = z.infer<typeof changedEntry>;

/** The explanation of a price: the fee rows of its day and the deciding row; in Rand. */
export const entryPrice = z
  .object({
    kind: z.enum(['given', 'unit', 'band', 'cap', 'thereafter', 'reversal']),
    why: z.string(),
    callFees: z.array(callFee),
    /** Index into `callFees` of the deciding row; null without call fees. */
    row: z.int().nullable(),
    thereafterRow: z.int().nullable(),
    /** The first and the last day of the price, and when another one took its place on them. */
    from: z.string().nullable(),
    until: z.string().nullable(),
    replacedOn: z.string().nullable(),
  })
  .meta({ id: 'EntryPrice' });
export type EntryPrice = z.infer<typeof entryPrice>;

/** With all call fees of its attorney and type: another day may price a correction. */
const pricedEntry = entry.extend({
  price: entryPrice,
  callFeeSchedule: z
    .string()
    .nullable()
    .meta({ description: 'The schedule that priced it; null without call fees.' }),
  callFeeSchedules: z.array(feeSchedule),
  links: z.array(entryLink),
  vatNow: entryVat.optional().meta({
    description: 'Of an entry that can be reversed: its VAT if it were recorded now.',
  }),
  closed: z
    .object({ number: z.int(), to: z.string() })
    .optional()
    .meta({ description: 'The last closed export, and the last day that it closed.' }),
  matterCap: usedCap.nullable().meta({ description: 'Null when its matter has no cap.' }),
});
export type PricedEntry = z.infer<typeof pricedEntry>;

const params = z.strictObject({ id });

/** Recoveries of a month (`YYYY-MM`) and disbursement type; `amount` in Rand. */
const monthlyRecovery = z
  .object({
    month: z.string(),
    disbursementType: z.object({ _id: z.string(), name: z.string() }),
    count: z.int(),
    minutes: z.int(),
    amount: randTotal,
    vat: vatTotals.optional(),
  })
  .meta({ id: 'MonthlyRecovery' });
export type MonthlyRecovery = z.infer<typeof monthlyRecovery>;

export const entryEndpoints = defineEndpoints({
  listEntries: {
    call: 'GET /entries',
    may: 'entries:read',
    summary:
      'Recorded entries: own ones for an attorney, the firm’s for its admin and auditors; with ' +
      '`attorney` those that the caller recorded for that attorney; ' +
      '`amount` is the sum of all that match, in Rand; all of them as `text/csv`',
    query: entryListQuery,
    replies: {
      200: listReply(entry)
        .extend({ amount: randTotal, vat: vatTotals.optional() })
        .meta({ id: 'EntryList' }),
    },
    produces: ['text/csv'],
  },
  createEntry: {
    call: 'POST /entries',
    may: 'entries:write',
    summary: 'Record a call or a disbursement; the server sets the price where call fees exist',
    body: newEntry,
    replies: { 201: dataReply(savedEntry).meta({ id: 'EntryReply' }) },
    errors: ['conflict'],
  },
  getEntry: {
    call: 'GET /entries/{id}',
    may: 'entries:read',
    summary: 'An entry and why it costs what it costs',
    params,
    replies: { 200: dataReply(pricedEntry).meta({ id: 'PricedEntryReply' }) },
  },
  updateEntry: {
    call: 'PUT /entries/{id}',
    may: 'entries:write',
    summary: 'Correct an entry that no closing export holds; a firm admin gives a reason',
    params,
    body: changedEntry,
    replies: { 200: dataReply(savedEntry).meta({ id: 'ChangedEntryReply' }) },
    errors: ['entry_is_locked', 'part_of_account', 'changed_meanwhile'],
  },
  deleteEntry: {
    call: 'DELETE /entries/{id}',
    may: 'entries:write',
    summary: 'Delete an entry that no closing export holds; a firm admin gives a reason',
    params,
    query: z.strictObject({
      version: z.coerce.number('Must be a whole number.').pipe(version).optional(),
      reason: reason.optional(),
    }),
    replies: { 200: z.object({}).meta({ id: 'DeletedEntryReply' }) },
    errors: ['entry_is_locked', 'part_of_account', 'changed_meanwhile'],
  },
  listMonths: {
    call: 'GET /recoveries',
    may: 'entries:summarise',
    summary: 'What was recovered, by month and disbursement type',
    query: z
      .strictObject({ attorney: id.optional(), from: isoDate.optional(), to: isoDate.optional() })
      .refine(isPeriod, backwards),
    replies: { 200: listReply(monthlyRecovery).meta({ id: 'RecoveryList' }) },
  },
  listRecentMatters: {
    call: 'GET /recent-matters',
    may: 'entries:read',
    summary: 'The matters that the caller recorded on, latest first',
    replies: { 200: listReply(matter).meta({ id: 'RecentMatterList' }) },
  },
});
