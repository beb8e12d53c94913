import { useEffect, useState } from 'react';

/** The longest pause within a double click; Windows allows 500 ms. */
const doubleTapMs = 500;
const never = Symbol('never');

/**
 * False for a moment after `since` has changed, so that the second tap of a double tap finds nothing to press. `isAtFirst` is what it
 * returns before the first change. Timers are outside React.
 */
export function useSettled(since: unknown, isAtFirst = false): boolean {
  const [settled, setSettled] = useState<unknown>(isAtFirst ? since : never);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(since), doubleTapMs);
    return () => clearTimeout(timer);
  }, [since]);
  return Object.is(settled, since);
}
