import type { Query, QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';

/**
 * Whether the part around is drawn from an answer of the last visit, which no new one has replaced
 * yet. Buttons that open a form with it, or start a closing, are paused.
 */
export const OldAnswer = createContext(false);

/**
 * Shows the answer before, as `keepPreviousData` does, until that of another page or filter comes.
 * An answer of the last visit is not kept: nothing would say any more that it is old.
 */
export function keepNewAnswer<Data, Key extends QueryKey>(
  before: Data | undefined,
  query: Query<Data, Error, Data, Key> | undefined,
): Data | undefined {
  return query?.state.dataUpdatedAt === 0 ? undefined : before;
}
