import {
  type DateEvidence,
  noDateEvidence,
  noteEvidence,
  orderDate,
  readDate,
} from '../../platform/csv/dates.ts';
import type { CallStart } from './call-leg.ts';

const localTime = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/;
const zonedTime =
  /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})$/i;

/** A start as `2026-03-17 09:03:05`, with or without a zone; undefined for other texts. */
function readStart(text: string): { local: string } | { at: string } | undefined {
  const zoned = zonedTime.exec(text);
  if (zoned) return readInstant((zoned[1] ?? '').replace(' ', 'T'), zoned[2] ?? '');
  const [, year, month, day, hour, minute, second = '00'] = localTime.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (!isDay(year, Number(month), Number(day)) || !isTime(hour, minute, second)) return undefined;
  return { local: `${year}-${month}-${day} ${hour}:${minute}:${second}` };
}

/** A start in seconds since 1970, UTC. */
export function readEpoch(text: string): { at: string } | undefined {
  if (!/^\d{9,10}$/.test(text)) return undefined;
  return { at: new Date(Number(text) * 1000).toISOString() };
}

/** As a spreadsheet keeps 304 s: 0.003518519 of a day. */
const partOfDay = /^0\.\d{4,}$/;

/** `185`, `185.4`, `00:03:05` or `3:05` in whole seconds, cut down; undefined for other texts. */
export function readSeconds(text: string): number | undefined {
  if (partOfDay.test(text)) return undefined;
  if (/^\d{1,7}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text));
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:\.\d+)?$/.exec(text);
  if (!parts) return undefined;
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
}

function readInstant(local: string, zone: string): { at: string } | undefined {
  const [year = '', month, day] = local.slice(0, 10).split('-');
  // JavaScript takes 30 February for 2 March.
  if (!isDay(year, Number(month), Number(day))) return undefined;
  const instant = new Date(`${local}${zone.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(instant.getTime()) ? undefined : { at: instant.toISOString() };
}

/** PostgreSQL would reject the whole file for a day that does not exist. */
function isDay(year: string, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
}

function isTime(hour = '', minute = '', second = ''): boolean {
  return hour < '24' && minute < '60' && second < '60';
}

export type DayOrder = 'DMY' | 'MDY';

/**
 * The starts in a column. `read` returns what is wrong with one as a sentence; days as
 * `14/11/2026` are read in the order that was chosen.
 */
export type Starts = {
  read: (text: string) => CallStart | string;
  /** Which orders the days have proved so far. */
  evidence: DateEvidence;
};

/** Whether a cell is the start of a call, in any order of days. */
export function isStart(cell = ''): boolean {
  return (['DMY', 'MDY'] as const).some(
    (order) => typeof createStarts(order).read(cell) !== 'string',
  );
}

export function createStarts(order: DayOrder): Starts {
  const evidence = noDateEvidence();
  return {
    evidence,
    read(text) {
      const plain = readStart(text);
      if (plain !== undefined) return plain;
      const time = timeOfDay.exec(text);
      if (!time) return `"${text.slice(0, 40)}" is no date with a time.`;
      const read = readDate(text.slice(0, time.index).trim());
      noteEvidence(evidence, read);
      if (read.kind === 'error') return read.message;
      const day = read.kind === 'unordered' ? orderDate(text, read, order) : read;
      if (day.kind !== 'day') return otherOrder(text, order);
      const [, hour = '', minute = '', second = '00', half = ''] = time;
      const local = `${day.iso} ${hour24(Number(hour), half)}:${minute}:${second}`;
      return readStart(local) ?? `"${text.slice(0, 40)}" is no time of a day.`;
    },
  };
}

const timeOfDay = /[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?$/i;

function otherOrder(text: string, order: DayOrder): string {
  return (
    `"${text.slice(0, 40)}" is no day in the order ` +
    `${order === 'DMY' ? 'day, month' : 'month, day'}. ` +
    'Choose the other order of dates if the file has it.'
  );
}

function hour24(hour: number, half: string): string {
  const isAfternoon = half.toLowerCase() === 'pm';
  if (half === '') return String(hour).padStart(2, '0');
  // No time of a day, which is said.
  if (hour > 12 && !isAfternoon) return '24';
  return String((hour % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0');
}
