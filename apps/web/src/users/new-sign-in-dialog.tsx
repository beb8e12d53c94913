import { useClipboard } from '@mantine/hooks';
import { firstSignInDays } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { texts } from '@recoup/contract/core/texts';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import styles from './new-sign-in-dialog.module.css';
import type { NewSignIn } from './initial-passwords.ts';

type Props = { signIn: NewSignIn; success?: string; onClose: () => void };

/**
 * Shows the initial password once; the server keeps only its hash. The focus starts at Copy,
 * because the Enter that saved the form is often pressed twice. Without a copy Done asks too.
 */
export function NewSignInDialog({ signIn, success = texts.attorneyAdded, onClose }: Props) {
  const clipboard = useClipboard({ timeout: 4_000 });
  const [wasCopied, setCopied] = useState(false);
  if (clipboard.copied && !wasCopied) setCopied(true);
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
      loss="The initial password is not shown again. Copy it first."
      onClose={onClose}
      actions={<DoneButton onDone={wasCopied ? done : undefined} />}
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
      <ShownOnce password={signIn.password} clipboard={clipboard} />
      <p className={styles.about}>
        It is not shown again after you close this.{' '}
        {signIn.isInvited ? 'The invitation does not contain it. ' : ''}
        {canReceiveSms(signIn.cell)
          ? 'If it is lost, use “Forgot password” on the sign-in page.'
          : 'If it is lost, make a new one in the form of this person.'}
      </p>
    </Dialog>
  );
}

type Shown = { password: string; clipboard: ReturnType<typeof useClipboard> };

function ShownOnce({ password, clipboard }: Shown) {
  return (
    <div className={styles.password}>
      <code aria-label="Initial password">{password}</code>
      <Button variant="outline" data-autofocus onClick={() => clipboard.copy(password)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
