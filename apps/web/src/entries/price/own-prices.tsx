import { FeeAnnexure } from '../../call-fees/fee-annexure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { RecordableType } from '../entries.queries.ts';
import { feePriceRows } from './fee-price-rows.ts';
import styles from './price-rows.module.css';
import { PriceRows } from './price-rows.tsx';

/** What the attorney's own calls cost, as the firm agreed it; read-only. */
export function OwnPrices({
  attorneyId,
  types,
}: {
  attorneyId: string;
  types: readonly RecordableType[];
}) {
  const priced = types.filter(({ callFees }) => callFees.length > 0);
  if (priced.length === 0) return null;
  return (
    <Panel label="My prices" isTight>
      <h2>My prices</h2>
      <div className={styles.tables}>
        {priced.map((type) => (
          <PriceRows key={type._id} caption={type.title} rows={feePriceRows(type.callFees)} />
        ))}
      </div>
      <FeeAnnexure attorneyId={attorneyId} />
    </Panel>
  );
}
