import type { Entry } from '@recoup/contract/entries/endpoints';

/** The title of an entry's dialog, whose list loads the dialog later. */
export function entryTitle({
  disbursementType,
  matter,
}: Pick<Entry, 'disbursementType' | 'matter'>): string {
  return `${disbursementType.name} on ${matter.number}`;
}
