import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import styles from '../lists/entry-lines.module.css';
import type { PendingEntries } from './use-pending-entries.ts';
import type { PendingEntry } from './pending-entries.ts';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatMinutes, formatDate } from '../../ui/lib/format.ts';
import shared from '../../ui/layout/shared.module.css';

type Props = { pending: PendingEntries; onCorrect: (entry: PendingEntry) => void };

/** Entries stored only on this device, with their state, the reason of a refusal, and actions. */
export function PendingEntryList({ pending, onCorrect }: Props) {
  // The line below a discarded one moves to where the pointer is.
  const isSettled = useSettled(pending.entries.length, true);
  if (pending.entries.length === 0) return null;
  return (
    <Panel label="Not sent yet" isTight>
      <div className={styles.head}>
        <h2>Not sent yet</h2>
      </div>
      <p className={styles.about}>
        Saved on this device, even if you sign out, and sent when you are back online.
      </p>
      <ul className={styles.lines}>
        {pending.entries.map((entry) => (
          <PendingEntryLine
            key={entry.body._id}
            entry={entry}
            isPaused={!isSettled}
            onCorrect={() => onCorrect(entry)}
            onDiscard={() => pending.discard(entry)}
          />
        ))}
      </ul>
    </Panel>
  );
}

type LineProps = {
  entry: PendingEntry;
  isPaused: boolean;
  onCorrect: () => void;
  onDiscard: () => void;
};
const states = {
  waiting: { label: 'Waiting for a connection', tone: 'warn' },
  refused: { label: 'Not accepted', tone: 'bad' },
  deleted: { label: 'Deleted by your firm', tone: 'bad' },
} as const satisfies Record<PendingEntry['state'], { label: string; tone: string }>;

function PendingEntryLine({ entry, isPaused, onCorrect, onDiscard }: LineProps) {
  const { body, names, cents, state, message } = entry;
  return (
    <li className={styles.unsent}>
      <div className={styles.line}>
        <span>
          <strong>{names.matterNumber}</strong> {names.matter}
          <small>
            {names.type}
            {body.minutes !== undefined && ` · ${formatMinutes(body.minutes)}`}
            {body.quantity !== undefined &&
              body.amount !== undefined &&
              ` · ${body.quantity} × ${formatRand(toCents(body.amount))}`}{' '}
            · {formatDate(body.date)}
            {names.attorney !== undefined && ` · for ${names.attorney}`}
            {body.narration !== undefined && ` · ${body.narration}`}
          </small>
        </span>
        <strong className={styles.amount}>{formatRand(cents)}</strong>
      </div>
      <StatusDot {...states[state]} />
      {message !== null && <p className={styles.why}>{message}</p>}
      <div className={shared.buttons}>
        <Button variant="outline" size="small" onClick={onCorrect}>
          {state === 'deleted' ? 'Record again' : 'Correct'}
        </Button>
        <Button variant="quiet" size="small" isPaused={isPaused} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
