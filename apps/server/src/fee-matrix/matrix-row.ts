import { feeErrors } from '@recoup/contract/call-fees/messages';
import type { MatrixColumn } from '@recoup/contract/fee-matrix/endpoints';
import { type CallFeeBand, thereafterTime } from '@recoup/contract/call-fees/rules';
import { maxMinutes } from '@recoup/contract/core/fields';
import { maxEntryCents } from '@recoup/contract/core/money';
import { cleanCell } from '../platform/csv/clean-text.ts';
import type { Problem } from '../platform/csv/problems.ts';
import type { MatrixRecord } from './matrix-file.ts';
import type { DayReader } from './valid-from.ts';

/** The fees of a row; without bands there are none from that day. */
export type MatrixFees = { validFrom: string; bands: CallFeeBand[] };
type Read = { fees?: MatrixFees; problems: Problem[] };
type Cells = MatrixRecord['cells'];
type Report = (column: MatrixColumn, message: string) => undefined;

const timedColumns = [
  ['to1', 'price1'],
  ['to2', 'price2'],
  ['to3', 'price3'],
  ['to4', 'price4'],
] as const satisfies readonly (readonly [MatrixColumn, MatrixColumn])[];
const thereafterColumns = ['thereafterEvery', 'thereafterPrice'] as const;

export function readFees({ row, cells }: MatrixRecord, readDay: DayReader): Read {
  const problems: Problem[] = [];
  const report: Report = (column, message) => void problems.push({ row, column, message });
  const read = readDay(cells.validFrom);
  if ('message' in read) report('validFrom', read.message);
  const bands = readBands(cells, report);
  if (!('day' in read) || bands === undefined || problems.length > 0) return { problems };
  return { fees: { validFrom: read.day, bands }, problems };
}

function readBands(cells: Cells, report: Report): CallFeeBand[] | undefined {
  const timed = timedColumns.map((columns) => readPair(cells, columns, report));
  const thereafter = readPair(cells, thereafterColumns, report);
  const gap = timed.indexOf('empty');
  if (gap >= 0 && timed.some((pair, index) => index > gap && pair !== 'empty'))
    report(timedColumns[gap]?.[0] ?? 'to1', 'Fill in this price before the later ones.');
  if (thereafter === undefined || timed.includes(undefined)) return undefined;
  let startTime = 0;
  const bands: CallFeeBand[] = [];
  for (const pair of timed) {
    if (pair === undefined || pair === 'empty') continue;
    const { minutes: endTime, cents: chargeCents } = pair;
    bands.push({ startTime, endTime, additionalTime: 0, chargeCents });
    startTime = endTime;
  }
  const time = { startTime: thereafterTime, endTime: thereafterTime };
  if (thereafter !== 'empty') {
    const { minutes: additionalTime, cents: chargeCents } = thereafter;
    bands.push({ ...time, additionalTime, chargeCents });
  }
  if (bands.length > 0) reportErrors(bands, report);
  return bands;
}

/** All other rules hold by the shape of the columns. */
function reportErrors(bands: readonly CallFeeBand[], report: Report): void {
  for (const { row, message } of feeErrors(bands))
    report(timedColumns[row ?? 0]?.[0] ?? 'thereafterEvery', message);
}

type Pair = { minutes: number; cents: number };

/** Undefined after a problem. */
function readPair(
  cells: Cells,
  [time, price]: readonly [MatrixColumn, MatrixColumn],
  report: Report,
): Pair | 'empty' | undefined {
  const [timeText, priceText] = [cleanCell(cells[time]), cleanCell(cells[price])];
  if (timeText === '' && priceText === '') return 'empty';
  if (timeText === '') return report(time, `Fill in ${time}, or leave ${price} empty too.`);
  if (priceText === '') return report(price, `Fill in ${price}, or leave ${time} empty too.`);
  const minutes = readMinutes(timeText, (message) => report(time, message));
  const cents = readCents(priceText, (message) => report(price, message));
  return minutes === undefined || cents === undefined ? undefined : { minutes, cents };
}

function readMinutes(text: string, report: (message: string) => undefined): number | undefined {
  if (/^-\s*\d/.test(text)) return report('Must not be below 0.');
  if (!/^(?:\d{1,15}|\d{1,3}(?: \d{3}){1,4})$/.test(text))
    return report('Must be a whole number of minutes.');
  const minutes = Number(text.replaceAll(' ', ''));
  return minutes > maxMinutes ? report('Must not be more than 100 000 minutes.') : minutes;
}

/** `1 234,50`, `1,234.50` and `R 1234.5`, but not `1,234`, which may be either. */
function readCents(text: string, report: (message: string) => undefined): number | undefined {
  const amount = text.replace(/^R ?/i, '');
  if (/^-\s*\d/.test(amount)) return report('Must not be below R 0.00.');
  const match =
    /^(\d{1,12}|\d{1,3}(?: \d{3}){1,3})(?:[.,](\d{1,2}))?$/.exec(amount) ??
    /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{2})$/.exec(amount);
  if (!match) return report('Must be an amount in Rand with at most two decimals.');
  const cents = Number(match[1]?.replaceAll(/[ ,]/g, '') + (match[2] ?? '').padEnd(2, '0'));
  return cents > maxEntryCents ? report('Must not be more than R 100 000 000.00.') : cents;
}
