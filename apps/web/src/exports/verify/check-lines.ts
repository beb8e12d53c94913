import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { priceCents } from '@recoup/contract/call-fees/rules';
import { findValidOn } from '@recoup/contract/call-fees/validity';
import type { PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { type ExportCsv, type FileRecord, pause } from './read-export-file.ts';

/** All schedules that an attorney had for a type, also replaced ones. */
export type Schedules = readonly Pick<PastCallFees, 'validFrom' | 'replacedAt' | 'callFees'>[];
/** Undefined for an attorney or a type that the firm has not. */
export type FindSchedules = (attorney: string, type: string) => Schedules | undefined;

/**
 * The check of a call's price. `earlier`: other fees than those now valid on its day, which is
 * allowed. `given`: no fees. `unknown`: the firm has no attorney or type of this name now.
 */
export type CallVerdict = 'good' | 'earlier' | 'given' | 'unknown' | 'differs';

export type DifferingCall = {
  line: number;
  attorney: string;
  type: string;
  minutes: number;
  cents: number;
  expected: number;
};
export type LinesCheck = {
  rows: number;
  cents: bigint;
  /** Lines whose amount is no number of cents. */
  unreadable: readonly number[];
  calls: Readonly<Record<CallVerdict, number>>;
  differing: readonly DifferingCall[];
};

type Call = Omit<DifferingCall, 'expected'> & { day: string };

const linesAtOnce = 2_000;

/** Recomputes the sum of a file, and the price of each call from the fees of its day. */
export async function checkLines(
  { columns, records }: ExportCsv,
  find: FindSchedules,
): Promise<LinesCheck> {
  const read = lineReader(columns);
  const calls = { good: 0, earlier: 0, given: 0, unknown: 0, differs: 0 };
  const differing: DifferingCall[] = [];
  const unreadable: number[] = [];
  let sum = 0n;
  for (const [index, record] of records.entries()) {
    if (index % linesAtOnce === 0) await pause();
    const { call, cents } = read(record);
    if (Number.isSafeInteger(cents)) sum += BigInt(cents);
    else unreadable.push(record.line);
    if (call === undefined) continue;
    const { verdict, expected } = checkCall(call, find);
    calls[verdict] += 1;
    if (verdict === 'differs') differing.push({ ...call, expected });
  }
  return { rows: records.length, cents: sum, unreadable, calls, differing };
}

/** The pairs of attorney and type whose fees the file needs. */
export function attorneyTypePairs({
  columns,
  records,
}: ExportCsv): [attorney: string, type: string][] {
  const read = lineReader(columns);
  const pairs = new Map<string, [string, string]>();
  for (const record of records) {
    const { call } = read(record);
    if (call) pairs.set(`${call.attorney}\n${call.type}`, [call.attorney, call.type]);
  }
  return [...pairs.values()];
}

function checkCall(
  { attorney, type, day, minutes, cents }: Call,
  find: FindSchedules,
): { verdict: CallVerdict; expected: number } {
  const all = find(attorney, type);
  if (all === undefined) return { verdict: 'unknown', expected: cents };
  const live = all.filter(({ replacedAt }) => replacedAt === null);
  const expected = schedulePrice(findValidOn(live, day), minutes);
  if (expected === cents) return { verdict: 'good', expected };
  // A reversal has the price of the entry that it takes back, whose day is another one.
  const could = all.filter(({ validFrom }) => minutes < 0 || validFrom <= day);
  if (could.some((schedule) => schedulePrice(schedule, minutes) === cents))
    return { verdict: 'earlier', expected: cents };
  return expected === undefined
    ? { verdict: 'given', expected: cents }
    : { verdict: 'differs', expected };
}

/** In cents; a reversal has negative minutes and costs the negative price. */
function schedulePrice(
  schedule: Schedules[number] | undefined,
  minutes: number,
): number | undefined {
  if (schedule === undefined || schedule.callFees.length === 0) return undefined;
  const cents = priceCents(schedule.callFees.map(toCallFeeBand), Math.abs(minutes));
  return minutes < 0 ? 0 - cents : cents;
}

function lineReader(columns: readonly string[]) {
  const at = (name: string) => columns.indexOf(name);
  const [day, attorney, type] = [at('Date'), at('Attorney'), at('Disbursement')];
  const [minutes, amount] = [at('Minutes'), at('Amount')];
  return ({ line, cells }: FileRecord): { call: Call | undefined; cents: number } => {
    const cents = parseCents(cells[amount] ?? '');
    const length = cells[minutes] ?? '';
    if (!/^-?\d{1,7}$/.test(length)) return { call: undefined, cents };
    const call = {
      line,
      day: cells[day] ?? '',
      attorney: cells[attorney] ?? '',
      type: cells[type] ?? '',
      minutes: Number(length),
      cents,
    };
    return { call, cents };
  };
}

/** NaN for what is no amount in Rand. */
function parseCents(amount: string): number {
  return /^-?\d{1,13}\.\d\d$/.test(amount) ? Number(amount.replace('.', '')) : Number.NaN;
}
