import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

export type Loading<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
};

type Props<Data> = {
  query: Loading<Data>;
  /** Subject of the sentence that it could not be loaded: 'The webhooks'. */
  what: string;
  children: (data: Data) => ReactNode;
};

/** Draws data once it is loaded. After a failed refresh it stays, below the error. */
export function Loaded<Data>({ query: { data, error, refetch }, what, children }: Props<Data>) {
  return (
    <>
      {error !== null && (
        <ErrorState
          title={`${what} could not be loaded.`}
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <p aria-busy="true">Loading…</p>}
      {data !== undefined && children(data)}
    </>
  );
}
