import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import { formatCount } from '../lib/format.ts';
import styles from './selection-bar.module.css';

type Props = {
  /** Accessible name: 'Selected calls'. */
  label: string;
  count: number;
  /** How many can be selected at once. */
  max: number;
  /** One line on a phone, which leaves the list in sight. */
  isCompact?: boolean;
  /** Actions on the selected rows. */
  children: ReactNode;
};

/** How many rows are selected, and what can be done with them. */
export function SelectionBar({ label, count, max, isCompact = false, children }: Props) {
  return (
    <section
      className={cx(styles.bar, isCompact && styles.compact)}
      aria-label={label}
      data-unprinted
    >
      <output>
        {formatCount(count)} selected{count >= max && `; at most ${max} at once`}
      </output>
      {children}
    </section>
  );
}
