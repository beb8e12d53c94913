import { bandOf } from '@recoup/contract/call-fees/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../ui/lib/format.ts';
import styles from './call-fee-modal.module.css';
import { callFeeHistoryQuery } from './call-fees.queries.ts';
import { scheduleText } from './fee-text.ts';

/** Earlier fees, loaded when opened. */
export function CallFeeHistory(of: { attorneyId: string; typeId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.history}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Earlier fees</summary>
      {isOpen && <History {...of} />}
    </details>
  );
}

function History(of: { attorneyId: string; typeId: string }) {
  const history = useQuery(callFeeHistoryQuery(of));
  if (history.error !== null)
    return <p>The earlier fees could not be loaded. {history.error.message}</p>;
  if (!history.data) return <p aria-busy="true">Loading…</p>;
  if (history.data.length === 0) return <p>No earlier fees.</p>;
  return (
    <ol>
      {history.data.map(({ _id, createdAt, createdBy, replacedAt, callFees }) => (
        <li key={_id}>
          <strong>
            {formatDate(createdAt)} – {replacedAt === null ? 'now' : formatDate(replacedAt)}
          </strong>
          {createdBy !== null && `, by ${createdBy}`}
          <br />
          {scheduleText(callFees.map(bandOf))}
        </li>
      ))}
    </ol>
  );
}
