import { type EntryVatTreatment, splitVat } from '@recoup/contract/vat/rules';
import type { BuiltInLayout } from '@recoup/contract/posting/rules';
import { builtIns } from '../../src/posting/built-in/built-in-layouts.ts';
import type { PostingLine } from '../../src/posting/engine/posting-line.ts';
import {
  checkLines,
  type LineBatches,
  postingBytes,
} from '../../src/posting/engine/posting-stream.ts';
import {
  type Posted,
  readDynamicLta,
  readLegalSuite,
  readQuickBooks,
  readSagePastel,
  readXero,
} from './journals.ts';

export const types = { call: '0197-call', copies: '0197-copies' };
export const settings = {
  accounts: { [types.call]: '4000000', [types.copies]: '4000010' },
  contraAccount: '7000000',
  firmId: 'MOKOENA',
  clientIds: { 'Botha & Sons': 'C0017', Dlamini: 'C0018' },
  invoiceNumber: 'INV',
};
/** Of QuickBooks, whose journals have no column for tax. */
const vatAccount = 'VAT Control';
export const base = {
  date: '2026-03-05',
  matterNumber: 'M-1',
  client: 'Botha & Sons',
  matterDescription: 'Botha / Road Accident Fund',
  attorney: 'Lerato Nkosi',
  disbursementType: 'Call',
  minutes: 12,
  quantity: null,
  amountCents: 3300,
  narration: 'Call with the client',
  typeId: types.call,
  entryId: '0197aaaa-0000-7000-8000-000000000001',
  vat: null,
  reverses: null,
  voucher: null,
} as const satisfies PostingLine;

export function withVat(
  line: PostingLine,
  treatment: EntryVatTreatment,
  isIncluded = false,
): PostingLine {
  const percent = treatment === 'cost' ? 15 : 0;
  const vat = splitVat(line.amountCents, { basisPoints: percent * 100, isIncluded });
  return { ...line, vat: { treatment, percent, ...vat } };
}

export const copies = {
  ...base,
  date: '2026-03-06',
  matterNumber: 'M-2',
  client: 'Dlamini',
  disbursementType: 'Copies',
  minutes: null,
  quantity: 30,
  amountCents: 7500,
  narration: 'Côpies, “bound”; 30 × A4\nfor | [counsel]',
  typeId: types.copies,
} satisfies PostingLine;
const reversal = { ...base, date: '2026-03-17', amountCents: -3300, minutes: -12, reverses: 'x' };
export const plainLines: PostingLine[] = [base, copies, reversal];
export const vatLines = [
  withVat(base, 'cost'),
  withVat(copies, 'cost', true),
  withVat(reversal, 'cost'),
  withVat({ ...copies, amountCents: 9999 }, 'agent'),
  withVat({ ...copies, amountCents: 1 }, 'exempt'),
  withVat({ ...copies, amountCents: 12_345_67 }, 'zero'),
];

export async function* batchesOf(lines: readonly PostingLine[]): LineBatches {
  for (let at = 0; at < lines.length; at += 2) yield lines.slice(at, at + 2);
}

export async function writePosting(
  id: BuiltInLayout,
  lines: readonly PostingLine[],
  input: object = {},
) {
  const { layout, taxTypes } = builtIns[id];
  const file = {
    exportNumber: 17,
    exportDay: '2026-03-31',
    firmName: 'Mokoena & Partners',
    settings: {
      taxTypes,
      ...settings,
      ...(id === 'quickbooks-journal' && { vatAccount }),
      ...input,
    },
  };
  const checked = await checkLines(batchesOf(lines), { layout, file });
  const pieces: Buffer[] = [];
  for await (const piece of postingBytes(batchesOf(lines), { layout, file: checked.file }))
    pieces.push(piece);
  const { findings, total } = checked;
  return { bytes: Buffer.concat(pieces), total, rows: findings.rows, missing: findings.missing };
}

export const supplier = { name: 'Sheriff Pretoria', code: 'SHE001', invoice: 'INV 4711' };
/** A line of an account, its reversal, and a line of a credit note, paid as agent. */
export const supplierLines: PostingLine[] = [
  { ...copies, narration: 'Service', supplier, isAgent: true },
  { ...copies, narration: 'Service', amountCents: -7500, reverses: 'x', supplier, isAgent: true },
  { ...copies, narration: 'Credit', amountCents: -2500, supplier, isAgent: true },
];

const accounts = [...Object.values(settings.accounts), supplier.code];
export const readers: Partial<Record<BuiltInLayout, (bytes: Buffer) => Posted[]>> = {
  legalsuite: readLegalSuite,
  dynamiclta: (bytes) => readDynamicLta(bytes, accounts),
  'sage-pastel': readSagePastel,
  'xero-journal': readXero,
  'quickbooks-journal': readQuickBooks,
};
