import type { CurrentUser } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { recordableTypes } from '../entries.queries.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { Timer } from '../timer/call-timer.ts';
import { typesForQuery } from './recording-for.queries.ts';
import { type ChosenAttorney, useChosenAttorney } from './use-chosen-attorney.ts';

export type RecordingFor = ChosenAttorney & {
  /** Recordable types; undefined until they are loaded. */
  types: readonly DatedType[] | undefined;
  ownTypes: readonly DatedType[];
  error: Error | null;
  retry: () => void;
};

/** For whom the user records, remembered on the device, and what that attorney records. */
export function useRecordingFor(user: CurrentUser, timer: Timer | null): RecordingFor {
  const chosen = useChosenAttorney(user, timer);
  const { attorney } = chosen;
  const ownTypes = recordableTypes(user);
  const prices = useQuery({
    ...typesForQuery(attorney?._id ?? ''),
    enabled: attorney !== undefined,
  });
  return {
    ...chosen,
    types: attorney === undefined ? ownTypes : prices.data,
    ownTypes,
    error: attorney === undefined || prices.data !== undefined ? null : prices.error,
    retry: () => void prices.refetch(),
  };
}
