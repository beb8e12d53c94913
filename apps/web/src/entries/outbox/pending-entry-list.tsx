import { formatRand, toCents } from '@recoup/contract/core/money';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { formatDate, formatMinutes } from '../../ui/lib/format.ts';
import { Panel } from '../../ui/layout/page-frame.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import styles from '../lists/entry-lines.module.css';
import type { PendingEntries } from './use-pending-entries.ts';
import type { PendingEntry } from './pending-entries.ts';

type Props = { pending: PendingEntries; onCorrect: (entry: PendingEntry) => void };

/** What is on this device alone: waiting for the network, or refused, why, and what can be done. */
export function PendingEntryList({ pending, onCorrect }: Props) {
  if (pending.entries.length === 0) return null;
  return (
    <Panel label="Not sent yet" isTight>
      <div className={styles.head}>
        <h2>Not sent yet</h2>
      </div>
      <p className={styles.about}>
        Kept on this device, also when you sign out, and sent as soon as there is a network.
      </p>
      <ul className={styles.lines}>
        {pending.entries.map((entry) => (
          <PendingEntryLine
            key={entry.body._id}
            entry={entry}
            onCorrect={() => onCorrect(entry)}
            onDiscard={() => pending.discard(entry)}
          />
        ))}
      </ul>
    </Panel>
  );
}

const states = {
  waiting: { label: 'Waiting for the network', tone: 'warn' },
  refused: { label: 'Not accepted', tone: 'bad' },
  deleted: { label: 'Deleted at the firm', tone: 'bad' },
} as const satisfies Record<PendingEntry['state'], { label: string; tone: string }>;

type LineProps = { entry: PendingEntry; onCorrect: () => void; onDiscard: () => Promise<void> };

function PendingEntryLine({ entry, onCorrect, onDiscard }: LineProps) {
  const { body, names, cents, state, message } = entry;
  const discard = useMutation({ mutationFn: onDiscard });
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
          </small>
        </span>
        <strong className={styles.amount}>{formatRand(cents)}</strong>
      </div>
      <StatusDot {...states[state]} />
      {message !== null && <p className={styles.why}>{message}</p>}
      <div className={styles.choices}>
        <Button variant="outline" size="small" onClick={onCorrect}>
          {state === 'deleted' ? 'Record anew' : 'Correct'}
        </Button>
        <ConfirmButton
          variant="quiet"
          size="small"
          title="Discard this entry?"
          question={`${names.type} on ${names.matterNumber}, ${formatRand(cents)}: it is not billed, and is deleted for good.`}
          confirmLabel="Discard for good"
          confirming={discard}
          onConfirm={() => discard.mutate()}
        >
          Discard
        </ConfirmButton>
      </div>
    </li>
  );
}
