import { z } from 'zod';
import { callFee } from '../call-fees/endpoints.ts';
import { backwards, dataReply, id, isoDate, isPeriod, randTotal, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { fileTypes } from '../exports/files.ts';
import { entryVat, vatTotals } from '../vat/amounts.ts';
import { entryVatTreatments } from '../vat/rules.ts';

/** For whom a statement is. */
export const statementPurposes = ['client', 'taxation'] as const;
export type StatementPurpose = (typeof statementPurposes)[number];

/** The kinds of files of a ZIP. */
export const statementKinds = ['pdf', 'xlsx'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Limits of one statement by kind, and of a ZIP. The server makes JSON and PDF in memory. */
export const statementLimits = {
  lines: { json: 20_000, pdf: 50_000, xlsx: 1_000_000 },
  zip: { matters: 2_000, lines: 200_000 },
} as const;

const named = z.object({ _id: z.string(), name: z.string() });

/** An entry on a statement; `amount` and VAT in Rand, as the entry has them. */
const statementLine = z
  .object({
    _id: z.string(),
    item: z.int().meta({ description: 'Counts the lines of a statement from 1.' }),
    date: z.string(),
    particulars: z.string(),
    disbursementType: named,
    attorney: named,
    minutes: z.int().nullable(),
    quantity: z.int().nullable(),
    voucher: z.string().nullable(),
    vouchers: z.int().meta({ description: 'How many files of invoices and receipts it has.' }),
    amount: z.number(),
    vat: entryVat.optional().meta({ description: 'Absent for a firm that is no VAT vendor.' }),
    reverses: z.string().optional().meta({ description: 'The entry that it takes back.' }),
    correction: z.string().optional().meta({
      description: 'Of a reversal and its replacement: which line they correct, and how.',
    }),
    reason: z.string().optional().meta({ description: 'Why; only beside `correction`.' }),
    taxedOff: z.null().optional().meta({ description: 'For a taxation: left empty.' }),
  })
  .meta({ id: 'StatementLine' });
export type StatementLine = z.infer<typeof statementLine>;

/** `total` is what the client owes: with VAT where the firm is a vendor. */
const sums = { total: randTotal, vat: vatTotals.optional() };
const section = z
  .object({ lines: z.array(statementLine), count: z.int(), ...sums })
  .meta({ id: 'StatementSection' });

const subtotal = z
  .object({
    disbursementType: named,
    isAgent: z.boolean().meta({ description: 'Paid as agent of the client.' }),
    count: z.int(),
    minutes: z.int(),
    ...sums,
  })
  .meta({ id: 'StatementSubtotal' });

const rateTotal = vatTotals
  .extend({ treatment: z.enum(entryVatTreatments), percent: z.number() })
  .meta({ id: 'StatementVatRate' });

const priceTable = z
  .object({
    disbursementType: named,
    attorneys: z.array(named),
    validFrom: z.string(),
    callFees: z.array(callFee),
  })
  .meta({ id: 'StatementPriceTable' });

/** The costs and disbursements of a matter in a period, as its client gets them. */
const statement = z
  .object({
    firm: z.object({ name: z.string(), vatNumber: z.string().optional() }),
    matter: z.object({
      _id: z.string(),
      number: z.string(),
      name: z.string(),
      client: z.string().nullable(),
    }),
    for: z.enum(statementPurposes),
    from: z.string().nullable(),
    to: z.string().nullable(),
    day: z.string().meta({ description: 'When it was made, in South Africa.' }),
    costs: section,
    agent: section.meta({ description: 'Disbursements paid as agent of the client.' }),
    subtotals: z.array(subtotal),
    vatRates: z.array(rateTotal).optional(),
    ...sums,
    priceTables: z.array(priceTable),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statement>;

const statements = z
  .object({ matters: z.int(), lines: z.int() })
  .meta({ id: 'Statements', description: 'How many matters and lines a ZIP holds.' });

const days = { from: isoDate.optional(), to: isoDate.optional() };
const purpose = z
  .enum(statementPurposes, `Must be ${statementPurposes.join(' or ')}.`)
  .optional()
  .meta({
    description: 'With `taxation`, item and voucher numbers and an empty column *taxed off*.',
  });
const zipKind = z.enum(statementKinds, `Must be ${statementKinds.join(' or ')}.`).optional();

export const statementEndpoints = defineEndpoints({
  getStatement: {
    call: 'GET /matters/{id}/statement',
    outlivesClient: true,
    may: 'statements:read',
    summary:
      'The statement of a matter: costs recovered, disbursements paid as agent, and totals; ' +
      'JSON, or PDF or XLSX where `Accept` asks for it',
    params: z.strictObject({ id }),
    query: z.strictObject({ ...days, for: purpose }).refine(isPeriod, backwards),
    replies: { 200: dataReply(statement).meta({ id: 'StatementReply' }) },
    produces: [fileTypes.pdf, fileTypes.xlsx],
    errors: ['too_many_lines'],
  },
  getStatements: {
    call: 'GET /statements',
    outlivesClient: true,
    may: 'statements:read',
    summary:
      'The statements of all matters with entries in a period, or of those of a client, ' +
      'as a ZIP file; their number where `Accept` asks for JSON',
    query: z
      .strictObject({
        ...days,
        for: purpose,
        client: text({ max: 500 }).optional().meta({ description: 'The whole name.' }),
        kind: zipKind.meta({ description: 'Of the files; `pdf` when absent.' }),
      })
      .refine(isPeriod, backwards),
    replies: { 200: dataReply(statements).meta({ id: 'StatementsReply' }) },
    produces: ['application/zip'],
    errors: ['too_many_lines', 'nothing_to_export'],
  },
});
