import type { MonthlyRecovery } from '@recoup/contract/entries/recoveries';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { recoveriesQuery } from '../lists/firm-entries.queries.ts';
import { monthBars, monthsBefore, recoveredTypes } from './recoveries.data.ts';
import styles from './recoveries.module.css';
import { RecoveriesChart } from './recoveries-chart.tsx';
import { MonthTable } from './month-table.tsx';

/** The last months by type, this one included, as a picture and as a table. */
export function Recoveries({ months = 12 }: { months?: number }) {
  const from = monthsBefore(months - 1);
  const { data, error, refetch } = useQuery(recoveriesQuery(from));
  return (
    <div className={styles.recoveries}>
      {error !== null && (
        <ErrorState
          title="The months could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p aria-busy="true">Loading…</p>}
      {data?.count === 0 && (
        <EmptyState title="No recoveries yet">Your first entry appears here.</EmptyState>
      )}
      {data !== undefined && data.count > 0 && (
        <Months rows={data.data} from={from} months={months} />
      )}
    </div>
  );
}

type MonthsProps = { rows: readonly MonthlyRecovery[]; from: string; months: number };

function Months({ rows, from, months }: MonthsProps) {
  const types = recoveredTypes(rows);
  const bars = monthBars(rows, { types, from, months });
  return (
    <>
      <div className={styles.picture}>
        <RecoveriesChart bars={bars} types={types} />
        <ul className={styles.legend}>
          {types.map(({ key, name }, index) => (
            <li key={key} title={name}>
              <span className={styles[`colour${index}`]} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <MonthTable bars={bars} types={types} hasVat={rows.some(({ vat }) => vat !== undefined)} />
      </details>
    </>
  );
}
