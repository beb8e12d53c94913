import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { cx } from '../lib/class-names.ts';
import { AlertIcon, CheckIcon } from '../controls/icons.tsx';

/** Red for an error (announced at once), amber for a warning, green for a success. */
export function Alert({
  kind,
  children,
}: {
  kind: 'error' | 'warning' | 'success' | 'info';
  children: ReactNode;
}) {
  return (
    <div
      ref={kind === 'error' || kind === 'success' ? intoSight : null}
      className={cx(styles.alert, styles[kind])}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      {kind === 'success' ? <CheckIcon /> : <AlertIcon />}
      <div>{children}</div>
    </div>
  );
}

/** The button that was pressed may stand far below the result; after the router has scrolled. */
function intoSight(alert: HTMLDivElement): () => void {
  const frame = requestAnimationFrame(() => alert.scrollIntoView({ block: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}
