import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './page-frame.module.css';

type PanelProps = {
  children: ReactNode;
  /** Target of a link on the page. */
  id?: string;
  label?: string;
  /** For several below each other on a phone. */
  isTight?: boolean;
  isBusy?: boolean;
};

/** White ground for a group of content. */
export function Panel({ children, id, label, isTight = false, isBusy = false }: PanelProps) {
  return (
    <section
      id={id}
      className={cx(styles.panel, isTight && styles.tight)}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      {children}
    </section>
  );
}
