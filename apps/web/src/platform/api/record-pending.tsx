import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { isUnknown } from './api-error.ts';

type Wanted = {
  /** Noun for the record: 'attorney'. */
  what: string;
  error: Error | null;
  onRetry: () => void;
  /** The list of what there is. */
  list: string;
};

/** Placeholder of a form while its record loads, fails or is missing. */
export function RecordPending({ title, ...wanted }: Wanted & { title: string }) {
  return (
    <PageFrame title={title} width="form">
      <Panel>
        {wanted.error === null ? (
          <p aria-busy="true">Loading…</p>
        ) : (
          <NotLoaded {...wanted} error={wanted.error} />
        )}
      </Panel>
    </PageFrame>
  );
}

/** A second try helps where the record may exist; where it does not, only the list does. */
export function NotLoaded({ what, error, onRetry, list }: Wanted & { error: Error }) {
  if (!isUnknown(error))
    return (
      <ErrorState
        title={`The ${what} could not be loaded.`}
        message={error.message}
        onRetry={onRetry}
      />
    );
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
