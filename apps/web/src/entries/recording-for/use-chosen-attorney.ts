import type { CurrentUser } from '@recoup/contract/users/user';
import { useEffect } from 'react';
import { othersKey } from '../../platform/session/session.ts';
import { recordsForOthersAlone } from '../../platform/session/current-user.ts';
import { createStore, useStore } from '../../ui/lib/store.ts';
import { type CallSubject, readTimer } from '../timer/call-timer.ts';
import {
  chosenAttorney,
  isRecordable,
  keepChoice,
  type Other,
  readChoice,
} from './chosen-attorney.ts';

export type ChosenAttorney = {
  /** Attorneys that the user may choose; empty for most users. */
  others: readonly Other[];
  hasOwn: boolean;
  /** Undefined for the user. */
  attorney: Other | undefined;
  /** A call belongs to the attorney for whom it was started, while the right is there. */
  isFixed: boolean;
  choose: (id: string | undefined) => void;
};

type Recorder = Pick<CurrentUser, '_id' | 'recordsFor' | 'disbursementTypes'>;

/** The choice of this visit, on all its pages, also where the device has no room for it. */
const choice = createStore<{ userId: string; stored: string } | null>(null);

/** The attorney that the user records for: as the call that is not saved yet, or as chosen last. */
export function useChosenAttorney(
  user: Recorder | undefined,
  call: CallSubject | null = readTimer(localStorage, user?._id ?? ''),
): ChosenAttorney {
  const { _id: userId = '', recordsFor: others = [] } = user ?? {};
  const chosen = useStore(choice);
  const stored = chosen?.userId === userId ? chosen.stored : readChoice(localStorage, userId);
  const hasOwn = !user || !recordsForOthersAlone(user);
  const attorney = chosenAttorney(others, { stored, hasOwn, call });
  const hasOthers = others.length > 0;
  useEffect(() => {
    if (hasOthers) sessionStorage.setItem(othersKey, attorney?._id ?? 'own');
    else if (userId !== '') sessionStorage.removeItem(othersKey);
  }, [hasOthers, userId, attorney?._id]);
  return {
    others,
    hasOwn,
    attorney,
    isFixed: call !== null && isRecordable(others, { hasOwn, call }),
    choose: (id) => {
      keepChoice(localStorage, userId, id);
      choice.set({ userId, stored: id ?? '' });
    },
  };
}
