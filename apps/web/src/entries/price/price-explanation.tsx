import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import type { EntryPrice } from '@recoup/contract/entries/endpoints';
import { formatLongDate } from '../../ui/lib/format.ts';
import styles from './price-explanation.module.css';
import { PriceRows } from './price-rows.tsx';

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

type Period = Pick<EntryPrice, 'from' | 'until' | 'replacedOn'>;

/** The days of an entry's price; empty for a price that was always valid and still is. */
export function periodText({ from, until, replacedOn }: Period): string {
  if (from === null) return '';
  const days = daysText(from > beginningOfTime ? formatLongDate(from) : undefined, until);
  const replaced = replacedOn === null ? [] : [`replaced on ${formatLongDate(replacedOn)}`];
  const text = [...(days === undefined ? [] : [`valid ${days}`]), ...replaced].join(', ');
  if (text === '') return '';
  const sentence = `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  const hasEnded = until !== null || replacedOn !== null;
  return hasEnded ? `${sentence} This entry keeps its price.` : sentence;
}

function daysText(start: string | undefined, until: string | null): string | undefined {
  if (until === null) return start && `from ${start}`;
  return start === undefined
    ? `until ${formatLongDate(until)}`
    : `${start} to ${formatLongDate(until)}`;
}
