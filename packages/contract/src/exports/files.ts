/** What a file of an export can be, and the media type that asks for it in `Accept`. */
export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
export type FileKind = keyof typeof fileTypes;
export const fileKinds = ['csv', 'xlsx', 'pdf'] as const satisfies readonly FileKind[];

/**
 * Two ways to write CSV. `systems`: UTF-8 without BOM, comma, point, ISO dates; the SHA-256 of the ledger is of this one.
 * `people`: UTF-8 with BOM and the firm's delimiter, as its spreadsheets expect.
 */
export const csvProfiles = ['systems', 'people'] as const;
export type CsvProfile = (typeof csvProfiles)[number];

/** What may stand between the cells of the CSV for people. Beside a semicolon amounts have a decimal comma. */
export const csvDelimiters = [',', ';'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];
/** Of a firm that has not chosen: spreadsheets of South Africa expect a semicolon and a decimal comma. */
export const defaultCsvDelimiter: CsvDelimiter = ';';

/** Columns of every kind of file, in order. */
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

/** `rows` where a kind takes only so many; `jsonBytes` of the JSON form, which is built in memory; `mail*` of what an attachment may be. */
export const exportLimits = {
  jsonBytes: 20_000_000,
  rows: { csv: Infinity, xlsx: 1_048_573, pdf: 50_000 },
  mailBytes: 10_000_000,
  mailRows: { csv: Infinity, xlsx: 150_000, pdf: 20_000 },
} as const;
