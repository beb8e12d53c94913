import { amountFields, type PostingField } from '@recoup/contract/posting/rules';

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

export const isVatField = (field: string): boolean => vatFields.includes(field);
