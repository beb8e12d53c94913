import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { Look } from './button.tsx';
import styles from './button.module.css';
import { cx } from '../lib/class-names.ts';

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  variant = 'filled',
  size = 'normal',
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cx(styles.button, styles[variant], styles[size], className)} />;
}
