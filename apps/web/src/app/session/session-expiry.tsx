import { userEndpoints } from '@recoup/contract/users/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { send } from '../../platform/api/api-client.ts';
import { session } from '../../platform/session/session.ts';
import { onSessionLifetimeChange, sessionEndsAt } from '../../platform/session/session-lifetime.ts';

// A dialog is much program for a question that is seldom asked.
const SessionExpiryQuestion = lazy(async () => ({
  default: (await import('./session-expiry-question.tsx')).SessionExpiryQuestion,
}));

const warnAhead = 60_000;

/** Asking a moment too early would keep the session alive, so the end is asked for only when it is surely past. */
const surelyPast = 2_000;

/** Says a minute before that the session is about to end, and keeps it when one wants to stay. */
export function SessionExpiry() {
  const endsAt = useSyncExternalStore(onSessionLifetimeChange, sessionEndsAt);
  const now = useClock(endsAt);
  const client = useQueryClient();
  const [isKeeping, setKeeping] = useState(false);
  const left = endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isNear = left !== undefined && left * 1000 <= warnAhead && session.isSignedIn();
  // The answer brings a new time; one that is still near is the end of the eight hours, which nothing moves.
  const keep = async () => {
    setKeeping(true);
    await send(userEndpoints.getMe, {}).then(
      (user) => client.setQueryData(['me'], user),
      () => undefined,
    );
    setKeeping(false);
  };
  if (!isNear) return null;
  return (
    <Suspense>
      <SessionExpiryQuestion secondsLeft={left} isKeeping={isKeeping} onKeep={() => void keep()} />
    </Suspense>
  );
}

/** The time, moving each second once the end is near; before that the component rests. Time is outside React. */
function useClock(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      if (time > endsAt + surelyPast && session.isSignedIn())
        void send(userEndpoints.getMe, {}).catch(() => undefined);
    };
    let timer = setTimeout(
      function wake() {
        tick();
        timer = setTimeout(wake, 1000);
      },
      Math.max(0, endsAt - warnAhead - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [endsAt]);
  return now;
}
