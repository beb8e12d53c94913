import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { periodText } from './period-text.ts';
import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { PriceRows } from './price-rows.tsx';
import styles from './price-explanation.module.css';

/** The reason for a price: a sentence, and the fee rows with the applied one marked. */
export function PriceExplanation({ price }: { price: EntryPrice }) {
  const { why, callFees, row, thereafterRow } = price;
  const rows = feePriceRows(callFees).map((line, index) => ({
    ...line,
    isMarked: index === row || index === thereafterRow,
  }));
  const period = periodText(price);
  return (
    <div className={styles.why}>
      <p>{why}</p>
      {rows.length > 0 && <PriceRows caption="Call fees of this entry" rows={rows} />}
      {period !== '' && <p className={styles.period}>{period}</p>}
    </div>
  );
}
