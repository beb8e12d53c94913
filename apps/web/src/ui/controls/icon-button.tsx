import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './icon-button.module.css';

type Props = {
  label: string;
  onClick: () => void /** Ignores clicks for a moment (`use-settled.ts`). */;
  isResting?: boolean;
  children: ReactNode;
};

/** What one can do with a thing on the same page; `RowAction` is its sister that goes somewhere. */
export function IconButton({ label, onClick, isResting = false, children }: Props) {
  return (
    <button
      type="button"
      className={cx(styles.action, styles.iconButton)}
      aria-label={label}
      title={label}
      aria-disabled={isResting || undefined}
      onClick={isResting ? undefined : onClick}
    >
      {children}
    </button>
  );
}
