import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import styles from '../lists/entry-lines.module.css';
import type { PendingEntries } from './use-pending-entries.ts';
import type { PendingEntry } from './pending-entries.ts';
import { PendingEntryLine } from './pending-entry-line.tsx';

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
            isResting={!isSettled}
            onCorrect={() => onCorrect(entry)}
            onDiscard={() => pending.discard(entry)}
          />
        ))}
      </ul>
    </Panel>
  );
}
