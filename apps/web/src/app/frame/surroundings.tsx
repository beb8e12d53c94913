import { type ReactNode, useEffect } from 'react';
import { keepFocus } from '../../ui/dialog/focus-keeper.ts';
import { ignoreSecondPress } from '../../ui/dialog/second-press.ts';
import { ToastRegion } from '../../ui/feedback/toast.tsx';
import { hold } from '../../platform/session/hold.ts';
import { useStore } from '../../ui/lib/store.ts';
import { useHttpActivity } from '../../platform/session/activity.ts';
import styles from './activity-bars.module.css';

type Props = { isNavigating: boolean; children: ReactNode };

/** Frame of every page, including the sign-in page: activity bars, toasts, and a hold. */
export function Surroundings({ isNavigating, children }: Props) {
  // The focus, the keyboard and the pointer are outside React.
  useEffect(keepFocus, []);
  useEffect(ignoreKeyRepeat, []);
  useEffect(ignoreSecondPress, []);
  return (
    <>
      <ActivityBars isNavigating={isNavigating} />
      {useStore(hold) && (
        <p className={styles.held} role="status" data-unprinted>
          This installation is held, as after a restore: nothing leaves it.
        </p>
      )}
      {children}
      <ToastRegion />
    </>
  );
}

// `role` instead of <progress>, which not every browser can draw as a thin bar.
/** Two thin bars: one for navigation, one for requests to the server. */
function ActivityBars({ isNavigating }: { isNavigating: boolean }) {
  const isLoading = useHttpActivity();
  return (
    <section aria-label="Activity" className={styles.bars}>
      {isNavigating && (
        <div role="progressbar" aria-label="Loading the page" className={styles.navigation} />
      )}
      {isLoading && <div role="progressbar" aria-label="Loading" className={styles.http} />}
    </section>
  );
}

/** A held Enter must not press the next button too. Returns the cleanup. */
function ignoreKeyRepeat(): () => void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  };
  document.addEventListener('keydown', ignore, { capture: true });
  return () => document.removeEventListener('keydown', ignore, { capture: true });
}
