import { formatRand, toCents } from '@recoup/contract/core/money';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatMinutes, formatDate } from '../../ui/lib/format.ts';
import styles from '../lists/entry-lines.module.css';
import type { PendingEntry } from './pending-entries.ts';
import shared from '../../ui/layout/shared.module.css';

type LineProps = { entry: PendingEntry; onCorrect: () => void; onDiscard: () => Promise<void> };
const states = {
  waiting: { label: 'Waiting for a connection', tone: 'warn' },
  refused: { label: 'Not accepted', tone: 'bad' },
  deleted: { label: 'Deleted by your firm', tone: 'bad' },
} as const satisfies Record<PendingEntry['state'], { label: string; tone: string }>;

export function PendingEntryLine({ entry, onCorrect, onDiscard }: LineProps) {
  const { body, names, cents, state, message } = entry;
  const discard = useOneMutation({ mutationFn: onDiscard });
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
      <div className={shared.buttons}>
        <Button variant="outline" size="small" onClick={onCorrect}>
          {state === 'deleted' ? 'Record again' : 'Correct'}
        </Button>
        <ConfirmButton
          variant="quiet"
          size="small"
          title="Discard this entry?"
          question={questionOf(entry)}
          confirmLabel="Discard entry"
          confirming={discard}
          onConfirm={() => discard.mutate()}
        >
          Discard
        </ConfirmButton>
      </div>
    </li>
  );
}

function questionOf({ names, cents }: PendingEntry): string {
  const name = `${names.type} on ${names.matterNumber}, ${formatRand(cents)}`;
  return `${name}: it is not billed, and is deleted permanently.`;
}
