import { bandOf } from '@recoup/contract/call-fees/endpoints';
import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { bandName } from '@recoup/contract/entries/rules';
import { formatRand } from '@recoup/contract/core/money';
import { formatDate } from '../../ui/lib/format.ts';
import { PriceRows } from './price-rows.tsx';
import styles from './price-explanation.module.css';

/** Why an entry costs what it costs: the sentence, and the fee rows with the one that decided. */
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
      {rows.length > 0 && <PriceRows caption="Call fees of the recording" rows={rows} />}
      {from !== null && (
        <p className={styles.period}>
          In force since {formatDate(from)}
          {until === null ? '.' : `, replaced on ${formatDate(until)}; this entry keeps its price.`}
        </p>
      )}
    </div>
  );
}
