import {
  type EntryListQuery,
  type EntrySort,
  entrySortNames,
  entrySorts,
} from '@recoup/contract/entries/entry-list';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

export type EntryOrder = { by: EntrySort; direction: 'asc' | 'desc' };

/** The last entry of a batch, from which the next one goes on. */
export type EntryPlace = { key: string; date: string; id: string };

/** No key is null, so that a place can be compared. The tables are those of `withNames`. */
const keys: Readonly<Record<EntrySort, { key: string; type: string }>> = {
  date: { key: 'entries.date', type: 'date' },
  matter: { key: 'lower(matters.number)', type: 'text' },
  attorney: { key: '(folded(users.name) collate "C")', type: 'text' },
  type: { key: '(folded(disbursement_types.title) collate "C")', type: 'text' },
  length: { key: 'coalesce(entries.minutes, entries.quantity, 0)', type: 'integer' },
  amount: { key: 'entries.amount_cents', type: 'bigint' },
  export: { key: 'coalesce(exports.number, 0)', type: 'integer' },
};

export const newestFirst: EntryOrder = { by: 'date', direction: 'desc' };

export function readEntryOrder(query: EntryListQuery): EntryOrder {
  for (const by of entrySortNames) {
    const direction = query[entrySorts[by]];
    if (direction !== undefined) return { by, direction };
  }
  return newestFirst;
}

export function reversed({ by, direction }: EntryOrder): EntryOrder {
  return { by, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** Day and id decide between equals, in the same direction: so no two entries are equal. */
export function inOrder<DB, TB extends keyof DB, O>(
  entries: SelectQueryBuilder<DB, TB, O>,
  { by, direction }: EntryOrder,
): SelectQueryBuilder<DB, TB, O> {
  const sorted = by === 'date' ? entries : entries.orderBy(sql.raw(keys[by].key), direction);
  return sorted.orderBy(sql`entries.date`, direction).orderBy(sql`entries.id`, direction);
}

export function orderKey({ by }: EntryOrder): RawBuilder<string> {
  return sql`${sql.raw(keys[by].key)}::text`;
}

export function isBehind({ by, direction }: EntryOrder, place: EntryPlace): RawBuilder<boolean> {
  const { key, type } = keys[by];
  const after = sql.raw(direction === 'asc' ? '>' : '<');
  const days = sql`${place.date}::date, ${place.id}::uuid`;
  if (by === 'date') return sql`(entries.date, entries.id) ${after} (${days})`;
  const value = sql`${place.key}::${sql.raw(type)}`;
  return sql`(${sql.raw(key)}, entries.date, entries.id) ${after} (${value}, ${days})`;
}
