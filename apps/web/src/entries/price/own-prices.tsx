import { FeeAnnexure } from '../../call-fees/fee-annexure.tsx';
import { today } from '../../platform/browser/local-day.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import type { RecordableType } from '../entries.queries.ts';
import { feePriceRows } from './fee-price-rows.ts';
import styles from './price-rows.module.css';
import { PriceRows } from './price-rows.tsx';
import { unitPriceRows } from './unit-price-rows.ts';

/** What the attorney's own calls and disbursements cost, as the firm agreed it; read-only. */
export function OwnPrices({
  attorneyId,
  types,
}: {
  attorneyId: string;
  types: readonly RecordableType[];
}) {
  const tables = types
    .map((type) => ({ ...type, rows: priceRowsOf(type) }))
    .filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return null;
  return (
    <Panel label="My prices" isTight>
      <h2>My prices</h2>
      <div className={styles.tables}>
        {tables.map(({ _id, title, rows }) => (
          <PriceRows key={_id} caption={title} rows={rows} />
        ))}
      </div>
      <FeeAnnexure attorneyId={attorneyId} />
    </Panel>
  );
}

function priceRowsOf({ callFees, unitPrices }: RecordableType) {
  return callFees.length > 0 ? feePriceRows(callFees) : unitPriceRows(unitPrices, today());
}
