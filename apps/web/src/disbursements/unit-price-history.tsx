import { toCents } from '@recoup/contract/core/money';
import type { PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { useQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { timeLineItem, valueWithout } from '../platform/browser/periods.ts';
import { TimeLine } from '../ui/list/time-line.tsx';
import { unitPriceHistoryQuery } from './disbursements.queries.ts';
import { priceText } from './unit-price-text.ts';

/** Fills the form, whose Save changes the price of that day; in Rand, null for none. */
type OnFill = (unitPrice: number | null, day: string) => void;

type Props = {
  typeId: string;
  onFill: OnFill;
  /** The form holds typed text. */
  isTyped: boolean;
};

/** The unit prices of a type through time, the last ones first. */
export function UnitPriceHistory({ typeId, onFill, isTyped }: Props) {
  const { data, error } = useQuery(unitPriceHistoryQuery(typeId));
  const live = data?.filter(({ replacedAt }) => replacedAt === null);
  const earlier = data?.filter(({ replacedAt }) => replacedAt !== null) ?? [];
  return (
    <TimeLine
      title="Prices through time"
      headingLevel={2}
      none="No unit prices yet."
      error={error}
      items={live?.map((price) => ({ ...priceItem(price), ...priceActions(live, price, onFill) }))}
      earlier={earlier.map(priceItem)}
      isTyped={isTyped}
    />
  );
}

function priceItem(price: PastUnitPrice) {
  const { unitPrice } = price;
  const text = priceText(unitPrice === null ? null : toCents(unitPrice));
  return timeLineItem(price, { text, today: today() });
}

/** A coming price is edited, or removed: then the price before it holds on. */
function priceActions(live: readonly PastUnitPrice[], price: PastUnitPrice, onFill: OnFill) {
  const { validFrom, unitPrice } = price;
  if (validFrom <= today()) return {};
  const rest = valueWithout(live, price)?.unitPrice ?? null;
  return {
    onEdit: () => onFill(unitPrice, validFrom),
    ...(rest !== unitPrice && { onRemove: () => onFill(rest, validFrom) }),
  };
}
