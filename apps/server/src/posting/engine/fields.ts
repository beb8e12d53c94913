import { shortDay } from '@recoup/contract/entries/rules';
import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import type { PostingColumn } from '@recoup/contract/posting/layouts';
import type { PostingField } from '@recoup/contract/posting/rules';
import type { Report } from './findings.ts';
import type { PostingRecord } from './posting-line.ts';

type Read<T> = (record: PostingRecord, findings: Report) => T | null;
/**
 * How a column gets its value. `text` comes from the entry, `code` from the firm's settings or from
 * the product; null is an empty cell.
 */
export type Field =
  | { kind: 'text' | 'code' | 'date'; read: Read<string> }
  | { kind: 'amount'; read: Read<number | bigint> }
  | { kind: 'whole'; read: Read<number> };

/** A column whose value no field of the contract has; a copy of the layout writes the constant. */
export type OwnColumn = Omit<PostingColumn, 'field'> & { own: Field };
export type AnyColumn = PostingColumn | OwnColumn;

export function hasField(columns: readonly AnyColumn[], wanted: PostingField): boolean {
  return columns.some((column) => 'field' in column && column.field === wanted);
}

export const text = (read: Read<string>): Field => ({ kind: 'text', read });
export const code = (read: Read<string>): Field => ({ kind: 'code', read });
export const date = (read: Read<string>): Field => ({ kind: 'date', read });
export const amount = (read: Read<number | bigint>): Field => ({ kind: 'amount', read });
export const whole = (read: Read<number>): Field => ({ kind: 'whole', read });

export const fieldDefinitions: Readonly<Record<PostingField, Field>> = {
  date: date(({ line }) => line.date),
  exportDate: date(({ file }) => file.exportDay),
  financialPeriod: whole(({ line, file }) =>
    financialPeriod(line.date, file.settings.firstMonth ?? firstMonth),
  ),
  matterNumber: text(({ line }) => line.matterNumber),
  client: text(({ line }) => line.client),
  matterDescription: text(({ line }) => line.matterDescription),
  attorney: text(({ line }) => line.attorney),
  disbursementType: text(({ line }) => line.disbursementType),
  minutes: whole(({ line }) => line.minutes),
  quantity: whole(({ line }) => line.quantity),
  amount: amount(({ line }) => line.amountCents),
  net: amount(({ net }) => net),
  vat: amount(({ line, vat }) => (line.vat ? vat : null)),
  gross: amount(({ gross }) => gross),
  vatPercent: code(({ line }) => (line.vat ? String(line.vat.percent) : null)),
  vatTreatment: code(({ line }) => line.vat?.treatment ?? null),
  taxType: code(readTaxType),
  narration: text(({ line }) => line.narration),
  particulars: text(({ line }) => particularsText(line)),
  description: text(({ line }) => `${line.matterNumber} ${particularsText(line)}`),
  voucher: text(({ line }) => line.voucher),
  supplierName: text(({ line }) => line.supplier?.name ?? null),
  supplierCode: text(({ line }) => line.supplier?.code ?? null),
  supplierInvoice: text(({ line }) => line.supplier?.invoice ?? null),
  entryId: code(({ line }) => line.entryId),
  reverses: code(({ line }) => line.reverses),
  lineNumber: whole(({ number }) => number),
  exportNumber: whole(({ file }) => file.exportNumber),
  exportVoucher: code(({ file }) => `R${file.exportNumber}`),
  exportReference: code(({ file }) => `R${String(file.exportNumber).padStart(7, '0')}`),
  journalNumber: code(makeJournalNumber),
  account: code(readAccount),
  contraAccount: code(readContraAccount),
  firmId: code(readFirmId),
  clientId: code(readClientId),
  invoiceNumber: text(makeInvoiceNumber),
  debitMatter: text(({ line, gross }) => (gross < 0 ? null : line.matterNumber)),
  creditMatter: text(({ line, gross }) => (gross < 0 ? line.matterNumber : null)),
  debitAccount: code((record, findings) =>
    record.gross < 0 ? readAccount(record, findings) : null,
  ),
  creditAccount: code((record, findings) =>
    record.gross < 0 ? null : readAccount(record, findings),
  ),
  debitSide: text((record, findings) =>
    record.gross < 0 ? readAccount(record, findings) : record.line.matterNumber,
  ),
  creditSide: text((record, findings) =>
    record.gross < 0 ? record.line.matterNumber : readAccount(record, findings),
  ),
  legAccount: code(readLegAccount),
  legAmount: amount(({ leg }) => leg),
  legVat: amount(({ legVat }) => legVat),
  legTaxType: code((record, findings) =>
    record.side === 'debit'
      ? (record.file.settings.taxTypes?.none ?? null)
      : readTaxType(record, findings),
  ),
  debit: amount(({ leg }) => (leg > 0 ? leg : null)),
  credit: amount(({ leg }) => (leg < 0 ? -leg : null)),
};

/** March, after the February in which most South African firms end their year. */
const firstMonth = 3;

/** The codes among the settings that a field writes. */
export const settingsOfField: Partial<Record<PostingField, readonly SettingName[]>> = {
  account: ['accounts'],
  contraAccount: ['contraAccount'],
  firmId: ['firmId'],
  clientId: ['clientIds'],
  invoiceNumber: ['invoiceNumber'],
  debitAccount: ['accounts'],
  creditAccount: ['accounts'],
  debitSide: ['accounts'],
  creditSide: ['accounts'],
  legAccount: ['accounts', 'contraAccount', 'vatAccount'],
  taxType: ['taxTypes'],
  legTaxType: ['taxTypes'],
};
type SettingName = keyof PostingSettings;

/** Lines of a firm without VAT need no word for it. */
function readTaxType({ line, file }: PostingRecord, findings: Report): string | null {
  const treatment = line.vat?.treatment ?? 'none';
  const found = file.settings.taxTypes?.[treatment];
  if (found === undefined && line.vat !== null)
    findings.lack(
      `taxTypes.${treatment}`,
      `Enter the tax type of the VAT treatment “${treatment}”.`,
    );
  return found ?? null;
}

function particularsText({ disbursementType, narration }: PostingRecord['line']): string {
  return narration === null ? disbursementType : `${disbursementType}: ${narration}`;
}

/** The account of the supplier where that is credited, else of the type. */
export function readAccount({ line, file, creditor }: PostingRecord, findings: Report): string {
  if (creditor !== null) return creditor;
  const found = line.typeId === null ? undefined : file.settings.accounts[line.typeId];
  if (found !== undefined) return found;
  const type = line.disbursementType;
  if (line.typeId === null)
    findings.reject('accounts', `The firm has no disbursement type “${type}” any more.`);
  else findings.lack(`accounts.${line.typeId}`, `Enter the account of “${type}”.`);
  return '';
}

function readContraAccount({ file }: PostingRecord, findings: Report): string {
  return needed(file.settings.contraAccount, findings, contraAccountLacks);
}
const contraAccountLacks = ['contraAccount', 'Enter the contra account.'] as const;

function readFirmId({ file }: PostingRecord, findings: Report): string {
  return needed(file.settings.firmId, findings, firmIdLacks);
}
const firmIdLacks = ['firmId', 'Enter the id of the firm.'] as const;

function readClientId({ line, file }: PostingRecord, findings: Report): string {
  const { client } = line;
  if (client === null) {
    findings.reject('client', `Matter “${line.matterNumber}” has no client.`);
    return '';
  }
  const lack = [`clientIds.${client}`, `Enter the id of the client “${client}”.`] as const;
  return needed(ownValue(file.settings.clientIds, client), findings, lack);
}

/** A day that goes on in the next file begins another journal: each file is in balance. */
function makeJournalNumber({ line, file }: PostingRecord): string {
  const number = `R${file.exportNumber}-${line.date.replaceAll('-', '')}`;
  return file.part === undefined ? number : `${number}-${file.part}`;
}

function makeInvoiceNumber({ line, file }: PostingRecord, findings: Report): string {
  const lack = ['invoiceNumber', 'Enter the text that invoice numbers begin with.'] as const;
  const prefix = needed(file.settings.invoiceNumber, findings, lack);
  return `${prefix}-${file.exportNumber}-${line.matterNumber}`;
}

function readLegAccount(record: PostingRecord, findings: Report): string {
  if (record.side === 'vat') return record.file.settings.vatAccount ?? '';
  return record.side === 'credit'
    ? readAccount(record, findings)
    : readContraAccount(record, findings);
}

function needed(
  value: string | undefined,
  findings: Report,
  [name, message]: readonly [string, string],
): string {
  if (value === undefined) findings.lack(name, message);
  return value ?? '';
}

/** A client's name may equal that of a method of all objects, such as `constructor`. */
export function ownValue(
  codes: Readonly<Record<string, string>> | undefined,
  name: string,
): string | undefined {
  return codes !== undefined && Object.hasOwn(codes, name) ? codes[name] : undefined;
}

/** Cents as the column writes amounts. */
export function amountCell(
  cents: number | bigint,
  { sign, decimalMark }: Pick<PostingColumn, 'sign' | 'decimalMark'>,
): string {
  const isNegative = sign === 'opposite' ? cents > 0 : cents < 0;
  const digits = String(cents).replace('-', '');
  const size = decimalMark === 'none' ? digits : withDecimals(digits, decimalMark);
  if (!isNegative || sign === 'none') return size;
  if (sign === 'brackets') return `(${size})`;
  return sign === 'trailing-minus' ? `${size}-` : `-${size}`;
}

/** A day, YYYY-MM-DD, in a pattern of yyyy, yy, mmm, mm and dd. */
export function dateCell(day: string, pattern: string): string {
  if (pattern === 'yyyy-mm-dd') return day;
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(-2),
    mmm: shortDay(day).split(' ')[1] ?? '',
    mm: month,
    dd: dayOfMonth,
  };
  return pattern.replaceAll(/yyyy|yy|mmm|mm|dd/g, (part) => parts[part] ?? part);
}

/** The month of a day within a financial year that begins in `first`, from 1 to 12. */
function financialPeriod(day: string, first: number): number {
  return ((Number(day.slice(5, 7)) - first + 12) % 12) + 1;
}

function withDecimals(digits: string, mark: string): string {
  const padded = digits.padStart(3, '0');
  return `${padded.slice(0, -2)}${mark}${padded.slice(-2)}`;
}
