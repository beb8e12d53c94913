import { type ReactNode, useId } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { ConfirmedActionParts } from './confirmed-action-parts.tsx';
import { useConfirmedAction } from './use-confirmed-action.ts';
import { Form } from '../../ui/form/form.tsx';

type Props<Result> = Parameters<typeof useConfirmedAction<Result>>[0] & {
  title: string;
  /** Effects of the action, and those that cannot be undone. */
  question: ReactNode;
  actionLabel: string;
  onClose: () => void;
};

/** Asks before something that cannot be undone, and for the password where it is needed. */
export function ConfirmedActionDialog<Result>({
  title,
  question,
  actionLabel,
  onClose,
  ...options
}: Props<Result>) {
  const id = useId();
  const action = useConfirmedAction(options);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={action.isPending ? undefined : onClose}
      actions={
        <DialogButtons
          action={{ label: actionLabel, form: id, isBusy: action.isPending, isDanger: true }}
        />
      }
    >
      <p>{question}</p>
      <Form
        isSaving={action.isPending}
        id={id}
        className={formStyles.form}
        onSubmit={action.submit}
      >
        <ConfirmedActionParts action={action} />
      </Form>
    </Dialog>
  );
}
