import { beginningOfTime } from '@recoup/contract/call-fees/endpoints';
import { longDay } from '@recoup/contract/entries/rules';

/** The first and the last day of an entry's call fees; empty for fees without either. */
export function periodText(from: string | null, until: string | null): string {
  if (from === null) return '';
  const start = from > beginningOfTime ? longDay(from) : undefined;
  if (until === null) return start === undefined ? '' : `Valid from ${start}.`;
  const days = start === undefined ? 'until' : `${start} to`;
  return `Valid ${days} ${longDay(until)}. This entry keeps its price.`;
}
