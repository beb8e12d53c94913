import { newId } from '@recoup/contract/core/ids';
import { useEffect, useState } from 'react';
import { keepTimer, readTimer, type Timer } from './call-timer.ts';

/** The user's call on this device, and the time, which moves once a second while the call runs. */
export function useTimer(userId: string) {
  const [timer, setTimer] = useState(() => readTimer(localStorage, userId));
  const now = useNow(timer !== null && timer.stoppedAt === null);
  const keep = (next: Timer | null) => {
    keepTimer(localStorage, userId, next);
    setTimer(next);
  };
  // A call that was started or stopped in another tab is the same call.
  useEffect(() => {
    const follow = () => setTimer(readTimer(localStorage, userId));
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId]);
  return {
    timer,
    now,
    start: () => keep({ _id: newId(), startedAt: Date.now(), stoppedAt: null }),
    stop: () => timer !== null && keep({ ...timer, stoppedAt: Date.now() }),
    resume: () => timer !== null && keep({ ...timer, stoppedAt: null }),
    clear: () => keep(null),
  };
}

/** The current time; right at once when a locked screen is back. */
function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isMoving) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isMoving]);
  return now;
}
