import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import styles from './first-sign-in.module.css';
import { NewSignInDialog } from './new-sign-in-dialog.tsx';
import { type Renewal, useFirstSignInRenewal } from './use-first-sign-in-renewal.ts';

/** When the first sign-in expires, and the button to renew it. */
export function FirstSignIn({ isAdmin = false, ...props }: Renewal & { isAdmin?: boolean }) {
  const [openedAt] = useState(() => Date.now());
  const { until, signIn, closeSignIn, renewing } = useFirstSignInRenewal(props);
  // As on the server: an administrator sees a password only if the user gets no SMS.
  const isInvited = isAdmin || canReceiveSms(props.person.cell ?? '');
  const what = isAdmin ? 'invitation' : `initial password${isInvited ? ' or invitation' : ''}`;
  const ends = new Date(until).getTime() <= openedAt ? 'ended' : 'works until';
  return (
    <>
      <Alert kind={renewing.error === null ? 'info' : 'error'}>
        <p>
          {renewing.error?.message ??
            `No password chosen yet. The ${what} ${ends} ${formatMoment(until)}.`}
        </p>
        <Button
          className={styles.renew}
          variant="outline"
          size="small"
          isBusy={renewing.isPending}
          onClick={() => renewing.mutate()}
        >
          {isInvited ? 'Send a new invitation' : 'New initial password'}
        </Button>
      </Alert>
      {signIn !== undefined && (
        <NewSignInDialog
          signIn={signIn}
          success="The earlier initial password no longer works."
          onClose={closeSignIn}
        />
      )}
    </>
  );
}
