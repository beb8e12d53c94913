import { useQuery } from '@tanstack/react-query';
import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { exceptionGroupsQuery } from '../month-end.queries.ts';
import styles from '../month-end.module.css';
import { ExceptionFilterFields } from './exception-filters.tsx';
import { ExceptionList } from './exception-list.tsx';
import { GroupChoice } from './group-choice.tsx';
import { useExceptionView } from './use-exception-view.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

// Its form is as large as this page, and most exceptions are not corrected here.
const FirmEntryDialog = lazyPart(
  async () => ({
    default: (await import('../../entries/lists/firm-entry-dialog.tsx')).FirmEntryDialog,
  }),
  ({ onClose }) => onClose,
);

/** Open or accepted exceptions up to a day, by person or by code, with links to correct them. */
export function ExceptionsPanel({ to }: { to: string }) {
  const [open, setOpen] = useState<Exception | null>(null);
  const { view, change } = useExceptionView();
  const { data: groups, error, refetch } = useQuery(exceptionGroupsQuery(to));
  return (
    <Panel label="Exceptions of the month">
      <h2 id="exceptions" tabIndex={-1}>
        1. Exceptions
      </h2>
      {error !== null && (
        <ErrorState
          title="The exceptions could not be counted."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <ExceptionFilterFields groups={groups} view={view} onChange={change} />
      <div className={styles.exceptions}>
        <GroupChoice groups={groups} view={view} onChange={change} />
        <ExceptionList key={to} to={to} view={view} onOpen={setOpen} />
      </div>
      {open !== null && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <FirmEntryDialog
            key={open.subject._id}
            id={open.subject._id}
            title={open.subject.name}
            attorneyId={open.attorney?._id ?? ''}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
