import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { formatLongDate } from '../../ui/lib/format.ts';

type Period = Pick<EntryPrice, 'from' | 'until' | 'replacedOn'>;

/** The days of an entry's price; empty for a price that was always valid and still is. */
export function periodText({ from, until, replacedOn }: Period): string {
  if (from === null) return '';
  const days = daysText(from > beginningOfTime ? formatLongDate(from) : undefined, until);
  const replaced = replacedOn === null ? [] : [`replaced on ${formatLongDate(replacedOn)}`];
  const text = [...(days === undefined ? [] : [`valid ${days}`]), ...replaced].join(', ');
  if (text === '') return '';
  const sentence = `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  const hasEnded = until !== null || replacedOn !== null;
  return hasEnded ? `${sentence} This entry keeps its price.` : sentence;
}

function daysText(start: string | undefined, until: string | null): string | undefined {
  if (until === null) return start && `from ${start}`;
  return start === undefined
    ? `until ${formatLongDate(until)}`
    : `${start} to ${formatLongDate(until)}`;
}
