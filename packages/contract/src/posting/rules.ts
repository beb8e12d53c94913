/** The layouts that every firm has; the name is the id. */
export const builtInLayouts = [
  'legalsuite',
  'dynamiclta',
  'sage-pastel',
  'xero-journal',
  'quickbooks-journal',
  'ledes98bi',
] as const;
export type BuiltInLayout = (typeof builtInLayouts)[number];

/**
 * Contents of a column. `debit…` and `credit…` name the two sides of the posting. An entry debits
 * the matter and credits the type's account; a reversal swaps them. `leg…` belong to one record of
 * an entry: positive amounts debit, negative ones credit. `supplier…` are of the account that an
 * entry is a line of.
 */
export const postingFields = [
  'date',
  'exportDate',
  'financialPeriod',
  'matterNumber',
  'client',
  'matterDescription',
  'attorney',
  'disbursementType',
  'minutes',
  'quantity',
  'amount',
  'net',
  'vat',
  'gross',
  'vatPercent',
  'vatTreatment',
  'taxType',
  'narration',
  'particulars',
  'description',
  'voucher',
  'supplierName',
  'supplierCode',
  'supplierInvoice',
  'entryId',
  'reverses',
  'lineNumber',
  'exportNumber',
  'exportVoucher',
  'exportReference',
  'journalNumber',
  'account',
  'contraAccount',
  'firmId',
  'clientId',
  'invoiceNumber',
  'debitMatter',
  'debitAccount',
  'debitSide',
  'creditMatter',
  'creditAccount',
  'creditSide',
  'legAccount',
  'legAmount',
  'legVat',
  'legTaxType',
  'debit',
  'credit',
] as const;
export type PostingField = (typeof postingFields)[number];

/** The fields that a column writes with its sign and decimal mark. */
export const amountFields = [
  'amount',
  'net',
  'vat',
  'gross',
  'legAmount',
  'legVat',
  'debit',
  'credit',
] as const satisfies readonly PostingField[];
export type AmountField = (typeof amountFields)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export const quotes = ['when-needed', 'always', 'never'] as const;
export const lineEnds = ['crlf', 'lf'] as const;
export const encodings = ['utf-8', 'utf-8-bom', 'windows-1252', 'ascii'] as const;
export type Encoding = (typeof encodings)[number];
/** `reject` refuses a text that is too long or that the encoding lacks; `cut` shortens it. */
export const fits = ['reject', 'cut'] as const;
export const alignments = ['left', 'right'] as const;
export const pads = [' ', '0'] as const;
/** How a negative amount is written; `opposite` turns the sign of every amount round. */
export const signs = ['minus', 'trailing-minus', 'brackets', 'none', 'opposite'] as const;
/** `none` writes cents. */
export const decimalMarks = ['.', ',', 'none'] as const;

export const postingLimits = {
  layouts: 50,
  columns: 100,
  width: 2_000,
  /** Total width of the filled-up columns in all records of one entry. */
  filledWidth: 20_000,
  /** A million lines of LEDES have half as many. */
  fileCharacters: 1_000_000_000,
  rejectedRows: 100,
  /** Open entries that do not fit, as exceptions. */
  unfitEntries: 10_000,
} as const;
