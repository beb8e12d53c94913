import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Loaded, type Loading } from '../../ui/feedback/loaded.tsx';
import { isUnknown } from './api-error.ts';
import { useReadOnce } from './use-read-once.ts';

type Wanted = {
  /** Noun for the record: 'attorney'. */
  what: string;
  query: Pick<Loading<unknown>, 'error' | 'refetch'>;
  /** The list of what there is. */
  list: string;
};

type Reading<Reply, Data, Key extends QueryKey> = Omit<Wanted, 'query'> & {
  title: string;
  query: UseQueryOptions<Reply, Error, Data, Key>;
  children: (record: Data) => ReactNode;
};

/** Reads a record once, for its form. */
export function RecordLoaded<Reply, Data, Key extends QueryKey>(props: Reading<Reply, Data, Key>) {
  const { query, children, ...wanted } = props;
  const record = useReadOnce(query);
  if (record.data === undefined) return <RecordPending {...wanted} query={record} />;
  return children(record.data);
}

/** Placeholder of a form while its record loads, fails or is missing. */
export function RecordPending({ title, ...wanted }: Wanted & { title: string }) {
  return (
    <PageFrame title={title} width="form">
      <Panel>
        <NotLoaded {...wanted} />
      </Panel>
    </PageFrame>
  );
}

/** A second try helps where the record may exist; where it does not, only the list does. */
export function NotLoaded({ what, query, list }: Wanted) {
  const { error, refetch } = query;
  if (error === null || !isUnknown(error))
    return <Loaded query={{ data: undefined, error, refetch }} what={`The ${what}`} />;
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  return (
    <EmptyState
      title={`There is no such ${what}.`}
      action={<ButtonLink to={list}>Go Back</ButtonLink>}
    >
      This link points to {article} {what} that does not exist. Please choose one from the list.
    </EmptyState>
  );
}
