import type { ReactNode } from 'react';
import styles from './icon-button.module.css';

type Props = { label: string; onClick: () => void; children: ReactNode };

/** For signs that everybody knows, such as the cross; a row has texts (`row-action.tsx`). */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
