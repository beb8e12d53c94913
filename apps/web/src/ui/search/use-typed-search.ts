import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router';
import { createStore, useStore } from '../lib/store.ts';

const debounceMs = 500;

/** How often the user has cleared the filters. */
const clearings = createStore(0);

/** Drops what is typed and has not been searched for yet, as it goes with the other filters. */
export function dropTypedSearch(): void {
  clearings.set(clearings.get() + 1);
}

/**
 * Typed text is ahead of `value`; a `value` from elsewhere and Back replace it. A search that still
 * waits when the user leaves the page is dropped: its address would take the place of the next one.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const cleared = useStore(clearings);
  const now = { typed: value, known: value, searched: value, key, cleared };
  const [state, setState] = useState(now);
  if (state.known !== value || state.key !== key || state.cleared !== cleared) {
    const isFromElsewhere = state.known !== value && state.searched !== value;
    const isReplaced = isFromElsewhere || (isBack && state.key !== key);
    setState(isReplaced || state.cleared !== cleared ? now : { ...state, known: value, key });
  }
  const commit = (text: string) => {
    const searched = text.trim();
    setState((before) => ({ ...before, searched }));
    if (searched !== value) onSearch(searched);
  };
  const next = useNavigation().location?.pathname;
  const isLeaving = next !== undefined && next !== pathname;
  const commitTyped = useEffectEvent((typed: string) => {
    if (!isLeaving && typed.trim() !== state.searched.trim()) commit(typed);
  });
  // A timer is outside React, and each letter starts it again.
  const { typed } = state;
  useEffect(() => {
    const timer = setTimeout(() => commitTyped(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const type = (text: string) => setState((before) => ({ ...before, typed: text }));
  const clear = () => {
    type('');
    commit('');
  };
  return { typed, type, commit, clear };
}
