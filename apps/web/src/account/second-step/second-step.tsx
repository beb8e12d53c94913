import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/controls/button.tsx';
import { ignoreSecondEnter } from '../../ui/dialog/second-press.ts';
import { Form } from '../../ui/form/form.tsx';
import { signIn } from '../account.queries.ts';
import styles from '../logon-page.module.css';
import type { Challenge } from './challenge.ts';
import { OtherWays, SecondStepFields, sendLabels, useSecondStep } from './second-step-fields.tsx';

type Props = {
  challenge: Challenge;
  onSignedIn: () => void | Promise<void>;
  onEnded: (reason: string) => void;
  onBack: () => void;
};

/** After the password: a code of an app, a passkey or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onEnded, onBack }: Props) {
  const client = useQueryClient();
  const step = useSecondStep({
    challenge,
    complete: (proof) => signIn(client, proof),
    onCompleted: onSignedIn,
    onEnded,
  });
  return (
    <Form isSaving={false} {...step.form} className={styles.form}>
      <h1>Confirm that it is you</h1>
      <SecondStepFields step={step} />
      <Button
        key={step.way}
        type="submit"
        isBusy={step.isPending}
        ref={step.way === 'passkey' ? focusOnMount : null}
      >
        {sendLabels[step.way]}
      </Button>
      <OtherWays step={step} />
      <Button variant="quiet" onClick={onBack}>
        Back to sign in
      </Button>
    </Form>
  );
}

/** Not pressed by the second Enter of the step before. */
function focusOnMount(button: HTMLButtonElement | null): void {
  if (button === null) return;
  button.focus();
  ignoreSecondEnter(button);
}
