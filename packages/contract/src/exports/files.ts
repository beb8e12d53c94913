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
 * `csvLineEncoder` and `readLines` of the server's `exports/snapshot`. A column for lines that have
 * something to say in it is a value of `extra-columns.repository.ts` there.
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

/** Columns of VAT behind them; but for the first they have decimals. */
export const vatColumns = ['VAT Treatment', 'VAT Percent', 'Net', 'VAT', 'Gross'] as const;

/** `jsonBytes` because JSON is built in memory; `mail*` bounds attachments. */
export const exportLimits = {
  jsonBytes: 20_000_000,
  rows: { csv: Infinity, xlsx: 1_048_573, pdf: 50_000 },
  mailBytes: 10_000_000,
  mailRows: { csv: Infinity, xlsx: 150_000, pdf: 20_000 },
} as const;
