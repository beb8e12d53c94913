import type { CurrentUser } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordableTypes } from '../entries.queries.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { Timer } from '../timer/call-timer.ts';
import {
  chosenAttorney,
  isRecordable,
  keepChoice,
  type Other,
  readChoice,
} from './chosen-attorney.ts';
import { typesForQuery } from './recording-for.queries.ts';

export type RecordingFor = {
  /** Attorneys whom one may choose; empty for most users. */
  others: readonly Other[];
  hasOwn: boolean;
  /** Undefined for the user. */
  attorney: Other | undefined;
  choose: (id: string | undefined) => void;
  /** A call belongs to the attorney for whom it was started, while the right is there. */
  isFixed: boolean;
  /** Recordable types; undefined until they are loaded. */
  types: readonly DatedType[] | undefined;
  ownTypes: readonly DatedType[];
  error: Error | null;
  retry: () => void;
};

/** For whom the user records, remembered on the device, and what that attorney records. */
export function useRecordingFor(user: CurrentUser, timer: Timer | null): RecordingFor {
  const [stored, setStored] = useState(() => readChoice(localStorage, user._id));
  const others = user.recordsFor ?? [];
  const ownTypes = recordableTypes(user);
  const hasOwn = ownTypes.length > 0 || others.length === 0;
  const attorney = chosenAttorney(others, { stored, hasOwn, call: timer });
  const prices = useQuery({
    ...typesForQuery(attorney?._id ?? ''),
    enabled: attorney !== undefined,
  });
  return {
    others,
    hasOwn,
    attorney,
    choose: (id) => {
      keepChoice(localStorage, user._id, id);
      setStored(id ?? '');
    },
    isFixed: timer !== null && isRecordable(others, { hasOwn, call: timer }),
    types: attorney === undefined ? ownTypes : prices.data,
    ownTypes,
    error: attorney === undefined || prices.data !== undefined ? null : prices.error,
    retry: () => void prices.refetch(),
  };
}
