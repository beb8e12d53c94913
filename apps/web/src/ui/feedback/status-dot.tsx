import { cx } from '../lib/class-names.ts';
import styles from './status-dot.module.css';

/** A coloured dot and its word; the word says it all. */
export function StatusDot({
  label,
  tone,
}: {
  label: string;
  tone: 'good' | 'warn' | 'bad' | 'plain';
}) {
  return (
    <span className={styles.status}>
      <span className={cx(styles.dot, styles[tone])} />
      {label}
    </span>
  );
}
