import { compareCodes } from '@recoup/contract/core/code-order';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { role } from '@recoup/contract/core/access';
import type { Exception, ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import {
  type ExceptionCode,
  exceptionCodes,
  type ExceptionLevel,
  exceptionLevels,
  exceptionBounds,
} from '@recoup/contract/month-end/exceptions';
import { publicHolidays } from '@recoup/contract/month-end/working-days';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { type Actor, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { findDoubtfulCalls } from '../../call-records/list/doubtful-calls.service.ts';
import { southAfricanDay } from '../../platform/core/clock.ts';
import { mapWithPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import { findUnfitEntries } from '../../posting/unfit-entries.service.ts';
import type { ExceptionQuery, Period, RecordingPeriod } from './exception-query.ts';
import {
  type ExceptionFilter,
  findExceptions,
  type ExceptionRow,
} from './exceptions.repository.ts';
import { formatRand } from '@recoup/contract/core/money';
import { longDay } from '@recoup/contract/entries/rules';

type ListQuery = Period & PageQuery & ExceptionFilter & { attorney?: string | undefined };
type ExceptionList = { data: Exception[]; count: number; groups: ExceptionGroup[]; today: string };

/**
 * A firm admin's list is the firm's, an attorney's own exceptions alone; naming a colleague throws
 * `not_found`.
 */
export async function listExceptions(
  db: Db,
  actor: Actor,
  { page, itemsPerPage, ...query }: ListQuery,
  now: Date,
): Promise<ExceptionList> {
  const attorney = actor.role === role.attorney ? actor.userId : query.attorney;
  if (query.attorney !== undefined && query.attorney !== attorney) throw new AppError('not_found');
  const options = { ...query, attorney, now };
  const requested = await exceptionQuery(db, requireFirmScope(actor), options);
  const window = limitOffset({ page, itemsPerPage });
  const found = await findExceptions(db, requested, { ...query, ...window });
  return {
    data: await mapWithPauses(found.rows, toException),
    count: found.count,
    groups: found.groups.map((group) => ({ ...group, level: exceptionLevels[group.code] })),
    today: requested.today,
  };
}

export type OpenExceptions = Record<ExceptionLevel, number>;

/** How many exceptions of a period are open; or only of those that block a closing. */
export async function countOpenExceptions(
  db: Db,
  firm: FirmScope,
  { isBlockingOnly = false, ...filter }: Period & { now: Date; isBlockingOnly?: boolean },
): Promise<OpenExceptions> {
  const codes = isBlockingOnly ? blockingCodes : exceptionCodes;
  return sumByLevel(await openGroups(db, firm, { ...filter, codes }));
}

/** As `countOpenExceptions`, by attorney. */
export async function countOpenByAttorney(
  db: Db,
  firm: FirmScope,
  filter: Period & { now: Date },
): Promise<Map<string, OpenExceptions>> {
  const groups = await openGroups(db, firm, filter);
  const ids = new Set(groups.flatMap(({ attorney }) => attorney?._id ?? []));
  return new Map(
    [...ids].map((id) => [id, sumByLevel(groups.filter(({ attorney }) => attorney?._id === id))]),
  );
}

const blockingCodes = exceptionCodes.filter((code) => exceptionLevels[code] === 'block');

type OpenGroup = { code: ExceptionCode; attorney: { _id: string } | null; open: number };

async function openGroups(
  db: Db,
  firm: FirmScope,
  filter: Period & { now: Date; codes?: readonly ExceptionCode[] },
): Promise<OpenGroup[]> {
  const none = { limit: 0, offset: 0 };
  const query = await exceptionQuery(db, firm, filter);
  return (await findExceptions(db, query, none)).groups;
}

/** From the first to the last of the days; without days the period itself. */
function coveredPeriod({ period, days = [] }: Pick<ExceptionQuery, 'period' | 'days'>): Period {
  const inOrder = days.toSorted(compareCodes);
  return { from: inOrder[0] ?? period.from, to: inOrder.at(-1) ?? period.to };
}

function sumByLevel(groups: readonly OpenGroup[]): OpenExceptions {
  const of = (level: ExceptionLevel): number =>
    groups
      .filter(({ code }) => exceptionLevels[code] === level)
      .reduce((sum, { open }) => sum + open, 0);
  return { block: of('block'), warn: of('warn'), info: of('info') };
}

/** With what other rooms find, if that is among the codes. */
export async function exceptionQuery(
  db: Db,
  firm: FirmScope,
  filter: Period & {
    now: Date;
    attorney?: string | undefined;
    codes?: readonly ExceptionCode[];
    days?: readonly string[];
  },
): Promise<ExceptionQuery> {
  const { from, to, now, attorney, codes = exceptionCodes, days } = filter;
  const today = southAfricanDay(now);
  const period = { from, to };
  const recording = recordingPeriod(period, today);
  const holidays = holidaysBetween(from ?? entryDays.first, to ?? entryDays.last);
  const unfit = codes.includes('LAYOUT')
    ? await findUnfitEntries(db, firm, { ...period, attorney, days, now })
    : [];
  const isOfCalls = codes.includes('LOOSE') || codes.includes('DUPCALL');
  const calls = isOfCalls
    ? await findDoubtfulCalls(db, firm, { ...coveredPeriod({ period, days }), attorney })
    : undefined;
  return { firm, codes, period, attorney, days, now, today, holidays, recording, unfit, calls };
}

/** Limited to the years in which entries can lie. */
function holidaysBetween(from: string, to: string): string[] {
  const [first, last] = [entryDays.first, entryDays.last].map(toYear);
  const years: number[] = [];
  for (let year = first ?? 0; year <= (last ?? 0); year += 1)
    if (year >= toYear(from) && year <= toYear(to)) years.push(year);
  return years.flatMap((year) => publicHolidays(year).map(({ day }) => day));
}

function toYear(day: string): number {
  return Number(day.slice(0, 4));
}

/**
 * The period in which an attorney may have recorded too little: without a first day from the first
 * of the month of its last day, without a last day until the end of this month. Nothing is expected
 * before half of it has passed.
 */
function recordingPeriod({ from, to }: Period, today: string): RecordingPeriod {
  const first = from ?? `${(to ?? today).slice(0, 7)}-01`;
  const last = to ?? laterDay(first, lastOfMonth(today));
  const whole = monthsUpTo(last) + dayFraction(last) - monthsUpTo(first);
  const passed = last < today ? whole : monthsUpTo(today) - monthsUpTo(first);
  return {
    from: first,
    to: last,
    months: passed < whole / 2 ? 0 : passed,
    monthsBefore: [
      firstOfMonth(first, -3),
      firstOfMonth(first, -2),
      firstOfMonth(first, -1),
      firstOfMonth(first, 0),
    ],
  };
}

/** Months before the day, with the part of its own month that has passed. */
function monthsUpTo(day: string): number {
  return (
    12 * Number(day.slice(0, 4)) +
    Number(day.slice(5, 7)) +
    (Number(day.slice(8)) - 1) * dayFraction(day)
  );
}

/** A day as a part of its month. */
function dayFraction(day: string): number {
  return 1 / Number(lastOfMonth(day).slice(8));
}

function firstOfMonth(day: string, monthsLater: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + monthsLater);
  // PostgreSQL has no year 0.
  return date.getUTCFullYear() < 1 ? '0001-01-01' : date.toISOString().slice(0, 10);
}

function lastOfMonth(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return date.toISOString().slice(0, 10);
}

function laterDay(a: string, b: string): string {
  return a > b ? a : b;
}

export function toException(row: ExceptionRow): Exception {
  const { code, kind, subjectId, attorney, day, acceptance, isAccepted, fingerprint } = row;
  return {
    code,
    level: exceptionLevels[code],
    subject: { kind, _id: subjectId, name: subjectName(row) },
    message: messages[code](row.shown ?? {}, row),
    fingerprint,
    attorney,
    day,
    matter: row.matter?.number ?? null,
    export: row.export,
    accepted:
      isAccepted && acceptance !== null
        ? { ...acceptance, at: new Date(acceptance.at).toISOString() }
        : null,
    hasLapsed: acceptance !== null && !isAccepted,
  };
}

function subjectName({ kind, type, matter, name, day, shown }: ExceptionRow): string {
  const ofMatter = matter === null ? '' : `${matter.number} ${matter.description}`;
  if (kind === 'matter') return ofMatter;
  if (kind === 'call') return `Call at ${time(shown?.start)} on ${longDay(day ?? '')}`;
  if (kind === 'entry') return `${type ?? ''}, ${longDay(day ?? '')}, ${ofMatter}`;
  return (namedKinds[kind] ?? '') + (name ?? '');
}

const namedKinds: Partial<Record<ExceptionRow['kind'], string>> = {
  account: 'Account ',
  export: 'Export ',
};

/** The rule's findings, from the column `shown` of its SQL. */
type Shown = Readonly<Record<string, unknown>>;

const messages: Readonly<Record<ExceptionCode, (shown: Shown, row: ExceptionRow) => string>> = {
  NOFEE: ({ types, day }) =>
    `No call fees for ${list(types)}, first on ${dayText(day)}. Enter the call fees.`,
  LAYOUT: ({ reason }) => String(reason),
  FUTURE: (_, { day }) => `${dayText(day)} is in the future. Correct the day.`,
  CLOSED: ({ status, opened, matter }) =>
    status === 'Closed'
      ? `Matter ${String(matter)} is closed.`
      : `Matter ${String(matter)} was opened on ${dayText(opened)}, after this entry's day.`,
  ZERO: () => 'This entry costs R 0.00.',
  DUPSAME: ({ exported }) =>
    exported === true
      ? 'The same is in an export already: attorney, matter, type, day, time and amount are equal.'
      : 'Recorded twice: attorney, matter, type, day, time and amount are equal.',
  SUPSAME: ({ number, cents }) =>
    `Account ${String(number)} of this supplier has the same day and total, ${rand(cents)}. ` +
    'Delete the one that came twice.',
  DUPTWO: ({ start, otherStart, otherMatter }) =>
    `Began at ${time(start)}; another on matter ${String(otherMatter)} at ${time(otherStart)}.`,
  DUPCALL: ({ start }) =>
    `The telephone system has a call at ${time(start)} that is probably this one. Merge the two.`,
  LONG: ({ minutes, bound }) =>
    bound === null
      ? `${count(minutes)} min; calls of more than ${exceptionBounds.longMinutes} min are rare.`
      : `${count(minutes)} min; up to ${count(bound)} min are usual for this attorney.`,
  DEAR: ({ cents, bound }) => `${rand(cents)}; up to ${rand(bound)} is usual for this type.`,
  LATE: ({ recorded, days, closed }) =>
    closed === null
      ? `Recorded on ${dayText(recorded)}, ${count(days)} days after its day.`
      : `Recorded on ${dayText(recorded)}, when export ${count(closed)} had closed its day.`,
  NARR: (_, { type }) => `Entries of ${type ?? 'this type'} want a narration.`,
  NOVOUCHER: (_, { type }) => `Entries of ${type ?? 'this type'} need a voucher.`,
  NONE: ({ usual }) => `Recorded nothing; about ${usualEntries(usual)} usual by now.`,
  DROP: ({ now, usual }) => `Recorded ${entries(now)}; about ${usualEntries(usual)} usual by now.`,
  LOOSE: () => 'Nobody recorded this call of the telephone system. Choose its matter.',
  CAP: ({ level, cap, sum }) =>
    `${rand(sum)} recorded, ${count(level)} % or more of the cap of ${rand(cap)}.`,
  MAILBAD: ({ reason }) =>
    typeof reason === 'string' ? `Not delivered: ${reason}` : 'Not delivered.',
  UNSENT: () =>
    `Closed more than ${exceptionBounds.unsentDays} days ago, and neither downloaded nor emailed.`,
  REOPENED: ({ reason }) => `Reopened (${String(reason)}); its entries are not closed again.`,
  NOATT: () => 'This open matter has no attorney.',
  WEEKEND: ({ date }) => `${dayText(date)} was a weekend or a public holiday.`,
  MEASURE: ({ minutes, seconds, began, date }) =>
    typeof seconds === 'number' && minutes !== minutesFromSeconds(seconds)
      ? `${count(minutes)} min, but the call was measured with ${clockTime(seconds)}.`
      : `The call began on ${dayText(began)}, not on ${dayText(date)}.`,
  OLDPWD: ({ invited }) =>
    `Has had an initial password since ${dayText(invited)}, which has ended.`,
};

function rand(cents: unknown): string {
  return formatRand(BigInt(String(cents)));
}

/** Minutes and seconds, `9:05`. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

function count(value: unknown): string {
  return String(value);
}

function entries(value: unknown): string {
  return value === 1 ? '1 entry' : `${count(value)} entries`;
}

function usualEntries(value: unknown): string {
  return `${entries(value)} ${value === 1 ? 'is' : 'are'}`;
}

function list(titles: unknown): string {
  return Array.isArray(titles) ? titles.join(', ') : '';
}

function dayText(day: unknown): string {
  return typeof day === 'string' ? longDay(day) : '';
}

/** Made once: it takes as long as a hundred times. */
const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time in South Africa, `14:05`. */
function time(at: unknown): string {
  return hoursAndMinutes.format(new Date(String(at)));
}
