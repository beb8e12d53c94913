import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from '../lib/class-names.ts';

export type Look = { variant?: Variant; size?: Size };

type Variant = 'filled' | 'outline' | 'quiet' | 'danger';
type Size = 'normal' | 'small';

type State = {
  isBusy?: boolean;
  /** A double click counts as one click, however fast the first was done. */
  isOnce?: boolean;
  /** Ignores clicks: for a moment (`use-settled.ts`), or while a text beside it says why. */
  isPaused?: boolean;
};

/** Busy keeps the focus and says so, and ignores further clicks. */
export function Button({
  variant = 'filled',
  size = 'normal',
  isBusy = false,
  isOnce = false,
  isPaused = false,
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & State) {
  const isInactive = isBusy || isPaused;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInactive) event.preventDefault();
    else if (!isOnce || event.detail < 2) onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[variant], styles[size], className)}
      aria-disabled={isInactive || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
