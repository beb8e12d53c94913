import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { formatRand } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { recoveriesQuery } from '../lists/firm-entries.queries.ts';
import {
  type MonthBar,
  monthBars,
  monthName,
  type Recovered,
  monthsBefore,
  recoveredTypes,
} from './recoveries.data.ts';
import styles from './recoveries.module.css';
import { RecoveriesChart } from './recoveries-chart.tsx';

const months = 12;

/** The last twelve months by type, as a picture and as a table. */
export function Recoveries() {
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
      {!data && error === null && <output>Loading…</output>}
      {data?.count === 0 && (
        <EmptyState title="Nothing recovered yet">
          The first recorded call or disbursement begins the picture.
        </EmptyState>
      )}
      {data !== undefined && data.count > 0 && <Months rows={data.data} from={from} />}
    </div>
  );
}

function Months({ rows, from }: { rows: readonly MonthlyRecovery[]; from: string }) {
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
        <MonthTable bars={bars} types={types} />
      </details>
    </>
  );
}

/** The table scrolls sideways on a phone, and has to be reached by keys for that. */
const scrolling = { tabIndex: 0, role: 'region', 'aria-label': 'Recoveries by month, table' };

function MonthTable({ bars, types }: { bars: readonly MonthBar[]; types: readonly Recovered[] }) {
  return (
    <div className={styles.scroll} {...scrolling}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {types.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.month}>
              <th scope="row">{monthName(bar.month)}</th>
              {types.map(({ key }) => (
                <td key={key}>{formatRand(bar.cents[key] ?? 0n)}</td>
              ))}
              <td>{formatRand(bar.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
