import { useEffect, useState } from 'react';
import { doublePressMs } from './second-press.ts';

const never = Symbol('never');

/**
 * False for a moment after `since` has changed, so that the second tap of a double tap finds nothing to press. `isAtFirst` is what it
 * returns before the first change. Timers are outside React.
 */
export function useSettled(since: unknown, isAtFirst = false): boolean {
  const [settled, setSettled] = useState<unknown>(isAtFirst ? since : never);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(since), doublePressMs);
    return () => clearTimeout(timer);
  }, [since]);
  return Object.is(settled, since);
}
