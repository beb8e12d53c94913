import { bandOf } from '@recoup/contract/call-fees/endpoints';
import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { bandName } from '@recoup/contract/entries/rules';
import { formatRand } from '@recoup/contract/core/money';
import { formatDate } from '../../ui/lib/format.ts';
import { PriceRows } from './price-rows.tsx';
import styles from './price-explanation.module.css';

/** The reason for a price: a sentence, and the fee rows with the applied one marked. */
export function PriceExplanation({ price }: { price: EntryPrice }) {
  const { why, callFees, row, thereafterRow, from, until } = price;
  const rows = callFees.map((fee, index) => ({
    name: bandName(fee),
    price: formatRand(bandOf(fee).chargeCents),
    isMarked: index === row || index === thereafterRow,
  }));
  return (
    <div className={styles.why}>
      <p>{why}</p>
      {rows.length > 0 && <PriceRows caption="Call fees when recorded" rows={rows} />}
      {from !== null && (
        <p className={styles.period}>
          {until === null
            ? `In force since ${formatDate(from)}.`
            : `In force ${formatDate(from)} to ${formatDate(until)}. This entry keeps its price.`}
        </p>
      )}
    </div>
  );
}
