import { useClipboard } from '@mantine/hooks';
import { firstSignInDays } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { texts } from '@recoup/contract/core/texts';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import styles from './new-sign-in-dialog.module.css';
import type { NewSignIn } from './use-save-attorney.ts';

type Props = { signIn: NewSignIn; success?: string; onClose: () => void };

/**
 * Shows the initial password once; the server keeps only its hash. The focus starts at Copy,
 * because the Enter that saved the form is often pressed twice.
 */
export function NewSignInDialog({ signIn, success = texts.attorneyAdded, onClose }: Props) {
  const isSettled = useSettled(true);
  const [isDone, setDone] = useState(false);
  const done = () => {
    setDone(true);
    onClose();
  };
  return (
    <Dialog
      title="Initial password"
      isOpen
      isChanged={!isDone}
      loss="The initial password is shown only once. Copy it first."
      onClose={onClose}
      actions={
        <Button isResting={!isSettled} onClick={done}>
          Done
        </Button>
      }
    >
      <Alert kind="success">{success}</Alert>
      <p>
        {signIn.name} signs in with{' '}
        <strong>
          <EmailAddress address={signIn.email} />
        </strong>{' '}
        and this temporary password within {firstSignInDays} days, and must change it at first
        sign-in.
      </p>
      <ShownOnce password={signIn.password} />
      <p className={styles.about}>
        Shown only once. {signIn.isInvited ? 'The invitation does not contain it. ' : ''}
        {canReceiveSms(signIn.cell)
          ? 'If it is lost, use “Forgot password” on the sign-in page.'
          : 'If it is lost, make a new one in the form of this person.'}
      </p>
    </Dialog>
  );
}

function ShownOnce({ password }: { password: string }) {
  const clipboard = useClipboard({ timeout: 4_000 });
  return (
    <div className={styles.password}>
      <code aria-label="Initial password">{password}</code>
      <Button variant="outline" data-autofocus onClick={() => clipboard.copy(password)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
