import { formatRand } from '@recoup/contract/core/money';
import { type MonthBar, type Recovered, monthName } from './recoveries.data.ts';
import styles from './recoveries.module.css';

type Column = { key: string; title: string; of: (bar: MonthBar) => bigint };
const total: Column = { key: 'total', title: 'Total', of: (bar) => bar.total };
const ofVat: readonly Column[] = [
  { key: 'net', title: 'Net', of: ({ gross, vat }) => gross - vat },
  { key: 'vat', title: 'VAT', of: ({ vat }) => vat },
  { key: 'gross', title: 'Gross', of: ({ gross }) => gross },
];

type Props = { bars: readonly MonthBar[]; types: readonly Recovered[]; hasVat: boolean };

export function MonthTable({ bars, types, hasVat }: Props) {
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
