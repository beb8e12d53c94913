import { useContext } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseDialog } from './close-dialog.ts';
import { useSettled } from './use-settled.ts';

/** Closes what is shown once. Without `onDone` it closes as Escape does, which asks first. */
export function DoneButton({ onDone }: { onDone: (() => void) | undefined }) {
  const close = useContext(CloseDialog);
  const isSettled = useSettled(true);
  return (
    <Button isPaused={!isSettled} onClick={onDone ?? close}>
      Done
    </Button>
  );
}
