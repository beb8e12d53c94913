import { formatRand } from '@recoup/contract/core/money';
import { type MonthBar, type Recovered, monthName } from './recoveries.data.ts';
import styles from './recoveries.module.css';

export function MonthTable({
  bars,
  types,
}: {
  bars: readonly MonthBar[];
  types: readonly Recovered[];
}) {
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

/** The table scrolls sideways on a phone, and has to be reached by keys for that. */
const scrolling = { tabIndex: 0, role: 'region', 'aria-label': 'Recoveries by month, table' };
