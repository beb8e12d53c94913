import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { Alert } from '../feedback/alert.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { focusFirstError } from './focus-first-error.ts';

type Props = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'children' | 'aria-label' | 'isPaused'
> & {
  title: string;
  /** Names the effect that cannot be undone. */
  question: ReactNode;
  confirmLabel: string;
  backLabel?: string;
  onConfirm: () => void;
  /** Whether the question may open; the caller shows why not. */
  mayAsk?: () => boolean;
  confirming?: { isPending: boolean; error: Error | null };
};

/** A button for what cannot be undone: it asks in a dialog, where a double tap confirms nothing. */
export function ConfirmButton({
  title,
  question,
  confirmLabel,
  backLabel = 'Keep it',
  onConfirm,
  mayAsk,
  confirming,
  ...button
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const isBusy = confirming?.isPending ?? false;
  const confirm = () => {
    if (!confirming) setAsking(false);
    onConfirm();
  };
  const ask = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const may = mayAsk?.() ?? true;
    setAsking(may);
    if (!may) focusFirstError(currentTarget.form);
  };
  return (
    <>
      <Button {...button} onClick={ask} />
      <Dialog
        title={title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <DialogButtons
            backLabel={backLabel}
            action={{ label: confirmLabel, isDanger: true, isBusy, onClick: confirm }}
          />
        }
      >
        {confirming?.error && <Alert kind="error">{confirming.error.message}</Alert>}
        <p>{question}</p>
      </Dialog>
    </>
  );
}
