import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import styles from './first-sign-in.module.css';
import { NewSignInDialog } from './new-sign-in-dialog.tsx';
import { firstSignInEndpoints } from '@recoup/contract/users/endpoints';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import type { NewSignIn } from './initial-passwords.ts';

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

type Renewal = {
  person: { _id: string; name: string; email: string; cell?: string | undefined };
  /** When the first sign-in expires. */
  until: string;
  invalidates: QueryKey;
};

/** Renews the first sign-in; without an SMS number the new password is shown. */
function useFirstSignInRenewal({ person, until: read, invalidates }: Renewal) {
  const client = useQueryClient();
  const [until, setUntil] = useState(read);
  const [signIn, setSignIn] = useState<NewSignIn>();
  const renewing = useOneMutation<{ end: string | null; password: string | null }>({
    mutationFn: async () => renew(person._id),
    onSuccess: async ({ end, password }) => {
      setUntil(end ?? until);
      if (password === null) toast(`The invitation to ${person.email} is on its way.`);
      else setSignIn({ ...person, cell: person.cell ?? '', password, isInvited: false });
      await client.invalidateQueries({ queryKey: invalidates, refetchType: 'none' });
    },
  });
  return { until, signIn, closeSignIn: () => setSignIn(undefined), renewing };
}

async function renew(id: string) {
  const { data, initialPassword } = await send(firstSignInEndpoints.renewFirstSignIn, {
    params: { id },
    body: {},
  });
  return { end: data.firstSignInUntil, password: initialPassword };
}
