import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry, EntryLink } from '@recoup/contract/entries/endpoints';
import { formatDate } from '../../ui/lib/format.ts';

const openings = {
  reversal: 'Reversed by',
  reversed: 'Takes back',
  replacement: 'Replaced by',
  replaced: 'Takes the place of',
} as const;

/** `Reversed by −R 37.50 of 18 Mar 2026, not exported yet. Reason: …` */
export function linkSentence(link: EntryLink): string {
  const { is, amount, date, export: number, reason } = link;
  const exported = number === null ? 'not exported yet' : `in export ${number}`;
  const why = reason === null || is.startsWith('replace') ? '' : ` Reason: ${reason}`;
  const sum = `${formatRand(toCents(amount))} of ${formatDate(date)}`;
  return `${openings[is]} ${sum}, ${exported}.${why}`;
}

/** `happened on 5 Mar 2026`, where that is not the day of the line. */
export function happenedText({ happenedOn }: Pick<Entry, 'happenedOn'>): string | undefined {
  return happenedOn === undefined ? undefined : `happened on ${formatDate(happenedOn)}`;
}

/** Mark of a reversal, a reversed or a replacement entry in lists; undefined for the others. */
export function linkWord(entry: Pick<Entry, 'reverses' | 'reversedBy' | 'replaces'>) {
  if (entry.reverses !== undefined) return 'reversal';
  if (entry.reversedBy !== undefined) return 'reversed';
  return entry.replaces === undefined ? undefined : 'replacement';
}
