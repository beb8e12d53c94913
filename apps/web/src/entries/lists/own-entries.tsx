import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCentsTotal, toCents } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { countOf, formatDate, formatCount, formatMinutes } from '../../ui/lib/format.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import skeleton from '../../ui/list/skeleton-rows.module.css';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { ownEntriesQuery } from '../entries.queries.ts';
import type { Other } from '../recording-for/chosen-attorney.ts';
import { useDeletedIds } from '../deletion/deletions.ts';
import { withoutDeleted } from '../deletion/without-deleted.ts';
import { today } from '../../platform/browser/local-day.ts';
import styles from './entry-lines.module.css';
import { lineVatText } from '../../vat/vat-texts.ts';
import { happenedText, linkWord } from '../reversals/link-texts.ts';
import { keepNewAnswer } from '../../ui/feedback/old-answer.ts';

const windowDays = 31;

type Props = {
  /** Another attorney, for whom the user recorded. */
  attorney: Other | undefined;
  onOpen: (entry: Entry) => void;
};

/** The attorney's entries by day, latest first; whole days, for correct daily totals. */
export function OwnEntries({ attorney, onOpen }: Props) {
  const [windows, setWindows] = useState(1);
  const from = today(windows * windowDays);
  const deleted = useDeletedIds();
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...ownEntriesQuery(from, attorney?._id),
    select: (list) => withoutDeleted(list, deleted),
    placeholderData: keepNewAnswer,
  });
  return (
    <Panel label="Recorded entries" isTight isBusy={isPending}>
      <div className={styles.head}>
        <h2>Recorded</h2>
        {data !== undefined && <span>{formatRand(toCentsTotal(data.amount))}</span>}
      </div>
      <output className={styles.about}>
        {attorney === undefined ? 'Since' : `For ${attorney.name} since`} {formatDate(from)}
      </output>
      {error !== null && (
        <ErrorState
          title="Your entries could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <SkeletonLines />}
      {data?.count === 0 && (
        <EmptyState title="Nothing recorded in this period">
          Entries appear here once they are recorded.
        </EmptyState>
      )}
      {byDay(data?.data ?? []).map(([day, entries]) => (
        <Day key={day} day={day} entries={entries} onOpen={onOpen} />
      ))}
      {data && <ShowEarlier isBusy={isPlaceholderData} onClick={() => setWindows(windows + 1)} />}
    </Panel>
  );
}

function ShowEarlier(button: { isBusy: boolean; onClick: () => void }) {
  return (
    <div>
      <Button variant="outline" {...button}>
        Show earlier
      </Button>
    </div>
  );
}

/** As high as the window, so that loading entries shift nothing. */
function SkeletonLines() {
  return (
    <div className={cx(styles.waiting, skeleton.waiting)}>
      {Array.from({ length: 10 }, (_, line) => (
        <div key={line} className={cx(styles.line, skeleton.row)}>
          <span />
        </div>
      ))}
    </div>
  );
}

/** In the order of the list, which is the latest first. */
function byDay(entries: readonly Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return [...days];
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
          <Line key={entry._id} entry={entry} onOpen={() => onOpen(entry)} />
        ))}
      </ul>
    </div>
  );
}

function Line({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={styles.line} onClick={onOpen}>
        <span>
          <strong>{entry.matter.number}</strong> {entry.matter.name}
          <small>
            {entry.disbursementType.name}
            {entry.minutes !== null && ` · ${formatMinutes(entry.minutes)}`}
            {quantityText(entry)}
            {entry.happenedOn !== undefined && ` · ${happenedText(entry)}`}
            {entry.recordedBy && ` · by ${entry.recordedBy.name}`}
            {narrationAndVoucherText(entry)}
            {vatText(entry)}
            {stateText(entry)}
          </small>
        </span>
        <strong className={styles.amount}>{formatRand(toCents(entry.amount))}</strong>
      </button>
    </li>
  );
}

/** ' · 2 × R 10.00'; lines of earlier prices may not divide. */
function quantityText({ quantity, amount }: Entry): string {
  if (quantity === null) return '';
  const cents = toCents(amount) / quantity;
  const each = Number.isInteger(cents) ? formatRand(cents) : '';
  return ` · ${formatCount(quantity)} × ${each}`;
}

function narrationAndVoucherText({ narration, voucher, vouchers }: Entry): string {
  const files = vouchers > 0 ? countOf(vouchers, 'voucher', 'vouchers') : null;
  const texts = [narration, voucher === null ? null : `voucher ${voucher}`, files];
  return texts.map((text) => (text === null ? '' : ` · ${text}`)).join('');
}

function vatText({ vat }: Entry): string {
  const text = lineVatText(vat);
  return text === undefined ? '' : ` · ${text}`;
}

function stateText(entry: Entry): string {
  const word = linkWord(entry);
  if (word === 'reversed') return ' · reversed';
  return (word === undefined ? '' : ` · ${word}`) + (entry.isLocked ? ' · exported' : '');
}
