import { explanationText, warningMessage } from '@recoup/contract/call-fees/messages';
import {
  type CallFeeBand,
  curveLengths,
  explainPrice,
  findScheduleWarnings,
} from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';
import { lazy, Suspense } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import styles from './price-preview.module.css';
import { PlainTableHead } from '../ui/list/plain-table-head.tsx';

const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }));

/** Curve, table and warnings from the server's pricing rule. Needs valid rows. */
export function PricePreview({ bands }: { bands: readonly CallFeeBand[] }) {
  const warnings = findScheduleWarnings(bands);
  return (
    <section className={styles.preview} aria-label="What calls will cost">
      <div className={styles.warnings}>
        {warnings.map((warning) => (
          <Alert key={`${warning.code} ${warning.row}`} kind="info">
            {warningMessage(warning)}
          </Alert>
        ))}
      </div>
      <div className={styles.pair}>
        <Suspense fallback={<div className={styles.chart} />}>
          <PriceChart bands={bands} />
        </Suspense>
        <PriceTable bands={bands} />
      </div>
    </section>
  );
}

function PriceTable({ bands }: { bands: readonly CallFeeBand[] }) {
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">Price by length</caption>
      <PlainTableHead titles={['Minutes', 'Price', 'Band']} />
      <tbody role="rowgroup">
        {curveLengths.map((minutes) => {
          const price = explainPrice(bands, minutes);
          return (
            <tr key={minutes} role="row">
              <th role="rowheader" scope="row">
                {minutes}
              </th>
              <td role="cell">{formatRand(price.cents)}</td>
              <td role="cell">{explanationText(price)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
