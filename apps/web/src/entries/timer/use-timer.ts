import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoable } from '../../ui/feedback/undo.ts';
import { formatMinutes } from '../../ui/lib/format.ts';
import {
  type CallSubject,
  changeTimer,
  keepTimer,
  callMinutes,
  readTimer,
  startTimer,
  type Timer,
} from './call-timer.ts';

/** The user's call on this device, and the time, which moves once a second while the call runs. */
export function useTimer(userId: string) {
  const [timer, setTimer] = useState(() => readTimer(localStorage, userId));
  // Stays in this tab: it may be a client's name, which does not stay on the device.
  const [typed, setTyped] = useState({ call: '', text: '' });
  const now = useNow(timer !== null && timer.stoppedAt === null);
  const keep = (next: Timer | null) => {
    keepTimer(localStorage, userId, next);
    setTimer(next);
  };
  const change = (changed: Partial<Timer>) => {
    if (timer === null) return null;
    const next = changeTimer(localStorage, userId, { ...changed, _id: timer._id });
    setTimer(next);
    return next;
  };
  const offer = useRef<() => void>(undefined);
  const start = (subject: CallSubject = {}, text = '') => {
    // There is one call at a time: the discarded one cannot come back.
    offer.current?.();
    const started = startTimer(localStorage, userId, subject);
    setTimer(started);
    setTyped({ call: started._id, text });
  };
  const discard = () => {
    if (timer === null) return;
    keep(null);
    offer.current = offerBack(userId, timer);
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
    /** Typed as the matter of the call, but no matter yet. */
    matterText: timer?._id === typed.call ? typed.text : '',
    typeMatter: (text: string) => timer && setTyped({ call: timer._id, text }),
    start,
    /** The stopped call; null if another tab has saved or discarded it. */
    stop: () => change({ stoppedAt: Date.now() }),
    resume: () => change({ stoppedAt: null }),
    /** Gives the call a matter or a type, which are stored at once. */
    describe: (subject: CallSubject) => change(subject),
    clear: () => keep(null),
    discard,
  };
}

function offerBack(userId: string, timer: Timer): () => void {
  return undoable({
    text: `Call of ${formatMinutes(callMinutes(timer, Date.now()))} discarded.`,
    undo: () => {
      if (readTimer(localStorage, userId) !== null)
        return toast('Another call was started, so the discarded one is gone.', 'bad');
      keepTimer(localStorage, userId, timer);
      // As another tab would tell it: the page may have been left and opened again.
      window.dispatchEvent(new StorageEvent('storage'));
    },
  });
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
