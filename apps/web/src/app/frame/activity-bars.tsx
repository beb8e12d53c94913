// `role` instead of <progress>, which not every browser can draw as a thin bar.
import { useHttpActivity } from '../../platform/session/activity.ts';
import styles from './activity-bars.module.css';

/** Two thin bars: one for navigation, one for requests to the server. */
export function ActivityBars({ isNavigating }: { isNavigating: boolean }) {
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
