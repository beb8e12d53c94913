/** The kinds of an export's file, and their media types in `Accept`. */
export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
export type FileKind = keyof typeof fileTypes;
export const fileKinds = ['csv', 'xlsx', 'pdf'] as const satisfies readonly FileKind[];

/**
 * `systems`: UTF-8 without BOM, comma, point, ISO dates; the ledger has its SHA-256.
 * `people`: UTF-8 with BOM and the firm's delimiter, for spreadsheets.
 */
export const csvProfiles = ['systems', 'people'] as const;
export type CsvProfile = (typeof csvProfiles)[number];

/** Delimiters of the CSV for people. Beside a semicolon, amounts have a decimal comma. */
export const csvDelimiters = [',', ';'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];
/** The default: South African spreadsheets expect a semicolon and a decimal comma. */
export const defaultCsvDelimiter: CsvDelimiter = ';';

/**
 * The columns of every kind of file. A new one also needs its place in `selectLines`,
 * `csvLineEncoder` and `readLines` of the server's `exports/snapshot`, and so does one of
 * `extraColumns`.
 */
export const exportColumns = [
  'Date',
  'Matter Number',
  'Client',
  'Matter',
  'Attorney',
  'Disbursement',
  'Minutes',
  'Quantity',
  'Amount',
  'Narration',
] as const;

/**
 * Columns behind those of every file, where a line of the export has something to say in them: of
 * its VAT, its voucher, a reversal, or the supplier whose account charges it. `Reversed Export` is
 * the number of the closed export that holds the reversed entry.
 */
export const extraColumns = {
  vat: ['VAT Treatment', 'VAT Percent', 'Net', 'VAT', 'Gross'],
  voucher: ['Voucher'],
  reversals: ['Entry', 'Reverses', 'Reversed Export'],
  suppliers: ['Supplier', 'Supplier Code', 'Supplier Invoice'],
} as const;
export const extras = [
  'vat',
  'voucher',
  'reversals',
  'suppliers',
] as const satisfies readonly Extra[];
export type Extra = keyof typeof extraColumns;

/** The columns of a file with these extras. */
export function columnsWith(some: readonly Extra[]): readonly string[] {
  return [
    ...exportColumns,
    ...extras.flatMap((each) => (some.includes(each) ? extraColumns[each] : [])),
  ];
}

/** `jsonBytes` because JSON is built in memory; `mail*` bounds attachments. */
export const exportLimits = {
  jsonBytes: 20_000_000,
  rows: { csv: Infinity, xlsx: 1_048_573, pdf: 50_000 },
  mailBytes: 10_000_000,
  mailRows: { csv: Infinity, xlsx: 150_000, pdf: 20_000 },
} as const;
