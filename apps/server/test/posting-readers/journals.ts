/** Cells of a CSV by RFC 4180, read character by character. Throws where a quote stands wrongly. */
function readCells(text: string, delimiter = ','): string[][] {
  const rows: string[][] = [];
  let [row, cell, at]: [string[], string, number] = [[], '', 0];
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  while (at < text.length) {
    const letter = text[at];
    if (letter === '"') {
      if (cell !== '') throw new Error(`A quote within ${cell}`);
      const end = endOfQuotes(text, at);
      cell = text
        .slice(at + 1, end)
        .split('""')
        .join('"');
      at = end + 1;
      const next = text[at];
      if (next !== delimiter && next !== '\r') throw new Error(`“${next}” after a quoted cell`);
    } else if (letter === delimiter) {
      endCell();
      at += 1;
    } else if (letter === '\r' && text[at + 1] === '\n') {
      endCell();
      rows.push(row);
      row = [];
      at += 2;
    } else {
      cell += letter;
      at += 1;
    }
  }
  if (cell !== '' || row.length > 0) throw new Error('The last line has no end.');
  return rows;
}

/** Rows by the names of the header. */
function readRows(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCells(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${row.length} cells of ${header.length}`);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
  });
}

/** Rand with two decimals in cents; blank is nothing. */
function centsOf(cell: string): bigint {
  if (cell === '') return 0n;
  if (!/^-?\d+\.\d\d$/.test(cell)) throw new Error(`“${cell}” is no amount.`);
  return BigInt(cell.replace('.', ''));
}

/** The bytes 0x80 to 0x9F, by the table of unicode.org; Node reads them as Latin-1. */
const aboveAscii =
  '20AC . 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 . 017D . ' +
  '. 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 . 017E 0178';

/** Bytes of Windows-1252. */
function fromWindows1252(bytes: Buffer): string {
  const letters = aboveAscii.split(' ');
  return [...bytes]
    .map((byte) => {
      if (byte < 0x80 || byte > 0x9f) return String.fromCodePoint(byte);
      const letter = letters[byte - 0x80];
      if (letter === undefined || letter === '.') throw new Error(`Byte ${byte} is no letter.`);
      return String.fromCodePoint(Number.parseInt(letter, 16));
    })
    .join('');
}

function endOfQuotes(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new Error('A quote is open.');
    if (text[end + 1] !== '"') return end;
    at = end + 2;
  }
}

/** An entry as a program would post it; a positive amount debits the client. */
export type Posted = {
  day: string;
  matter: string | null;
  account: string;
  contraAccount: string | null;
  /** Whether the account is that of a supplier, where the program tells. */
  isCreditor?: boolean;
  cents: bigint;
  vatCents: bigint | null;
  taxType: string | null;
  text: string;
  reference: string;
};

export function readLegalSuite(bytes: Buffer): Posted[] {
  const text = fromWindows1252(bytes);
  const names =
    'BatTran,BookType,Matter1,Business1,Creditor1,Description1,Matter2,Business2,Creditor2,' +
    'Description2,Date,Year,Period,Amount,VatRate,VatType,Voucher';
  expectHeader(text, names);
  return readRows(text).map((row) => {
    const isReversal = row['Matter2'] !== '';
    const [matter, account, creditor] = isReversal
      ? [row['Matter2'], row['Business1'], row['Creditor1']]
      : [row['Matter1'], row['Business2'], row['Creditor2']];
    const all = ['Matter1', 'Business1', 'Creditor1', 'Matter2', 'Business2', 'Creditor2'];
    const sides = all.filter((name) => row[name] !== '');
    if (sides.length !== 2 || sides[0]?.endsWith('2') === sides[1]?.endsWith('2'))
      throw new Error('Not two sides');
    if (row['BatTran'] !== '' || row['BookType'] !== 'J') throw new Error('No journal');
    if (row['Description1'] !== row['Description2']) throw new Error('Two descriptions');
    const size = positive(row['Amount']);
    return {
      day: dayOf(row['Date'], /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/),
      matter: matter ?? '',
      account: account || (creditor ?? ''),
      contraAccount: null,
      isCreditor: creditor !== '',
      cents: isReversal ? -size : size,
      vatCents: null,
      taxType: `${row['VatRate']} ${row['VatType']}`.trim(),
      text: row['Description1'] ?? '',
      reference: row['Voucher'] ?? '',
    };
  });
}

/** `accounts` tells the swapped sides of a reversal apart. */
export function readDynamicLta(bytes: Buffer, accounts: readonly string[]): Posted[] {
  const text = fromWindows1252(bytes);
  expectHeader(
    text,
    'BookType,Matter1,Business2,Description1,Description2,Date,Amount,VAT,Voucher',
  );
  return readRows(text).map((row) => {
    if (row['BookType'] !== 'BJA') throw new Error('No journal');
    const [debited = '', credited = ''] = [row['Matter1'], row['Business2']];
    const isReversal = accounts.includes(debited);
    if (!isReversal && !accounts.includes(credited)) throw new Error(`${credited} is no account`);
    const sign = isReversal ? -1n : 1n;
    return {
      day: dayOf(row['Date'], /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/),
      matter: isReversal ? credited : debited,
      account: isReversal ? debited : credited,
      contraAccount: null,
      cents: sign * positive(row['Amount']),
      vatCents: row['VAT'] === '' ? null : sign * positive(row['VAT']),
      taxType: null,
      text: row['Description1'] ?? '',
      reference: row['Voucher'] ?? '',
    };
  });
}

export function readSagePastel(bytes: Buffer): (Posted & { period: number })[] {
  return readCells(fromWindows1252(bytes)).map((row) => {
    if (row.length !== 18) throw new Error(`${row.length} columns`);
    const [period = '', date, gdc, account = '', reference = '', text = '', amount = ''] = row;
    const [taxType = '', tax = '', openItem, project, contra = '', ...rest] = row.slice(7);
    const isCreditor = gdc === 'C';
    // Pastel keeps credits of suppliers open.
    const wanted = isCreditor && amount.startsWith('-') ? 'O' : 'A';
    if (!(isCreditor || gdc === 'G') || openItem !== wanted || project !== '')
      throw new Error('No ledger line');
    if (rest.join(' ') !== `1 1 1 0 0.00 ${amount}`) throw new Error(`Rest is ${rest.join(' ')}`);
    for (const [value, most] of [
      [account, 7],
      [contra, 7],
      [reference, 8],
      [text, 36],
      [amount, 12],
      [tax, 12],
    ] as const)
      if (value.length > most) throw new Error(`“${value}” is longer than ${most}`);
    if (!/^(?:[1-9]|1[0-3])$/.test(period)) throw new Error(`Period ${period}`);
    return {
      period: Number(period),
      day: dayOf(date, /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$/),
      matter: null,
      account,
      contraAccount: contra,
      isCreditor,
      cents: -centsOf(amount),
      vatCents: -centsOf(tax),
      taxType,
      text,
      reference,
    };
  });
}

type Leg = { day: string; journal: string; account: string; cents: bigint; text: string };

export function readXero(bytes: Buffer): Posted[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  expectHeader(
    text,
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,' +
      'TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  );
  const rows = readRows(text);
  if (rows.length > 300) throw new Error(`${rows.length} lines`);
  const legs = rows.map((row) => {
    if (row['*TaxRate'] === '') throw new Error('No tax rate');
    return {
      day: dayOf(row['*Date'], /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$/),
      journal: row['*Narration'] ?? '',
      account: row['*AccountCode'] ?? '',
      cents: centsOf(row['*Amount'] ?? ''),
      text: row['Description'] ?? '',
      taxType: row['*TaxRate'] ?? '',
    };
  });
  expectBalance(legs);
  return pairs(legs).map(([debit, credit]) => ({
    ...toPosted(debit, credit),
    taxType: credit.taxType,
  }));
}

export function readQuickBooks(bytes: Buffer): Posted[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  expectHeader(text, 'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name');
  const legs = readRows(text).map((row) => {
    const [debits = '', credits = ''] = [row['Debits'], row['Credits']];
    if (debits !== '' && credits !== '') throw new Error('Both sides');
    return {
      day: dayOf(row['JournalDate'], /^(?<m>\d\d)\/(?<d>\d\d)\/(?<y>\d{4})$/),
      journal: row['JournalNo'] ?? '',
      account: row['AccountName'] ?? '',
      cents: positive(debits) - positive(credits),
      text: row['Description'] ?? '',
    };
  });
  expectBalance(legs);
  const [first] = legs;
  const posted: Leg[][] = [];
  // The VAT has a leg of its own behind the two.
  for (const leg of legs)
    if (leg.account === first?.account) posted.push([leg]);
    else posted.at(-1)?.push(leg);
  return posted.map(([debit, credit, vat]) => {
    if (!debit || !credit) throw new Error('An entry has one leg.');
    return toPosted(debit, { ...credit, cents: credit.cents + (vat?.cents ?? 0n) });
  });
}

function toPosted(debit: Leg, credit: Leg): Posted {
  if (debit.cents + credit.cents !== 0n) throw new Error('The two legs differ.');
  return {
    day: debit.day,
    matter: null,
    account: credit.account,
    contraAccount: debit.account,
    cents: debit.cents,
    vatCents: null,
    taxType: null,
    text: debit.text,
    reference: debit.journal,
  };
}

function expectBalance(legs: readonly Leg[]): void {
  const sums = new Map<string, bigint>();
  for (const { journal, day, cents } of legs)
    sums.set(`${journal} ${day}`, (sums.get(`${journal} ${day}`) ?? 0n) + cents);
  for (const [journal, sum] of sums) if (sum !== 0n) throw new Error(`${journal} has ${sum} over.`);
  if (new Set(legs.map(({ journal }) => journal)).size !== sums.size)
    throw new Error('A journal of two days');
}

function pairs<T>(legs: readonly T[]): [T, T][] {
  if (legs.length % 2 === 1) throw new Error('A leg is over.');
  return legs.flatMap((leg, index) => {
    const other = legs[index + 1];
    return index % 2 === 0 && other !== undefined ? [[leg, other] satisfies [T, T]] : [];
  });
}

function positive(cell = ''): bigint {
  const cents = centsOf(cell);
  if (cents < 0n) throw new Error(`${cell} is negative.`);
  return cents;
}

function expectHeader(text: string, header: string): void {
  const first = text.slice(0, text.indexOf('\r\n'));
  if (first !== header) throw new Error(`The header is ${first}`);
}

function dayOf(cell = '', pattern: RegExp): string {
  const { y, m, d } = pattern.exec(cell)?.groups ?? {};
  const day = `${y}-${m}-${d}`;
  if (Number.isNaN(Date.parse(day))) throw new Error(`“${cell}” is no day.`);
  return day;
}
