import { hours } from '../../platform/core/clock.ts';
import type { CallStart } from '../files/call-leg.ts';
import { createStarts, type DayOrder } from '../files/times.ts';

/** Reads the start of a call; a string is what is wrong with it. */
export type ReadEventStart = (text: string) => CallStart | string;

/** Events come as calls end, or after an outage. The two days of `03/04/2026` are farther apart. */
const [longestAgo, longestAhead] = [hours(14 * 24), hours(48)];

const none = 'no date with a time';
const open = 'a day whose order does not show: let the telephone system write the year first';

/**
 * Reads days as `03/04/2026` in the order of the telephone system's files; without one in the order
 * that makes the call a recent one, because there is no user to choose.
 */
export function eventStarts({
  dateOrder,
  now,
}: {
  dateOrder: DayOrder | null;
  now: Date;
}): ReadEventStart {
  const isRecent = (start: CallStart): boolean => {
    const at = Date.parse('at' in start ? start.at : `${start.local.replace(' ', 'T')}Z`);
    return at > now.getTime() - longestAgo && at < now.getTime() + longestAhead;
  };
  return (text) => {
    const read = orders(dateOrder)
      .map((order) => createStarts(order).read(text))
      .filter((start) => typeof start !== 'string');
    const [first, second] = read;
    if (first === undefined) return none;
    if (second === undefined || JSON.stringify(first) === JSON.stringify(second)) return first;
    const recent = read.filter(isRecent);
    return recent.length === 1 && recent[0] ? recent[0] : open;
  };
}

function orders(dateOrder: DayOrder | null): readonly DayOrder[] {
  return dateOrder === null ? ['DMY', 'MDY'] : [dateOrder];
}
