import type { ReactNode } from 'react';
import { OldAnswer } from './old-answer.ts';
import { ErrorState } from './states.tsx';

export type Loading<Data> = {
  data: Data | undefined;
  error: Error | null;
  /** 0 for an answer of the last visit (`platform/api/page-copy.ts`). */
  dataUpdatedAt?: number;
  refetch: (options?: { cancelRefetch: boolean }) => unknown;
};

/** A second press waits for the answer of the first. */
const once = { cancelRefetch: false };

type Props<Data> = {
  query: Loading<Data>;
  /** Subject of the sentence that it could not be loaded: 'The webhooks'. */
  what: string;
  /** Without it only waiting and errors are drawn. */
  children?: (data: Data) => ReactNode;
};

/** Draws data once it is loaded. After a failed refresh it stays, below the error. */
export function Loaded<Data>({ query, what, children }: Props<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query;
  return (
    <>
      {error !== null && (
        <ErrorState
          title={`${what} could not be loaded.`}
          message={error.message}
          onRetry={() => void refetch(once)}
        />
      )}
      {data === undefined && error === null && <p aria-busy="true">Loading…</p>}
      {data !== undefined && <OldAnswer value={dataUpdatedAt === 0}>{children?.(data)}</OldAnswer>}
    </>
  );
}

/** A query without an answer of the last visit, for what a form or a closing begins with. */
export function withoutOld<Data>(query: Loading<Data>): Loading<Data> {
  const { data, error, dataUpdatedAt, refetch } = query;
  return { data: dataUpdatedAt === 0 ? undefined : data, error, refetch };
}

/** A query whose answer of the last visit is shown while the new one comes, but not if it fails. */
export function unlessFailed<Data>(query: Loading<Data>): Loading<Data> {
  return query.error === null ? query : withoutOld(query);
}

/** Several queries as one, which has data once each of them has. */
export function together<Data extends readonly unknown[]>(
  ...queries: { [I in keyof Data]: Loading<Data[I]> }
): Loading<Data> {
  const data = queries.map((query) => query.data);
  const failed = queries.filter(({ error }) => error !== null);
  return {
    data: data.includes(undefined) ? undefined : (data as unknown as Data), // in their order
    error: failed[0]?.error ?? null,
    dataUpdatedAt: Math.min(...queries.map((query) => query.dataUpdatedAt ?? 1)),
    refetch: (options) => failed.map(({ refetch }) => refetch(options)),
  };
}

type Answered = { isFetched: boolean; isSuccess: boolean };

/**
 * Whether there is an answer or was a failure, also while a new part asks again for what failed. An
 * answer that came with the page was not fetched by it.
 */
export function isAnswered({ isFetched, isSuccess }: Answered): boolean {
  return isFetched || isSuccess;
}
