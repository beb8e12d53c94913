import { toCents } from '@recoup/contract/core/money';
import type { PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../ui/lib/format.ts';
import styles from './disbursement-form.module.css';
import { unitPriceHistoryQuery } from './disbursements.queries.ts';
import { priceText } from './unit-price-text.ts';

/** Earlier unit prices, loaded when opened. */
export function UnitPriceHistory({ typeId }: { typeId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.history}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Earlier unit prices</summary>
      {isOpen && <History typeId={typeId} />}
    </details>
  );
}

function History({ typeId }: { typeId: string }) {
  const history = useQuery(unitPriceHistoryQuery(typeId));
  if (history.error !== null)
    return <p>The earlier unit prices could not be loaded. {history.error.message}</p>;
  if (!history.data) return <p aria-busy="true">Loading…</p>;
  if (history.data.length === 0) return <p>No earlier unit prices.</p>;
  return (
    <ol>
      {history.data.map((price) => (
        <li key={price._id}>
          <strong>{periodOf(price)}</strong>, by {price.createdBy}
          <br />
          {priceText(price.unitPrice === null ? null : toCents(price.unitPrice))}
        </li>
      ))}
    </ol>
  );
}

function periodOf({ validFrom, until, replacedAt }: PastUnitPrice): string {
  const from = formatDate(validFrom);
  if (replacedAt !== null) return `From ${from}, replaced on ${formatDate(replacedAt)}`;
  return until === null ? `From ${from}` : `${from} – ${formatDate(until)}`;
}
