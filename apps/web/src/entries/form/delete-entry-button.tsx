import type { MouseEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { focusFirstError } from '../../ui/dialog/focus-first-error.ts';
import { useSettled } from '../../ui/dialog/use-settled.ts';

type Props = {
  /** Whether a required reason is typed; it marks the field. */
  mayDelete: () => boolean;
  onDelete: () => void;
};

/** Asks nothing: a deletion can be undone. */
export function DeleteButton({ mayDelete, onDelete }: Props) {
  // The second tap of the double tap that opened the dialog deletes nothing.
  const isSettled = useSettled(true);
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (mayDelete()) onDelete();
    else focusFirstError(currentTarget.form);
  };
  return (
    <Button variant="outline" isPaused={!isSettled} onClick={remove}>
      Delete
    </Button>
  );
}
