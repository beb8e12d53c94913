import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../controls/icon-button.module.css';

/** What one can do with a row: an icon whose name tells the row, 'Edit Thandi Mokoena'. */
export function RowAction({
  to,
  label,
  children,
}: {
  to: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={styles.action} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
