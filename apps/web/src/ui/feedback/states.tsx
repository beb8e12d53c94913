import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './states.module.css';

type Props = { title: string; children?: ReactNode; action?: ReactNode; picture?: ReactNode };

/** Nothing here yet, and what one can do about it. */
export function EmptyState({ title, children, action, picture }: Props) {
  return (
    <div className={styles.state}>
      {picture}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** It could not be loaded; never an empty list instead. */
export function ErrorState({
  title,
  message,
  onRetry,
}: {
  title: string;
  message?: string;
  onRetry?: () => void;
}) {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title}</p>
      {message !== undefined && <p className={styles.text}>{message}</p>}
      {onRetry !== undefined && (
        <Button variant="outline" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
