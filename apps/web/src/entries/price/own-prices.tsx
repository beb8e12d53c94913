import { bandOf } from '@recoup/contract/call-fees/endpoints';
import { bandName } from '@recoup/contract/entries/rules';
import { formatRand } from '@recoup/contract/core/money';
import { Panel } from '../../ui/layout/panel.tsx';
import type { RecordableType } from '../entries.queries.ts';
import styles from './price-rows.module.css';
import { PriceRows } from './price-rows.tsx';

/** What the attorney's own calls cost, as the firm agreed it; read-only. */
export function OwnPrices({ types }: { types: readonly RecordableType[] }) {
  const priced = types.filter(({ callFees }) => callFees.length > 0);
  if (priced.length === 0) return null;
  return (
    <Panel label="My prices" isTight>
      <h2>My prices</h2>
      <div className={styles.tables}>
        {priced.map((type) => (
          <PriceRows
            key={type._id}
            caption={type.title}
            rows={type.callFees.map((fee) => ({
              name: bandName(fee),
              price: formatRand(bandOf(fee).chargeCents),
            }))}
          />
        ))}
      </div>
    </Panel>
  );
}
