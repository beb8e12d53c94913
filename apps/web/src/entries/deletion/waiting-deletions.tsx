import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import styles from '../lists/entry-lines.module.css';
import { useWaitingDeletions } from './deletions.ts';

/** Deletions that wait for the network, and a way back for each. */
export function WaitingDeletions() {
  const { waiting, keep } = useWaitingDeletions();
  // The line below one that is called off moves to where the pointer is.
  const isSettled = useSettled(waiting.length, true);
  if (waiting.length === 0) return null;
  return (
    <Panel label="Not deleted yet" isTight>
      <div className={styles.head}>
        <h2>Not deleted yet</h2>
      </div>
      <p className={styles.about}>
        Saved on this device, even if you sign out, and deleted when you are back online.
      </p>
      <ul className={styles.lines}>
        {waiting.map((deletion) => (
          <li key={deletion.id} className={styles.unsent}>
            <strong>{deletion.name}</strong>
            <StatusDot label="Waiting for a connection" tone="warn" />
            <div>
              <Button
                variant="outline"
                size="small"
                isPaused={!isSettled}
                onClick={() => keep(deletion)}
              >
                Keep the entry
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
