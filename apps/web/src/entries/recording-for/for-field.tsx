import { recordingForEndpoints } from '@recoup/contract/users/endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { withOfflineCache } from '../../platform/api/offline-cache.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { recordableTypes } from '../entries.queries.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { Timer } from '../timer/call-timer.ts';
import { type ChosenAttorney, useChosenAttorney } from './use-chosen-attorney.ts';

type Props = {
  recording: Pick<RecordingFor, 'others' | 'hasOwn'>;
  /** Undefined for the user. */
  value: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean;
  onChoose: (id: string | undefined) => void;
};

/** For which attorney one records; nothing for a user without that right, and with own entries. */
export function ForField({ recording, value, error, isDisabled = false, onChoose }: Props) {
  const { others, hasOwn } = recording;
  if (others.length === 0 && value === undefined) return null;
  const options = [
    ...(hasOwn ? [{ value: '', label: 'Myself' }] : []),
    ...others.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  const isKnown = options.some((option) => option.value === (value ?? ''));
  return (
    <SelectField
      label="For"
      options={
        isKnown
          ? options
          : [{ value: value ?? '', label: 'Please choose', isDisabled: true }, ...options]
      }
      value={value ?? ''}
      error={error}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
    />
  );
}

export type RecordingFor = ChosenAttorney & {
  /** Recordable types; undefined until they are loaded. */
  types: readonly DatedType[] | undefined;
  ownTypes: readonly DatedType[];
  error: Error | null;
  retry: () => void;
};

/** The attorney that the user records for, kept on the device, and what that attorney records. */
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

/** Priced types of the attorney that the user records for; available offline after one read. */
export function typesForQuery(attorneyId: string) {
  return queryOptions({
    queryKey: [...subjectKey('account'), 'records for', attorneyId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await withOfflineCache(`prices of ${attorneyId}`, () =>
        send(recordingForEndpoints.getRecordingFor, { params: { id: attorneyId } }, { signal }),
      );
      return recordableTypes(data);
    },
    staleTime: 5 * 60_000,
  });
}
