import { firstSignInDays } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { texts } from '@recoup/contract/core/texts';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import type { NewSignIn } from './initial-passwords.ts';

type Props = { signIn: NewSignIn; success?: string; onClose: () => void };

const onClosing = 'The initial password is not shown again. Copy it first.';

/** The initial password of a person. Who is invited by email can do without it. */
export function NewSignInDialog({ signIn, success = texts.attorneyAdded, onClose }: Props) {
  return (
    <ShownOnceDialog
      title="Initial password"
      label="Initial password"
      secret={signIn.password}
      {...(!choosesPassword(signIn) && { loss: onClosing })}
      about={aboutText(signIn)}
      onClose={onClose}
    >
      <Alert kind="success">{success}</Alert>
      <p>
        {signIn.name} signs in with{' '}
        <strong>
          <EmailAddress address={signIn.email} />
        </strong>{' '}
        and this initial password within {firstSignInDays} days, and must change it at first
        sign-in.
      </p>
    </ShownOnceDialog>
  );
}

/** The invitation leads to “Choose your password”, which needs a cell for the SMS. */
function choosesPassword({ isInvited, cell }: NewSignIn): boolean {
  return isInvited && canReceiveSms(cell);
}

function aboutText({ isInvited, cell }: NewSignIn): string {
  const mail = isInvited ? 'The invitation does not contain it. ' : '';
  const loss = canReceiveSms(cell)
    ? 'If it is lost, use “Forgot password” on the sign-in page.'
    : 'If it is lost, make a new one in the form of this person.';
  return `It is not shown again after you close this. ${mail}${loss}`;
}
