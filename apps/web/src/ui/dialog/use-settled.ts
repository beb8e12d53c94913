import { useEffect, useState } from 'react';
import { doublePressMs } from './second-press.ts';

/**
 * False for a moment after `since` changed, against the second tap of a double tap.
 * `isAtFirst` is the value before the first change.
 */
export function useSettled(since: string | number | boolean, isAtFirst = false): boolean {
  const [settled, setSettled] = useState({ since, isSettled: isAtFirst });
  // A change back within that moment begins again.
  if (!Object.is(settled.since, since)) setSettled({ since, isSettled: false });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ since, isSettled: true }), doublePressMs);
    return () => clearTimeout(timer);
  }, [since]);
  return settled.isSettled && Object.is(settled.since, since);
}
