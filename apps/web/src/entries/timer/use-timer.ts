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
  const matterText = useMatterText(timer);
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
    matterText.typeMatter(text, started);
  };
  const discard = () => {
    if (timer === null) return;
    keep(null);
    offer.current = offerBack(userId, timer);
  };
  useOtherTabs(userId, setTimer);
  return {
    timer,
    now,
    ...matterText,
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

/** A call that was started or stopped in another tab is the same call. */
function useOtherTabs(userId: string, setTimer: (timer: Timer | null) => void): void {
  useEffect(() => {
    const follow = () => setTimer(readTimer(localStorage, userId));
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId, setTimer]);
}

/**
 * The text that was typed as the matter of the call, but is no matter yet. It may be a client's
 * name, so it is in this tab alone and not on the device.
 */
function useMatterText(timer: Timer | null) {
  const [typed, setTyped] = useState({ call: '', text: '' });
  return {
    matterText: timer?._id === typed.call ? typed.text : '',
    typeMatter: (text: string, call: Timer | null = timer) =>
      call && setTyped({ call: call._id, text }),
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
