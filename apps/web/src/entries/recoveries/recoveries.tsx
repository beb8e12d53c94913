import { useQuery } from '@tanstack/react-query';
import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { formatRand } from '@recoup/contract/core/money';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { recoveriesQuery } from '../lists/firm-entries.queries.ts';
import {
  monthBars,
  monthsBefore,
  recoveredTypes,
  type MonthBar,
  type Recovered,
  monthName,
} from './recoveries.data.ts';
import styles from './recoveries.module.css';
import { RecoveriesChart } from './recoveries-chart.tsx';

/** The last months by type, this one included, as a picture and as a table. */
export function Recoveries({ months = 12 }: { months?: number }) {
  const from = monthsBefore(months - 1);
  return (
    <div className={styles.recoveries}>
      <Loaded query={useQuery(recoveriesQuery(from))} what="The months">
        {({ data, count }) =>
          count === 0 ? (
            <EmptyState title="No recoveries yet">Your first entry appears here.</EmptyState>
          ) : (
            <Months rows={data} from={from} months={months} />
          )
        }
      </Loaded>
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

type Column = { key: string; title: string; of: (bar: MonthBar) => bigint };
const total: Column = { key: 'total', title: 'Total', of: (bar) => bar.total };
const ofVat: readonly Column[] = [
  { key: 'net', title: 'Net', of: ({ gross, vat }) => gross - vat },
  { key: 'vat', title: 'VAT', of: ({ vat }) => vat },
  { key: 'gross', title: 'Gross', of: ({ gross }) => gross },
];

type Props = { bars: readonly MonthBar[]; types: readonly Recovered[]; hasVat: boolean };

function MonthTable({ bars, types, hasVat }: Props) {
  const columns = [...types.map(ofType), total, ...(hasVat ? ofVat : [])];
  return (
    <div className={styles.scroll} {...scrolling}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.month}>
              <th scope="row">{monthName(bar.month)}</th>
              {columns.map(({ key, of }) => (
                <td key={key}>{formatRand(of(bar))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ofType({ key, name }: Recovered): Column {
  return { key, title: name, of: ({ cents }) => cents[key] ?? 0n };
}

/** The table scrolls sideways on a phone, and has to be reached by keys for that. */
const scrolling = { tabIndex: 0, role: 'region', 'aria-label': 'Recoveries by month, table' };
