import type { RateChange } from '@recoup/contract/call-fees/rate-change-endpoints';
import { localDay } from '../../../platform/browser/local-day.ts';
import { formatDate } from '../../../ui/lib/format.ts';
import { formatChange, formatPercent, oppositeOf } from '../percent.ts';
import { counted, roundingNames } from '../raise-words.ts';

/** `+6 % from 1 Mar 2027`. */
export function changeText({ percent, validFrom }: Pick<RateChange, 'percent' | 'validFrom'>) {
  return `${formatChange(percent)} from ${formatDate(validFrom)}`;
}

/** `R 1, nearest`. */
export function roundingText({ roundTo, mode }: Pick<RateChange, 'roundTo' | 'mode'>): string {
  const names = Object.entries(roundingNames);
  const name = names.find(([step]) => Number(step) === roundTo)?.[1] ?? String(roundTo);
  return `${name}, ${mode === 'up' ? 'always up' : 'nearest'}`;
}

export function stateOf(
  change: Pick<RateChange, 'validFrom' | 'undoneAt' | 'undoneBy'>,
  today: string,
): { label: string; tone: 'good' | 'warn' | 'plain' } {
  const { validFrom, undoneAt, undoneBy } = change;
  if (undoneAt !== null) {
    const by = undoneBy === null ? '' : ` by ${undoneBy.name}`;
    return {
      label: `Taken back on ${formatDate(localDay(new Date(undoneAt)))}${by}`,
      tone: 'plain',
    };
  }
  const from = formatDate(validFrom);
  return validFrom > today
    ? { label: `Planned from ${from}`, tone: 'warn' }
    : { label: `In force from ${from}`, tone: 'good' };
}

/** What taking a change back does. */
export function takeBackQuestion(change: RateChange): string {
  const { cells, repriced } = change;
  const fees = `${counted(cells, 'call fee')} ${cells === 1 ? 'is' : 'are'} again as before it`;
  const gets = repriced === 1 ? 'gets its' : 'get their';
  const entries =
    repriced === 0
      ? 'Recorded entries keep their price.'
      : `${counted(repriced, 'entry', 'entries')} re-priced by it ${gets} earlier price.`;
  return `This takes back ${changeText(change)}: ${fees}. ${entries}`;
}

/** What one can do instead when a closed export holds an entry of the change. */
export function wayOut(percent: number): string {
  const opposite = oppositeOf(percent);
  const raise =
    opposite === undefined ? '' : `raise the fees by ${formatPercent(opposite)} from today, or `;
  return `Instead, ${raise}set new fees from today. Entries of closed exports keep their price.`;
}

export function repricedText(repriced: number): string {
  if (repriced === 0) return 'No entries';
  return `${counted(repriced, 'entry', 'entries')} re-priced`;
}
