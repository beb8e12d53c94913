import { formatMoment } from '../lib/moment.ts';
import styles from './data-table.module.css';

/** A moment in a list: where it is narrow, the time stands below its day, and neither is broken. */
export function MomentCell({ at }: { at: string }) {
  const [day, time] = formatMoment(at).split(', ');
  return (
    <>
      <span className={styles.unbroken}>{day},</span>{' '}
      <span className={styles.unbroken}>{time}</span>
    </>
  );
}
