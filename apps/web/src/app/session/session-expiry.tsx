import { Suspense, useEffect, useState } from 'react';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { session } from '../../platform/session/session.ts';
import { sessionEnd } from '../../platform/session/session-lifetime.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useStore } from '../../ui/lib/store.ts';

// Loaded on demand: large and seldom used.
const SessionExpiryQuestion = lazyPart(async () => ({
  default: (await import('./session-expiry-question.tsx')).SessionExpiryQuestion,
}));

const warnAhead = 60_000;

/** An earlier request would extend the session. */
const surelyPast = 2_000;

/** Warns a minute before the session ends and can extend it. */
export function SessionExpiry() {
  const endsAt = useStore(sessionEnd);
  const now = useClock(endsAt);
  const left = endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isNear = left !== undefined && left * 1000 <= warnAhead && session.isSignedIn();
  if (!isNear) return null;
  return (
    <Suspense>
      <SessionExpiryQuestion secondsLeft={left} />
    </Suspense>
  );
}

/** The current time, ticking once the end is near. */
function useClock(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    let isAsking = false;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      if (time <= endsAt + surelyPast || isAsking || !session.isSignedIn()) return;
      isAsking = true;
      void send(userEndpoints.getMe, {})
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
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
