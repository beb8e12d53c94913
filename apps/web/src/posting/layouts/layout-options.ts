import { amountFields, type PostingField, postingFields } from '@recoup/contract/posting/rules';

/**
 * A firm that is no vendor sees nothing of VAT, except the content that a column has had since the
 * firm was one.
 */
export function contentOptions(content: string, { isVatVendor }: { isVatVendor: boolean }) {
  const fields = postingFields.filter(
    (field) => isVatVendor || field === content || !isVatField(field),
  );
  return [
    { value: constant, label: 'Constant text' },
    ...fields.map((field) => ({ value: field, label: fieldNames[field] })),
  ];
}
export const delimiterOptions = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
  { value: '', label: 'None: columns of fixed width' },
];
export const quoteOptions = [
  { value: 'when-needed', label: 'Where needed' },
  { value: 'always', label: 'Around every value' },
  { value: 'never', label: 'Never' },
];
export const lineEndOptions = [
  { value: 'crlf', label: 'CR LF (Windows)' },
  { value: 'lf', label: 'LF' },
];
export const encodingOptions = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-8-bom', label: 'UTF-8 with byte order mark' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'ascii', label: 'ASCII' },
];
export const recordOptions = [
  { value: '1', label: 'One record' },
  { value: '2', label: 'Two records: debit and credit' },
];
export const fitOptions = [
  { value: 'reject', label: 'Refuse the line' },
  { value: 'cut', label: 'Shorten it' },
];
export const alignOptions = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
];
export const padOptions = [
  { value: '', label: 'Nothing' },
  { value: ' ', label: 'Spaces' },
  { value: '0', label: 'Zeros' },
];
export const signOptions = [
  { value: 'minus', label: 'Minus in front' },
  { value: 'trailing-minus', label: 'Minus behind' },
  { value: 'brackets', label: 'In brackets' },
  { value: 'none', label: 'Without a sign' },
  { value: 'opposite', label: 'Opposite sign' },
];
export const decimalMarkOptions = [
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
  { value: 'none', label: 'None: whole cents' },
];

/** Content of a column whose text is the same in each line. */
export const constant = 'constant';

/** Names of the column contents in the layout editor. */
export const fieldNames: Readonly<Record<PostingField, string>> = {
  date: 'Date of the entry',
  exportDate: 'Date of the export',
  financialPeriod: 'Financial period (1 to 12)',
  matterNumber: 'Matter number',
  client: 'Client',
  matterDescription: 'Matter description',
  attorney: 'Attorney',
  disbursementType: 'Disbursement type',
  minutes: 'Minutes',
  quantity: 'Quantity',
  amount: 'Amount as recorded',
  net: 'Amount without VAT',
  vat: 'VAT',
  gross: 'Amount with VAT',
  vatPercent: 'VAT rate (%)',
  vatTreatment: 'VAT treatment',
  taxType: 'Tax type',
  narration: 'Narration',
  particulars: 'Type and narration',
  description: 'Matter, type and narration',
  voucher: 'Voucher number of the entry',
  supplierName: 'Supplier',
  supplierCode: 'Code of the supplier',
  supplierInvoice: 'Number of the supplier’s account',
  entryId: 'ID of the entry',
  reverses: 'ID of the reversed entry',
  lineNumber: 'Line number',
  exportNumber: 'Export number',
  exportVoucher: 'Voucher number of the export',
  exportReference: 'Reference of the export',
  journalNumber: 'Journal number',
  account: 'Account of the type',
  contraAccount: 'Contra account',
  firmId: 'Law firm ID',
  clientId: 'Client ID',
  invoiceNumber: 'Invoice number',
  debitMatter: 'Debit: matter',
  debitAccount: 'Debit: account',
  debitSide: 'Debit: matter or account',
  creditMatter: 'Credit: matter',
  creditAccount: 'Credit: account',
  creditSide: 'Credit: matter or account',
  legAccount: 'Record: account',
  legAmount: 'Record: amount, debit positive',
  legVat: 'Record: VAT',
  legTaxType: 'Record: tax type',
  debit: 'Record: debit',
  credit: 'Record: credit',
};

const dateFields: readonly string[] = ['date', 'exportDate'] satisfies PostingField[];

export const isDateField = (field: string): boolean => dateFields.includes(field);
export const isAmountField = (field: string): boolean =>
  amountFields.some((amount) => amount === field);

const vatFields: readonly string[] = [
  'net',
  'vat',
  'gross',
  'vatPercent',
  'vatTreatment',
  'taxType',
  'legVat',
  'legTaxType',
] satisfies PostingField[];

const isVatField = (field: string): boolean => vatFields.includes(field);
