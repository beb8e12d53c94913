import { tooManyTimedRows } from '@recoup/contract/call-fees/messages';
import { Button } from '../ui/controls/button.tsx';
import { PlusIcon, CloseIcon } from '../ui/controls/icons.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import styles from './fee-rows.module.css';

export function AddButton({ isFull, onClick }: { isFull: boolean; onClick: () => void }) {
  return (
    <div>
      <Button
        variant="quiet"
        disabled={isFull}
        onClick={onClick}
        title={isFull ? tooManyTimedRows : undefined}
      >
        <PlusIcon />
        Add
      </Button>
    </div>
  );
}
type RemoveProps = { name: string; rows: number; onClick: () => void };

export function RemoveButton({ name, rows, onClick }: RemoveProps) {
  // The next row moves under the pointer: a double click must not remove two rows.
  const isSettled = useSettled(rows, true);
  const press = isSettled ? onClick : undefined;
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={name}
      title={name}
      aria-disabled={!isSettled || undefined}
      onClick={press}
    >
      <CloseIcon />
    </button>
  );
}
