import { useEffect, useState } from 'react';
import { doublePressMs } from './second-press.ts';

const never = Symbol('never');

/**
 * False for a moment after `since` changed, against the second tap of a double tap.
 * `isAtFirst` is the value before the first change.
 */
export function useSettled(since: unknown, isAtFirst = false): boolean {
  const [settled, setSettled] = useState<unknown>(isAtFirst ? since : never);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(since), doublePressMs);
    return () => clearTimeout(timer);
  }, [since]);
  return Object.is(settled, since);
}
