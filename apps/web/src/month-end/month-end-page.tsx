import { may } from '../platform/session/may.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { closingPreviewQuery } from '../exports/exports.queries.ts';
import type { Saved } from '../exports/export-panel.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { toMonth } from '../platform/browser/months.ts';
import { ClosingPanel } from './closing/closing-panel.tsx';
import { FilePanel } from './closing/file-panel.tsx';
import { ExceptionsPanel } from './exceptions/exceptions-panel.tsx';
import { useFirstExceptions } from './exceptions/use-first-exceptions.ts';
import { MonthChoice } from './month-choice.tsx';
import styles from './month-end.module.css';
import { exceptionGroupsQuery, monthEndQuery } from './month-end.queries.ts';
import { AttorneyMonths } from './sign-off/attorney-months.tsx';
import { useLastDay } from './use-last-day.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

// The chart brings its own library, and the steps do not wait for it.
const Recoveries = lazyPart(async () => ({
  default: (await import('../entries/recoveries/recoveries.tsx')).Recoveries,
}));

const intro = 'Exceptions, sign-off, closing, file and email of a month, one below the other.';

/** Leads from the exceptions of a month to its mailed file (product-2, section 3). */
export function MonthEndPage() {
  const to = useLastDay();
  return (
    <PageFrame title="Month end" intro={intro}>
      {to === undefined ? (
        <p aria-busy="true">Loading…</p>
      ) : (
        <>
          <MonthChoice to={to} />
          <Steps to={to} />
        </>
      )}
    </PageFrame>
  );
}

function Steps({ to }: { to: string }) {
  const [saved, setSaved] = useState<Saved>();
  const isReady = useFirstAnswers(to);
  if (!isReady) return <p aria-busy="true">Loading…</p>;
  return (
    <>
      <ExceptionsPanel to={to} />
      <AttorneyMonths to={to} />
      {may('exports:write') && (
        <>
          <ClosingPanel to={to} onSaved={setSaved} />
          <FilePanel saved={saved} onDone={() => setSaved(undefined)} />
        </>
      )}
      <Panel label="Recoveries by month">
        <h2>This month and the twelve before</h2>
        <div className={styles.chart}>
          <Suspense fallback={<p aria-busy="true">Loading…</p>}>
            <Recoveries months={13} />
          </Suspense>
        </div>
      </Panel>
    </>
  );
}

/** The steps appear together, so that none pushes another down; afterwards they stay. */
function useFirstAnswers(to: string): boolean {
  const [isReady, setIsReady] = useState(false);
  const groups = useQuery(exceptionGroupsQuery(to));
  const exceptions = useFirstExceptions(to);
  const month = useQuery(monthEndQuery(toMonth(to)));
  const mayClose = may('exports:write');
  const preview = useQuery({ ...closingPreviewQuery({ to }), enabled: !isReady && mayClose });
  const needed = [groups, exceptions, month, ...(mayClose ? [preview] : [])];
  const arePending = needed.some(({ isPending }) => isPending);
  if (!isReady && !arePending) setIsReady(true);
  return isReady || !arePending;
}
