import { useContext, useSyncExternalStore } from 'react';
import { OldAnswer } from '../feedback/old-answer.ts';
import styles from './select-box.module.css';
import type { RowSelection } from './use-row-selection.ts';

type Props<Row> = { label: string; row: Row; selection: RowSelection<Row> };

/** Selects a row, but none of an old answer; a label around it makes the whole cell a target. */
export function SelectBox<Row>({ label, row, selection }: Props<Row>) {
  const isOld = useContext(OldAnswer);
  const isChecked = useSyncExternalStore(selection.subscribe, () => selection.has(row));
  const isFull = useSyncExternalStore(selection.subscribe, selection.isFull);
  return (
    <label className={styles.target}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={label}
        checked={isChecked}
        disabled={isOld || (isFull && !isChecked)}
        onChange={() => selection.toggle(row)}
      />
    </label>
  );
}
