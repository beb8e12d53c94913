import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import styles from './overview.module.css';

/** Result of one query, or of several combined. */
export type Loaded<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
};

type Props<Data> = {
  title: string;
  /** Plural noun for the error message: 'Exports'. */
  what: string;
  result: Loaded<Data>;
  link: { to: string; label: string };
  children: (data: Data) => ReactNode;
};

/** Loads on its own: a failed or slow one keeps no other waiting. */
export function OverviewPanel<Data>({ title, what, result, link, children }: Props<Data>) {
  const { data, error } = result;
  return (
    <Panel label={title} isBusy={data === undefined && error === null}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Link to={link.to}>{link.label}</Link>
      </div>
      <div className={styles.body}>
        {error !== null && (
          <ErrorState
            title={`${what} could not be loaded.`}
            message={error.message}
            onRetry={() => void result.refetch({ cancelRefetch: false })}
          />
        )}
        {error === null && data === undefined && <p aria-busy="true">Loading…</p>}
        {error === null && data !== undefined && children(data)}
      </div>
    </Panel>
  );
}
