import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../ui/layout/panel.tsx';
import { Loaded, type Loading } from '../ui/feedback/loaded.tsx';
import styles from './overview.module.css';

type Props<Data> = {
  title: string;
  /** Plural noun for the error message: 'Exports'. */
  what: string;
  result: Loading<Data>;
  link: { to: string; label: string };
  children: (data: Data) => ReactNode;
};

/** Loads on its own: a failed or slow one keeps no other waiting. */
export function OverviewPanel<Data>({ title, what, result, link, children }: Props<Data>) {
  const { data, error, refetch } = result;
  return (
    <Panel label={title} isBusy={data === undefined && error === null}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Link to={link.to}>{link.label}</Link>
      </div>
      <div className={styles.body}>
        <Loaded query={{ data, error, refetch }} what={what}>
          {children}
        </Loaded>
      </div>
    </Panel>
  );
}
