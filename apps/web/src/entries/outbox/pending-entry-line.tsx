import { formatRand, toCents } from '@recoup/contract/core/money';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { formatMinutes, formatDate } from '../../ui/lib/format.ts';
import styles from '../lists/entry-lines.module.css';
import type { PendingEntry } from './pending-entries.ts';
import shared from '../../ui/layout/shared.module.css';

type LineProps = {
  entry: PendingEntry;
  isResting: boolean;
  onCorrect: () => void;
  onDiscard: () => void;
};
const states = {
  waiting: { label: 'Waiting for a connection', tone: 'warn' },
  refused: { label: 'Not accepted', tone: 'bad' },
  deleted: { label: 'Deleted by your firm', tone: 'bad' },
} as const satisfies Record<PendingEntry['state'], { label: string; tone: string }>;

export function PendingEntryLine({ entry, isResting, onCorrect, onDiscard }: LineProps) {
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
        <Button variant="quiet" size="small" isResting={isResting} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
