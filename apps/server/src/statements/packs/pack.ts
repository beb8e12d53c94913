import type { PackSection, ScheduleColumn } from '@recoup/contract/statements/pack-rules';
import { countPages } from '@recoup/contract/vouchers/page-ranges';
import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { groupBy } from '../../platform/core/group-by.ts';

/** A locked line as the database has it, in the order of the schedule. */
export type PackLine = {
  entry: string;
  /** When it happened. */
  date: string;
  typeId: string;
  particulars: string;
  who: string;
  minutes: number | null;
  voucherNumber: string | null;
  grossCents: number;
  vatCents: number;
  isReversal: boolean;
  /** Its reversal is locked too, or what it reverses is. */
  isTakenBack: boolean;
  /** The account of a line of a supplier, and the one that it credits. */
  accountId: string | null;
  credits: string | null;
};

/** A stored voucher of an entry, in the order of the list of the entry. */
export type PackLink = {
  entry: string;
  voucher: string;
  name: string;
  kind: VoucherKind;
  bytes: number;
  pages: number | null;
  /** The pages of a PDF that the entry shows, such as 2-3,5; null for all. */
  shownPages: string | null;
  sha256: string;
};

/** A charged call with its evidence. */
export type PackCall = {
  n: number;
  date: string;
  start: string | null;
  seconds: number | null;
  number: string | null;
  direction: 'in' | 'out' | null;
  extension: string | null;
  source: string | null;
  import: number | null;
  /** Hash of the file or request as it was received; null where that was not kept, or was none. */
  sha256: string | null;
  recordedBy: 'hand' | 'telephone' | 'both';
};

export type PackItem = Pick<
  PackLine,
  'entry' | 'date' | 'particulars' | 'who' | 'minutes' | 'grossCents' | 'vatCents' | 'voucherNumber'
> & {
  /** From 1. */
  n: number;
  isCall: boolean;
  vouchers: string[];
  isVoucherMissing: boolean;
};

/** A voucher of the bundle; `v` counts from 1. */
export type PackVoucher = Omit<PackLink, 'entry' | 'pages'> & {
  v: number;
  pages: number;
  items: number[];
};

export type LeftOut = Pick<PackLine, 'entry' | 'date' | 'particulars' | 'grossCents'> & {
  why: 'reversed' | 'credited';
};

export type PackSettings = {
  titles: Readonly<Record<ScheduleColumn, string>>;
  order: readonly PackSection[];
};

/** Everything that the parts of a pack are made from, as the process that makes them gets it. */
export type PackFacts = {
  firm: { name: string; logo: string | null; vatNumber: string | null };
  matter: { number: string; name: string; client: string | null };
  from: string | null;
  to: string | null;
  masksNumbers: boolean;
  settings: PackSettings;
  items: PackItem[];
  leftOut: LeftOut[];
  calls: PackCall[];
  vouchers: PackVoucher[];
};

/**
 * Lines that a reversal or credit note takes back leave the schedule together with it, if both are
 * in it: together they charge nothing.
 */
export function arrange(
  lines: readonly PackLine[],
  links: readonly PackLink[],
): Pick<PackFacts, 'items' | 'leftOut' | 'vouchers'> {
  const credited = creditedLines(lines.filter(({ isTakenBack }) => !isTakenBack));
  const leftOut: LeftOut[] = [];
  const charged: PackLine[] = [];
  for (const line of lines) {
    const { entry, date, particulars, grossCents } = line;
    const shown = { entry, date, particulars, grossCents };
    if (line.isTakenBack) leftOut.push({ ...shown, why: 'reversed' });
    else if (credited.has(line)) leftOut.push({ ...shown, why: 'credited' });
    else charged.push(line);
  }
  const { vouchers, namesByEntry } = numberVouchers(charged, links);
  const items = charged.map((line, index) => {
    const names = namesByEntry.get(line.entry) ?? [];
    return toItem(line, { n: index + 1, vouchers: names });
  });
  return { items, leftOut, vouchers };
}

function toItem(line: PackLine, { n, vouchers }: Pick<PackItem, 'n' | 'vouchers'>): PackItem {
  const { entry, date, particulars, who, minutes, grossCents, vatCents, voucherNumber } = line;
  const isCall = minutes !== null;
  return {
    n,
    entry,
    date,
    particulars,
    who,
    minutes,
    isCall,
    grossCents,
    vatCents,
    voucherNumber,
    vouchers,
    isVoucherMissing: !isCall && grossCents > 0 && vouchers.length === 0,
  };
}

/**
 * Lines of accounts that credit notes cancel: first a line with one of the same type and amount,
 * then what is left of an account if that adds up to nothing.
 */
function creditedLines(lines: readonly PackLine[]): Set<PackLine> {
  const cancelled = new Set<PackLine>();
  const accounts = groupBy(lines, ({ credits, accountId }) => credits ?? accountId ?? '');
  for (const [account, all] of accounts) {
    const notes = all.filter(({ credits }) => credits !== null);
    if (account === '' || notes.length === 0) continue;
    const charges = groupBy(
      all.filter(({ credits }) => credits === null),
      ({ typeId, grossCents }) => `${typeId} ${grossCents}`,
    );
    for (const note of notes) {
      const line = charges.get(`${note.typeId} ${-note.grossCents}`)?.shift();
      if (line) cancelled.add(note).add(line);
    }
    const rest = all.filter((line) => !cancelled.has(line));
    const sum = rest.reduce((total, { grossCents }) => total + grossCents, 0);
    if (sum === 0) for (const line of rest) cancelled.add(line);
  }
  return cancelled;
}

/** Each content once, or the same pages of it, numbered by the first item that it belongs to. */
function numberVouchers(charged: readonly PackLine[], links: readonly PackLink[]) {
  const byEntry = groupBy(links, ({ entry }) => entry);
  const known = new Map<string, PackVoucher>();
  const namesByEntry = new Map<string, string[]>();
  for (const [index, { entry }] of charged.entries()) {
    const names: string[] = [];
    for (const link of byEntry.get(entry) ?? []) {
      const key = `${link.voucher} ${link.shownPages}`;
      const voucher = known.get(key) ?? newVoucher(link, known.size + 1);
      known.set(key, voucher);
      voucher.items.push(index + 1);
      names.push(`V${voucher.v}`);
    }
    namesByEntry.set(entry, names);
  }
  return { vouchers: [...known.values()], namesByEntry };
}

function newVoucher({ entry: _, ...link }: PackLink, v: number): PackVoucher {
  const { name, pages, shownPages } = link;
  const isPart = shownPages !== null;
  return {
    ...link,
    name: isPart ? `${name}, pages ${shownPages}` : name,
    pages: isPart ? countPages(shownPages) : (pages ?? 1),
    v,
    items: [],
  };
}

export type PackSums = Readonly<
  Record<'fees' | 'disbursements' | 'vat' | 'total', bigint> & { calls: number; others: number }
>;

export function packSums(items: readonly PackItem[]): PackSums {
  let [fees, disbursements, vat, calls] = [0n, 0n, 0n, 0];
  for (const { isCall, grossCents, vatCents } of items) {
    if (isCall) fees += BigInt(grossCents);
    else disbursements += BigInt(grossCents);
    vat += BigInt(vatCents);
    calls += isCall ? 1 : 0;
  }
  const others = items.length - calls;
  return { fees, disbursements, vat, total: fees + disbursements, calls, others };
}

/** Vouchers that a page of the index has room for. */
export const indexRows = 48;

export function indexPages(vouchers: number): number {
  return Math.max(1, Math.ceil(vouchers / indexRows));
}

/** Pages of the bundle, if all vouchers can be drawn. */
export function bundlePages(vouchers: readonly PackVoucher[]): number {
  return vouchers.reduce((sum, { pages }) => sum + pages, indexPages(vouchers.length));
}

/** Hides the last four digits. */
export function maskNumber(number: string): string {
  let left = 4;
  return Array.from(number)
    .toReversed()
    .map((character) => (/\d/.test(character) && left-- > 0 ? '*' : character))
    .toReversed()
    .join('');
}

/** Digits that tell numbers apart, with or without the code of the country. */
const tellingDigits = 9;

/** Signs that may stand between two digits of a number. */
const maxGap = 3;

/** Hides the last four digits of the numbers in a text, whatever stands between their digits. */
export function maskNumbers(text: string, numbers: readonly string[]): string {
  return numbers.reduce((left, number) => {
    const digits = number.replaceAll(/\D/g, '').slice(-tellingDigits);
    return digits.length < 7 ? left : maskDigits(left, digits);
  }, text);
}

function maskDigits(text: string, digits: string): string {
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const end = endOfDigits(text, digits, at) ?? at + 1;
    masked += end > at + 1 ? maskNumber(text.slice(at, end)) : text.charAt(at);
    at = end;
  }
  return masked;
}

/** The end of digits that begin here, with at most three other signs between two of them. */
function endOfDigits(text: string, digits: string, start: number): number | undefined {
  let [found, gap] = [0, 0];
  for (let at = start; at < text.length && gap <= maxGap; at += 1) {
    const sign = text.charAt(at);
    if (sign === digits.charAt(found)) [found, gap] = [found + 1, 0];
    else if (found === 0 || /[\p{L}\p{N}]/u.test(sign)) return undefined;
    else gap += 1;
    if (found === digits.length) return at + 1;
  }
  return undefined;
}

/** The last day on which something happened dates the files: the same lines, the same bytes. */
export function packDate({ items, to }: Pick<PackFacts, 'items' | 'to'>): Date {
  return new Date(`${items.at(-1)?.date ?? to ?? '2000-01-01'}T00:00:00+02:00`);
}

/** A part of a finished pack. */
export type MadePart = { name: string; bytes: number; sha256: string };

/** A message of the process that makes the parts. */
export type MakerMessage =
  | { progress: number }
  | { parts: MadePart[]; pages: number; damaged: number };
