import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A word beside a name that says what is special about it. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
