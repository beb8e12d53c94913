import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { cx } from '../lib/class-names.ts';

export type Look = { variant?: Variant; size?: Size };

type Variant = 'filled' | 'outline' | 'quiet' | 'danger';
type Size = 'normal' | 'small';

type State = {
  isBusy?: boolean;
  /** Ignores clicks for a moment (`use-settled.ts`). */
  isResting?: boolean;
};

/** Busy keeps the focus and says so, and ignores further clicks. */
export function Button({
  variant = 'filled',
  size = 'normal',
  isBusy = false,
  isResting = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & State) {
  const isInactive = isBusy || isResting;
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[variant], styles[size], className)}
      aria-disabled={isInactive || undefined}
      aria-busy={isBusy || undefined}
      onClick={isInactive ? (event) => event.preventDefault() : rest.onClick}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
