import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { cx } from '../lib/class-names.ts';

type Variant = 'filled' | 'outline' | 'quiet' | 'danger';
type Size = 'normal' | 'small';
type Own = { variant?: Variant; size?: Size };

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
}: ComponentProps<'button'> & Own & State) {
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

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  variant = 'filled',
  size = 'normal',
  className,
  ...rest
}: ComponentProps<typeof Link> & Own) {
  return <Link {...rest} className={cx(styles.button, styles[variant], styles[size], className)} />;
}
