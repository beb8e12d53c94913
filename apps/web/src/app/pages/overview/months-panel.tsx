import type { MonthlyRecovery } from '@recoup/contract/entries/recoveries';
import { formatRand } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { recoveriesQuery } from '../../../entries/lists/firm-entries.queries.ts';
import { monthName, monthsBefore } from '../../../entries/recoveries/recoveries.data.ts';
import { paths } from '../../../platform/browser/paths.ts';
import { OverviewPanel } from './overview-panel.tsx';
import styles from './overview.module.css';
import { compareMonths } from './compare-months.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

// The chart brings its own library, and the figures do not wait for it.
const Recoveries = lazyPart(async () => ({
  default: (await import('../../../entries/recoveries/recoveries.tsx')).Recoveries,
}));

const earlierMonths = 12;

/** One request for the sentence and the chart. */
export function MonthsPanel() {
  const from = monthsBefore(earlierMonths);
  return (
    <div className={styles.months}>
      <OverviewPanel
        title="This month and the twelve before"
        what="Recoveries"
        result={useQuery(recoveriesQuery(from))}
        link={{ to: paths.firmEntries, label: 'Entries' }}
      >
        {({ data, count }) => (
          <>
            {count > 0 && <Comparison rows={data} from={from} />}
            <Suspense fallback={<p aria-busy="true">Loading…</p>}>
              <Recoveries months={earlierMonths + 1} />
            </Suspense>
          </>
        )}
      </OverviewPanel>
    </div>
  );
}

function Comparison({ rows, from }: { rows: readonly MonthlyRecovery[]; from: string }) {
  const { now, month, earlier } = compareMonths(rows, { from, months: earlierMonths + 1 });
  return (
    <div>
      <p className={styles.figure}>
        {formatRand(now)} in {monthName(month)} so far
      </p>
      <p>{earlier}</p>
    </div>
  );
}
