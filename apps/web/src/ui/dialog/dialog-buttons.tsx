import { useContext } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseDialog } from './close-dialog.ts';
import { useSettled } from './use-settled.ts';

type Action = {
  label: string;
  /** Without it the button submits the form with this id. */
  onClick?: () => void;
  form?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** It cannot be taken back. */
  isDanger?: boolean;
  /** It would save what the dialog opens with. */
  isComplete?: boolean;
};
type Props = {
  /** Without it the way back closes the dialog as Escape does. */
  onBack?: () => void;
  backLabel?: string;
  /** The back button is destructive too; the dialog may open mid-click. */
  isBackDanger?: boolean;
  /** The way back has the focus at first, as beside a destructive action. */
  isBackFirst?: boolean;
  action: Action;
};

const plain = { isBusy: false, isDisabled: false, isDanger: false, isComplete: false };

/**
 * The two buttons of a dialog: the way back first, then the action. Beside a destructive one the
 * other has the focus at first.
 */
export function DialogButtons({
  action,
  onBack,
  backLabel = 'Cancel',
  isBackDanger = false,
  isBackFirst = action.isDanger === true,
}: Props) {
  const { label, onClick, form, isBusy, isDisabled, isDanger, isComplete } = {
    ...plain,
    ...action,
  };
  const close = useContext(CloseDialog);
  // The second tap of a double tap is for what stood here before.
  const isSettled = useSettled(label, !isBackFirst && !isComplete);
  const isBackSettled = useSettled(backLabel, !isBackDanger);
  return (
    <>
      <Button
        variant="outline"
        isPaused={!isBackSettled}
        data-autofocus={isBackFirst || undefined}
        onClick={onBack ?? close}
      >
        {backLabel}
      </Button>
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        variant={isDanger ? 'danger' : 'filled'}
        isBusy={isBusy}
        isPaused={!isSettled}
        data-autofocus={isBackDanger || undefined}
        disabled={isDisabled}
        onClick={onClick}
      >
        {label}
      </Button>
    </>
  );
}
