import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './small-parts.module.css';

type Props = { readonly label: string; readonly onClick: () => void; readonly children: ReactNode };

/** What one can do with a thing on the same page; `RowAction` is its sister that goes somewhere. */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <button type="button" className={cx(styles['action'], styles['iconButton'])} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
