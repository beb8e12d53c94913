import { useId } from 'react';
import type { Proof } from '../../account/account.queries.ts';
import {
  OtherWays,
  SecondStepFields,
  sendLabels,
} from '../../account/second-step/second-step-fields.tsx';
import { useSecondStep } from '../../account/second-step/use-second-step.ts';
import type { Challenge } from '../../account/second-step/challenge.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import shared from '../../ui/layout/shared.module.css';
import { Form } from '../../ui/form/form.tsx';

type Props<Answer> = {
  challenge: Challenge;
  complete: (proof: Proof) => Promise<Answer>;
  onCompleted: (answer: Answer) => Promise<unknown>;
  /** To the password, with a reason where there is one. */
  onBack: (reason?: string) => void;
  onLeave: () => void;
};

/** The second factor, above a page whose session has ended. */
export function ConfirmAgain<Answer>({ onBack, onLeave, ...options }: Props<Answer>) {
  const id = useId();
  const step = useSecondStep({ ...options, onEnded: onBack });
  return (
    <Dialog
      title="Confirm that it is you"
      isOpen
      actions={
        <DialogButtons
          onBack={onLeave}
          backLabel="Leave without saving"
          isBackDanger
          action={{ label: sendLabels[step.way], form: id, isBusy: step.isPending }}
        />
      }
    >
      <Form isSaving={false} {...step.form} id={id} className={formStyles.form}>
        <SecondStepFields step={step} />
      </Form>
      <div className={shared.buttons}>
        <OtherWays step={step} />
        <Button variant="quiet" onClick={() => onBack()}>
          Back to the password
        </Button>
      </div>
    </Dialog>
  );
}
