import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { cx } from './class-names.ts';
import { AlertIcon, CheckIcon } from './icons.tsx';

/** Red for an error (announced at once), green for a success, neutral for information. */
export function Alert({ kind, children }: { readonly kind: 'error' | 'success' | 'info'; readonly children: ReactNode }) {
  return (
    <div className={cx(styles['alert'], styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'success' ? <CheckIcon /> : <AlertIcon />}
      <div>{children}</div>
    </div>
  );
}
