import { compareCodes } from '@recoup/contract/core/code-order';
import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { beginningOfTime, findValidOn } from '@recoup/contract/call-fees/validity';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { unitPricesAround } from '@recoup/contract/disbursements/price-of-day';
import type { DatedUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { FeeAnnexure } from '../../call-fees/annexure/fee-annexure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatLongDate } from '../../ui/lib/format.ts';
import type { DatedFees, DatedType } from './day-fees.ts';
import styles from './price-rows.module.css';
import { PriceRows } from './price-rows.tsx';

type Props = { attorneyId: string; types: readonly DatedType[]; day: string };

/** Read-only prices of the attorney's calls and disbursements, today and from coming days on. */
export function OwnPrices({ attorneyId, types, day }: Props) {
  const priced = types.map((type) => typePrices(type, day)).filter(({ isPriced }) => isPriced);
  if (priced.length === 0) return null;
  return (
    <Panel label="My prices" isTight>
      <h2>My prices</h2>
      <div className={styles.tables}>
        {priced.map(({ title, now, unitRows, valid, coming }) => (
          <div key={title} className={styles.type}>
            {unitRows.length > 0 ? (
              <PriceRows caption={title} rows={unitRows} />
            ) : (
              <Fees caption={title} fees={now} />
            )}
            {valid !== undefined && <p className={styles.valid}>{valid}</p>}
            {coming.map((fees) => (
              <Fees
                key={fees.validFrom}
                caption={`${title} from ${formatLongDate(fees.validFrom)}`}
                fees={fees}
              />
            ))}
          </div>
        ))}
      </div>
      <FeeAnnexure attorneyId={attorneyId} />
    </Panel>
  );
}

function Fees({ caption, fees }: { caption: string; fees: DatedFees | undefined }) {
  if (fees && fees.callFees.length > 0)
    return <PriceRows caption={caption} rows={feePriceRows(fees.callFees)} />;
  return (
    <p>
      <strong>{caption}</strong>: no call fees.
    </p>
  );
}

/** The call fees of a day, and the coming ones in the order of their days. */
function typePrices({ title, schedules, unitPrices }: DatedType, day: string) {
  const now = findValidOn(schedules, day);
  const coming = schedules
    .filter(({ validFrom }) => validFrom > day && validFrom !== now?.validFrom)
    .toSorted((a, b) => compareCodes(a.validFrom, b.validFrom));
  const hasRows = (fees: DatedFees | undefined) => (fees?.callFees.length ?? 0) > 0;
  const unitRows = hasRows(now) ? [] : unitPriceRows(unitPrices, day);
  const isPriced = unitRows.length > 0 || [now, ...coming].some(hasRows);
  return { title, now, unitRows, valid: validText(now, day), coming, isPriced };
}

/** The first call fees also price the days before them. */
function validText(now: DatedFees | undefined, day: string): string | undefined {
  if (!now || now.callFees.length === 0 || now.validFrom === beginningOfTime) return undefined;
  const from = `Valid from ${formatLongDate(now.validFrom)}`;
  return now.validFrom > day ? `${from}, and for earlier days.` : `${from}.`;
}

/** The price of one item today, and the coming one; no rows where there is neither. */
export function unitPriceRows(
  prices: readonly DatedUnitPrice[],
  day: string,
): { name: string; price: string }[] {
  const { unitPrice, nextUnitPrice: next } = unitPricesAround(prices, day);
  if (unitPrice === null && next === null) return [];
  const rows = [{ name: 'per item', price: priceText(unitPrice) }];
  if (next === null) return rows;
  const name = `per item from ${formatLongDate(next.validFrom)}`;
  return [...rows, { name, price: priceText(next.unitPrice) }];
}

function priceText(unitPrice: number | null): string {
  return unitPrice === null ? 'amount entered each time' : formatRand(toCents(unitPrice));
}
