import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router';

const debounceMs = 500;

/**
 * Typed text is ahead of `value`; a `value` from elsewhere and Back replace it. A search that still
 * waits when the user leaves the page is dropped: its address would take the place of the next one.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const [state, setState] = useState({ typed: value, known: value, searched: value, key });
  if (state.known !== value || state.key !== key) {
    const isFromElsewhere = state.known !== value && state.searched !== value;
    setState(
      isFromElsewhere || (isBack && state.key !== key)
        ? { typed: value, known: value, searched: value, key }
        : { ...state, known: value, key },
    );
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
