import {
  amount,
  amountCell,
  code,
  date,
  type Field,
  ownValue,
  text,
  whole,
} from '../engine/fields.ts';
import type { EngineLayout } from '../engine/layout-writer.ts';
import type { Invoice, PostingRecord } from '../engine/posting-line.ts';
import { column, constant, own } from './columns.ts';

const day = { date: 'yyyymmdd' } as const;
const key = { width: 20 } as const;
const cut = (width: number) => ({ width, fit: 'cut' as const });
const big = (read: (invoice: Invoice) => bigint): Field =>
  amount((record) => read(matterInvoice(record)));

/** LEDES 98BI V2, one invoice for each matter of the export. */
export const ledes98bi: EngineLayout = {
  header: true,
  delimiter: '|',
  quote: 'never',
  lineEnd: 'crlf',
  encoding: 'ascii',
  records: 1,
  firstLine: 'LEDES98BI V2',
  recordEnd: '[]',
  hasInvoices: true,
  columns: [...invoiceColumns(), ...lineColumns(), ...clientColumns(), ...taxColumns()],
  check: ({ net }, findings) => {
    if (net === 0)
      findings.reject('LINE_ITEM_UNIT_COST', 'LEDES has no line of R 0.00: give it an amount.');
  },
};

function invoiceColumns() {
  return [
    column('INVOICE_DATE', 'exportDate', day),
    column('INVOICE_NUMBER', 'invoiceNumber', { width: 50 }),
    column('CLIENT_ID', 'clientId', key),
    column('LAW_FIRM_MATTER_ID', 'matterNumber', key),
    own(
      'INVOICE_TOTAL',
      big(({ grossCents }) => grossCents),
    ),
    own(
      'BILLING_START_DATE',
      date((record) => matterInvoice(record).firstDay),
      day,
    ),
    own(
      'BILLING_END_DATE',
      date((record) => matterInvoice(record).lastDay),
      day,
    ),
    own(
      'INVOICE_DESCRIPTION',
      text(({ file }) => `Recoup export ${file.exportNumber}`),
    ),
  ];
}

function lineColumns() {
  return [
    column('LINE_ITEM_NUMBER', 'lineNumber', key),
    constant('EXP/FEE/INV_ADJ_TYPE', 'E'),
    own(
      'LINE_ITEM_NUMBER_OF_UNITS',
      whole((record) => calculateUnitCost(record).units),
    ),
    constant('LINE_ITEM_ADJUSTMENT_AMOUNT', '0.00'),
    column('LINE_ITEM_TOTAL', 'gross'),
    column('LINE_ITEM_DATE', 'date', day),
    constant('LINE_ITEM_TASK_CODE'),
    own('LINE_ITEM_EXPENSE_CODE', code(expenseCode), key),
    constant('LINE_ITEM_ACTIVITY_CODE'),
    constant('TIMEKEEPER_ID'),
    own('LINE_ITEM_DESCRIPTION', text(describe), cut(1_000)),
    column('LAW_FIRM_ID', 'firmId', { width: 50 }),
    own(
      'LINE_ITEM_UNIT_COST',
      code((record) => calculateUnitCost(record).cost),
    ),
    constant('TIMEKEEPER_NAME'),
    constant('TIMEKEEPER_CLASSIFICATION'),
    column('CLIENT_MATTER_ID', 'matterNumber', key),
  ];
}

function clientColumns() {
  return [
    constant('PO_NUMBER'),
    own('CLIENT_TAX_ID', code(clientTaxId), key),
    column('MATTER_NAME', 'matterDescription', cut(255)),
    own(
      'INVOICE_TAX_TOTAL',
      big(({ vatCents }) => vatCents),
    ),
    own(
      'INVOICE_NET_TOTAL',
      big(({ grossCents, vatCents }) => grossCents - vatCents),
    ),
    constant('INVOICE_CURRENCY', 'ZAR'),
    constant('TIMEKEEPER_LAST_NAME'),
    constant('TIMEKEEPER_FIRST_NAME'),
    constant('ACCOUNT_TYPE', 'O'),
    own(
      'LAW_FIRM_NAME',
      text(({ file }) => file.firmName),
      cut(60),
    ),
    ...blank('LAW_FIRM', ['ADDRESS_1', 'ADDRESS_2', 'CITY', 'STATEorREGION', 'POSTCODE']),
    constant('LAW_FIRM_COUNTRY', 'ZAF'),
    column('CLIENT_NAME', 'client', cut(60)),
    ...blank('CLIENT', ['ADDRESS_1', 'ADDRESS_2', 'CITY', 'STATEorREGION', 'POSTCODE', 'COUNTRY']),
  ];
}

function taxColumns() {
  return [
    own('LINE_ITEM_TAX_RATE', code(taxRate)),
    own(
      'LINE_ITEM_TAX_TOTAL',
      amount(({ vat }) => vat),
    ),
    own(
      'LINE_ITEM_TAX_TYPE',
      code(({ line }) => (line.vat ? 'VAT' : null)),
    ),
    own(
      'INVOICE_REPORTED_TAX_TOTAL',
      big(({ vatCents }) => vatCents),
    ),
    constant('INVOICE_TAX_CURRENCY', 'ZAR'),
  ];
}

function blank(of: string, names: readonly string[]): ReturnType<typeof constant>[] {
  return names.map((name) => constant(`${of}_${name}`));
}

const nothing: Invoice = { grossCents: 0n, vatCents: 0n, firstDay: '', lastDay: '' };

function matterInvoice({ line, file }: PostingRecord): Invoice {
  return file.invoices.get(line.matterNumber) ?? nothing;
}

/** The account of a type is its expense code where it is one. */
function expenseCode({ line, file }: PostingRecord): string {
  const account = ownValue(file.settings.accounts, line.typeId ?? '') ?? '';
  return /^E\d{3}$/.test(account) ? account : utbmsCode(line.disbursementType);
}

function describe({ line }: PostingRecord): string {
  const minutes = line.minutes === null ? '' : ` (${Math.abs(line.minutes)} min)`;
  const what = `${line.disbursementType}${minutes}`;
  return line.narration === null ? what : `${what}: ${line.narration}`;
}

/** Required by LEDES: most clients of a law firm are no vendors. */
function clientTaxId({ line, file }: PostingRecord): string {
  return ownValue(file.settings.clientTaxIds, line.client ?? '') ?? 'NONE';
}

function taxRate({ line }: PostingRecord): string {
  return String((line.vat?.percent ?? 0) / 100);
}

/** The UTBMS expense codes of words in the titles of disbursement types, the first that fits. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sms|call|calls|phone|telephone|telefoon|oproep)/i, 'E105'],
  [/\b(?:fax|faks|facsimile)/i, 'E104'],
  [/\b(?:cop(?:y|ies)|photocop|scan|afskrif|fotostat)/i, 'E101'],
  [/\bprint/i, 'E102'],
  [/\b(?:post|stamp|registered mail|pos\b)/i, 'E108'],
  [/\b(?:courier|messenger|deliver|koerier)/i, 'E107'],
  [/\b(?:search|windeed|deeds|cipc|lookup)/i, 'E106'],
  [/\b(?:subpoena)/i, 'E113'],
  [/\b(?:sheriff|court|balju|hof|revenue|stamps)/i, 'E112'],
  [/\b(?:witness|getuie)/i, 'E114'],
  [/\b(?:flight|accommodation|hotel)/i, 'E110'],
  [/\b(?:travel|mileage|parking|toll|uber|taxi|reis)/i, 'E109'],
  [/\b(?:meal|lunch)/i, 'E111'],
  [/\b(?:transcript|record)/i, 'E116'],
  [/\b(?:expert|medico|actuar|assess)/i, 'E119'],
  [/\b(?:tracing|investigat|tracer)/i, 'E120'],
  [/\b(?:arbitrat|mediat)/i, 'E121'],
  [/\b(?:counsel|advocate|advokaat|correspondent)/i, 'E122'],
];

/** A disbursement type's UTBMS code by its title; E124 is any other expense. */
function utbmsCode(title: string): string {
  const found = known.get(title);
  if (found !== undefined) return found;
  const utbms = codes.find(([words]) => words.test(title))?.[1] ?? 'E124';
  if (known.size >= maxKnown) known.clear();
  known.set(title, utbms);
  return utbms;
}

const known = new Map<string, string>();
const maxKnown = 1_000;

type Priced = Pick<PostingRecord, 'line' | 'net' | 'vat' | 'gross'>;
type UnitCost = { units: number; cost: string };

/**
 * The units of a line and the cost of one. LEDES multiplies them again: the VAT is that of the
 * product, rounded to the cent. Whole cents break this where prices include VAT and net and VAT
 * were rounded; there the cost is the price without VAT to four decimals.
 */
export function calculateUnitCost({ line, net, vat, gross }: Priced): UnitCost {
  const basisPoints = Math.round((line.vat?.percent ?? 0) * 100);
  const units = countUnits(line.quantity, net);
  const cents = amountCell(net / units, { sign: 'minus', decimalMark: '.' });
  if (vatOfCents(Math.abs(net), basisPoints) === Math.abs(vat)) return { units, cost: cents };
  const amounts = { net: absoluteCents(net), vat: absoluteCents(vat), gross: absoluteCents(gross) };
  const cost = costInParts(amounts, { units, basisPoints: BigInt(basisPoints) });
  // No cost has both at a rate whose VAT can end in exactly half a cent, such as 20 %.
  if (cost === undefined) return { units, cost: cents };
  return { ...cost, cost: (net < 0 ? '-' : '') + cost.cost };
}

/** Half up. An entry has at most 10^10 cents and 10^4 basis points, so the product is exact. */
function vatOfCents(net: number, basisPoints: number): number {
  return Math.floor((2 * net * basisPoints + 10_000) / 20_000);
}

type Sizes = Record<'net' | 'vat' | 'gross', bigint>;

/** The price without VAT to four decimals, if net and VAT follow from it. */
function costInParts(
  amounts: Sizes,
  { units, basisPoints }: { units: number; basisPoints: bigint },
): UnitCost | undefined {
  for (const parts of new Set([units, 1])) {
    const price = amounts.gross * 100n * hundredPercent;
    const cost = rounded(price, (hundredPercent + basisPoints) * BigInt(parts));
    if (hasExactAmounts(cost * BigInt(parts), basisPoints, amounts))
      return { units: parts, cost: decimals(cost, 4) };
  }
  return undefined;
}

/** A call's price is not its minutes times a rate, so units are 1 unless they divide the amount. */
function countUnits(quantity: number | null, net: number): number {
  const units = Math.abs(quantity ?? 1);
  return units > 0 && net % units === 0 ? units : 1;
}

const hundredPercent = 10_000n;

/** Whether net and VAT follow from a product in hundredths of a cent. */
function hasExactAmounts(product: bigint, basisPoints: bigint, { net, vat }: Sizes): boolean {
  return (
    rounded(product, 100n) === net && rounded(product * basisPoints, 100n * hundredPercent) === vat
  );
}

/** Half up; of sizes, so that a reversal takes back exactly what was charged. */
function rounded(value: bigint, parts: bigint): bigint {
  return (2n * value + parts) / (2n * parts);
}

function absoluteCents(cents: number): bigint {
  return BigInt(Math.abs(cents));
}

function decimals(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
