import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { formatDate, formatMinutes } from '../../ui/lib/format.ts';
import { Panel } from '../../ui/layout/page-frame.tsx';
import skeleton from '../../ui/list/skeleton-rows.module.css';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { ownEntriesQuery } from '../entries.queries.ts';
import { today } from '../form/entry-draft.ts';
import styles from './entry-lines.module.css';

const windowDays = 31;

/** The attorney's own entries by day, the latest first; whole days, so that the totals are those of the days. */
export function OwnEntries({ onOpen }: { onOpen: (entry: Entry) => void }) {
  const [windows, setWindows] = useState(1);
  const from = today(windows * windowDays);
  const { data, error, refetch, isFetching } = useQuery({
    ...ownEntriesQuery(from),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel label="Recorded entries" isTight isBusy={isFetching}>
      <div className={styles.head}>
        <h2>Recorded</h2>
        {data !== undefined && <span>{formatRand(toCentsTotal(data.amount))}</span>}
      </div>
      <output className={styles.about}>Since {formatDate(from)}</output>
      {error !== null && (
        <ErrorState
          title="Your entries could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <SkeletonLines />}
      {data?.count === 0 && (
        <EmptyState title="Nothing recorded in this time">
          Calls and disbursements appear here once they are recorded.
        </EmptyState>
      )}
      {byDay(data?.data ?? []).map(([day, entries]) => (
        <Day key={day} day={day} entries={entries} onOpen={onOpen} />
      ))}
      <div>
        <Button variant="outline" isBusy={isFetching} onClick={() => setWindows(windows + 1)}>
          Show earlier
        </Button>
      </div>
    </Panel>
  );
}

/** As high as the window: what stands below is out of sight until the entries are there, and none pushes it away. */
function SkeletonLines() {
  return (
    <div className={styles.waiting}>
      {Array.from({ length: 10 }, (_, line) => (
        <div key={line} className={cx(styles.line, skeleton.row)}>
          <span />
        </div>
      ))}
    </div>
  );
}

function Day({
  day,
  entries,
  onOpen,
}: {
  day: string;
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
}) {
  return (
    <div className={styles.day}>
      <h3 className={styles.dayHead}>
        <span>{day === today() ? `Today, ${formatDate(day)}` : formatDate(day)}</span>
        <span>
          {formatRand(entries.reduce((sum, { amount }) => sum + BigInt(toCents(amount)), 0n))}
        </span>
      </h3>
      <ul className={styles.lines}>
        {entries.map((entry) => (
          <li key={entry._id}>
            <button type="button" className={styles.line} onClick={() => onOpen(entry)}>
              <span>
                <strong>{entry.matter.number}</strong> {entry.matter.name}
                <small>
                  {entry.disbursementType.name}
                  {entry.minutes !== null && ` · ${formatMinutes(entry.minutes)}`}
                  {entry.quantity !== null && ` · ${entry.quantity} ×`}
                  {entry.narration !== null && ` · ${entry.narration}`}
                  {entry.isLocked && ' · exported'}
                </small>
              </span>
              <strong className={styles.amount}>{formatRand(toCents(entry.amount))}</strong>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In the order of the list, which is the latest first. */
function byDay(entries: readonly Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return [...days];
}
