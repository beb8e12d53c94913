import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toCents } from '@recoup/contract/core/money';
import type { PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { Fields } from '../ui/form/defined-fields.tsx';
import styles from './disbursement-form.module.css';
import { parseCents, isPriceChanged, type TypeForm, type TypeValues } from './type-form.ts';
import { comingPriceText, priceText } from './unit-price-text.ts';
import { formatLongDate } from '../ui/lib/format.ts';
import { today } from '../platform/browser/local-day.ts';
import { timeLineItem, valueWithout } from '../platform/browser/periods.ts';
import { TimeLine } from '../ui/list/time-line.tsx';
import { readData } from '../platform/api/read.ts';

type Props = {
  form: TypeForm;
  /** Absent while the type is added. */
  typeId: string | undefined;
  /** The values as read from the server; `unitPriceFrom` is today. */
  base: TypeValues;
};

/** The unit price of a fixed type, from a day on. */
export function UnitPriceFields({ form, typeId, base }: Props) {
  const { values } = form;
  const price = useRef<HTMLDivElement>(null);
  const hasDay = isPriceChanged(values, base) || values.nextUnitPrice !== null;
  if (!values.fixed) return <EndOfPrice base={base} />;
  return (
    <div className={styles.kinds}>
      <div ref={price} className={styles.price}>
        <Fields form={form} names={['unitPrice']} />
        {hasDay && <Fields form={form} names={['unitPriceFrom']} />}
      </div>
      <InForce values={values} base={base} />
      {typeId !== undefined && (
        <History
          {...{ form, typeId, base }}
          onFilled={() => price.current?.querySelector('input')?.focus()}
        />
      )}
    </div>
  );
}

type HistoryProps = Props & { typeId: string; onFilled: () => void };

function History({ form, typeId, base, onFilled }: HistoryProps) {
  const [filled, setFilled] = useState<Pick<TypeValues, 'unitPrice' | 'unitPriceFrom'>>(base);
  const { unitPrice, unitPriceFrom } = form.values;
  return (
    <UnitPriceHistory
      typeId={typeId}
      isTyped={unitPrice !== filled.unitPrice || unitPriceFrom !== filled.unitPriceFrom}
      onFill={(rand, day) => {
        const saved = { unitPrice: rand?.toFixed(2) ?? '', unitPriceFrom: day };
        form.setValues(saved);
        setFilled(saved);
        onFilled();
      }}
    />
  );
}

function InForce({ values, base }: { values: TypeValues; base: TypeValues }) {
  const isFirst = base.unitPrice === '' && values.nextUnitPrice === null;
  if (isFirst)
    return values.unitPriceFrom > base.unitPriceFrom ? (
      <p className={styles.note}>The first unit price of a type also holds for earlier days.</p>
    ) : null;
  return (
    <p className={styles.note}>
      Today: {priceText(parseCents(base.unitPrice))}.
      {values.nextUnitPrice !== null && ` Coming: ${comingPriceText(values.nextUnitPrice)}.`}
      {values.unitPriceFrom === values.nextUnitPrice?.validFrom &&
        ` Save replaces the price of ${formatLongDate(values.unitPriceFrom)}.`}
    </p>
  );
}

/** Warning that a save ends the unit price of a type that is no longer fixed. */
function EndOfPrice({ base }: { base: TypeValues }) {
  if (base.unitPrice === '' && base.nextUnitPrice === null) return null;
  return (
    <p className={styles.note}>
      Without Fixed the unit price ends today, and coming ones are removed. Recorded entries keep
      their price.
    </p>
  );
}

/** Fills the form, whose Save changes the price of that day; in Rand, null for none. */
type OnFill = (unitPrice: number | null, day: string) => void;

type UnitPriceHistoryProps = {
  typeId: string;
  onFill: OnFill;
  /** The form holds typed text. */
  isTyped: boolean;
};

/** The unit prices of a type through time, the last ones first. */
function UnitPriceHistory({ typeId, onFill, isTyped }: UnitPriceHistoryProps) {
  const { data, error } = useQuery(
    readData(disbursementEndpoints.listUnitPriceHistory, { params: { id: typeId } }, { gcTime: 0 }),
  );
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
