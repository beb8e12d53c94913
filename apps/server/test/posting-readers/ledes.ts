/** The fields of LEDES 98BI V2: name, kind, longest, and R for a field that must have a value. */
const fields = `INVOICE_DATE d R|INVOICE_NUMBER c50 R|CLIENT_ID c20 R|LAW_FIRM_MATTER_ID c20 R
INVOICE_TOTAL n R|BILLING_START_DATE d R|BILLING_END_DATE d R|INVOICE_DESCRIPTION c O
LINE_ITEM_NUMBER c20 R|EXP/FEE/INV_ADJ_TYPE c2 R|LINE_ITEM_NUMBER_OF_UNITS n C
LINE_ITEM_ADJUSTMENT_AMOUNT n O|LINE_ITEM_TOTAL n R|LINE_ITEM_DATE d R|LINE_ITEM_TASK_CODE c20 C
LINE_ITEM_EXPENSE_CODE c20 C|LINE_ITEM_ACTIVITY_CODE c20 C|TIMEKEEPER_ID c20 C
LINE_ITEM_DESCRIPTION c C|LAW_FIRM_ID c50 R|LINE_ITEM_UNIT_COST n C|TIMEKEEPER_NAME c30 C
TIMEKEEPER_CLASSIFICATION c10 C|CLIENT_MATTER_ID c20 C|PO_NUMBER c100 O|CLIENT_TAX_ID c20 R
MATTER_NAME c255 R|INVOICE_TAX_TOTAL n O|INVOICE_NET_TOTAL n R|INVOICE_CURRENCY c3 R
TIMEKEEPER_LAST_NAME c30 C|TIMEKEEPER_FIRST_NAME c30 C|ACCOUNT_TYPE c1 R|LAW_FIRM_NAME c60 O
LAW_FIRM_ADDRESS_1 c60 O|LAW_FIRM_ADDRESS_2 c60 O|LAW_FIRM_CITY c40 O
LAW_FIRM_STATEorREGION c40 O|LAW_FIRM_POSTCODE c20 O|LAW_FIRM_COUNTRY c3 O|CLIENT_NAME c60 O
CLIENT_ADDRESS_1 c60 O|CLIENT_ADDRESS_2 c60 O|CLIENT_CITY c40 O|CLIENT_STATEorREGION c40 O
CLIENT_POSTCODE c20 O|CLIENT_COUNTRY c3 O|LINE_ITEM_TAX_RATE r O|LINE_ITEM_TAX_TOTAL n R
LINE_ITEM_TAX_TYPE c20 O|INVOICE_REPORTED_TAX_TOTAL n O|INVOICE_TAX_CURRENCY c3 O`
  .split(/[|\n]/)
  .map((field) => {
    const [name = '', kind = '', need = ''] = field.split(' ');
    return { name, kind: kind.charAt(0), longest: Number(kind.slice(1)), need };
  });

type LedesLine = Record<string, string>;

/** The lines of a file and every rule that they break. */
export function readLedes(bytes: Buffer): { lines: LedesLine[]; faults: string[] } {
  const text = bytes.toString('latin1');
  const faults: string[] = [];
  if (/[^\x20-\x7E\r\n]/.test(text)) faults.push('not ASCII');
  const [first, second, ...rows] = text.split('\r\n');
  if (rows.pop() !== '') faults.push('no end of the last line');
  if (first !== 'LEDES98BI V2[]') faults.push(`begins with ${first}`);
  if (second !== `${fields.map(({ name }) => name).join('|')}[]`) faults.push('wrong header');
  const lines = rows.map((row) => {
    const cells = row.replace(/\[\]$/, '').split('|');
    if (!row.endsWith('[]') || /[[\]]/.test(row.slice(0, -2))) faults.push(`no single []: ${row}`);
    if (cells.length !== 52) faults.push(`${cells.length} fields: ${row}`);
    return Object.fromEntries(fields.map(({ name }, index) => [name, cells[index] ?? '']));
  });
  for (const line of lines) faults.push(...faultsOfLine(line));
  const numbers = lines.map((line) => line['LINE_ITEM_NUMBER']);
  if (new Set(numbers).size !== numbers.length) faults.push('a line number twice');
  return { lines, faults: [...faults, ...faultsOfInvoices(lines)] };
}

const patterns: Readonly<Record<string, RegExp>> = {
  d: /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  n: /^-?\d+(?:\.\d{1,4})?$/,
  r: /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/,
};

function faultsOfLine(line: LedesLine): string[] {
  const faults: string[] = [];
  for (const { name, kind, longest, need } of fields) {
    const value = line[name] ?? '';
    if (value === '' && need === 'R') faults.push(`${name} is blank`);
    if (value !== '' && patterns[kind]?.test(value) === false) faults.push(`${name} is ${value}`);
    if (kind === 'c' && longest > 0 && value.length > longest) faults.push(`${name} is too long`);
  }
  faults.push(...faultsOfAmounts(line));
  if (!/^(?:F|E|IF|IE)$/.test(line['EXP/FEE/INV_ADJ_TYPE'] ?? '')) faults.push('type of line');
  if (!/^E1(?:0[1-9]|1\d|2[0-4])$/.test(line['LINE_ITEM_EXPENSE_CODE'] ?? ''))
    faults.push(`expense code ${line['LINE_ITEM_EXPENSE_CODE']}`);
  for (const name of ['LINE_ITEM_TASK_CODE', 'LINE_ITEM_ACTIVITY_CODE', 'TIMEKEEPER_ID'])
    if (line[name] !== '') faults.push(`${name} of an expense`);
  if (!/^[OT]$/.test(line['ACCOUNT_TYPE'] ?? '')) faults.push('account type');
  const [day = '', from = '', to = ''] = [
    line['LINE_ITEM_DATE'],
    line['BILLING_START_DATE'],
    line['BILLING_END_DATE'],
  ];
  if (day < from || day > to) faults.push(`${day} is outside ${from} to ${to}`);
  return faults;
}

/** All in ten thousandths, exactly; only the tax and the total are rounded to the cent. */
function faultsOfAmounts(line: LedesLine): string[] {
  const faults: string[] = [];
  const of = (name: string) => tenThousandths(line[name] ?? '');
  const units = of('LINE_ITEM_NUMBER_OF_UNITS') / one;
  const cost = of('LINE_ITEM_UNIT_COST') * units;
  const net = cost + of('LINE_ITEM_ADJUSTMENT_AMOUNT');
  const tax = of('LINE_ITEM_TAX_TOTAL');
  if (toCent(net * of('LINE_ITEM_TAX_RATE'), one) !== tax) faults.push(`tax ${tax} of ${net}`);
  if (toCent(net + tax, 1n) !== of('LINE_ITEM_TOTAL'))
    faults.push(`total ${of('LINE_ITEM_TOTAL')} of ${net} and ${tax}`);
  if (units <= 0n) faults.push('units are not positive');
  if (cost === 0n) faults.push('cost is 0');
  return faults;
}

const one = 10_000n;

function tenThousandths(value: string): bigint {
  const [whole = '', decimals = ''] = value.split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
}

/** A value times `parts` to the cent, half up; of a negative one as of its opposite. */
function toCent(value: bigint, parts: bigint): bigint {
  const cent = 100n * parts;
  const size = value < 0n ? -value : value;
  const cents = ((2n * size + cent) / (2n * cent)) * 100n;
  return value < 0n ? -cents : cents;
}

const shared = fields
  .map(({ name }) => name)
  .filter((name) => /^(?:INVOICE|BILLING|CLIENT|LAW_FIRM|MATTER|ACCOUNT|PO)_/.test(name));

function faultsOfInvoices(lines: readonly LedesLine[]): string[] {
  const faults: string[] = [];
  for (const number of new Set(lines.map((line) => line['INVOICE_NUMBER']))) {
    const invoice = lines.filter((line) => line['INVOICE_NUMBER'] === number);
    for (const name of shared)
      if (new Set(invoice.map((line) => line[name])).size > 1) faults.push(`${name} differs`);
    const [first = {}] = invoice;
    const sum = (name: string) =>
      invoice.reduce((total, line) => total + Math.round(Number(line[name]) * 100), 0);
    const cents = (name: string) => Math.round(Number(first[name]) * 100);
    const [total, tax] = [sum('LINE_ITEM_TOTAL'), sum('LINE_ITEM_TAX_TOTAL')];
    if (cents('INVOICE_TOTAL') !== total) faults.push(`invoice total, not ${total}`);
    if (cents('INVOICE_TAX_TOTAL') !== tax) faults.push(`tax total, not ${tax}`);
    if (cents('INVOICE_REPORTED_TAX_TOTAL') !== tax) faults.push(`reported tax, not ${tax}`);
    if (cents('INVOICE_NET_TOTAL') !== total - tax) faults.push(`net total, not ${total - tax}`);
  }
  return faults;
}
