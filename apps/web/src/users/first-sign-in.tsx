import { firstSignInDays } from '@recoup/contract/account/rules';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { texts } from '@recoup/contract/core/texts';
import { firstSignInEndpoints, userEndpoints } from '@recoup/contract/users/endpoints';
import { generatePassword } from '@recoup/contract/users/initial-password';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../platform/api/api-client.ts';
import { Button } from '../ui/controls/button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import styles from './first-sign-in.module.css';

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

/** Sign-in data of a new user, shown once. */
export type NewSignIn = {
  name: string;
  email: string;
  cell: string;
  password: string;
  isInvited: boolean;
};

/** One per email: after a lost reply the server recognises the retry by it. */
export function useInitialPasswords(): (email: string) => string {
  const [made] = useState(() => new Map<string, string>());
  return (email) => {
    const key = email.trim().toLowerCase();
    const password = made.get(key) ?? generatePassword();
    made.set(key, password);
    return password;
  };
}

type Registration = Extract<
  EndpointInput<typeof userEndpoints.register>['body'],
  { password: string }
> & { invitation: boolean };

/** Adds an attorney or an auditor. */
export async function registerPerson(body: Registration): Promise<NewSignIn> {
  const { data } = await send(userEndpoints.register, { body });
  const { password, invitation: isInvited } = body;
  return { name: data.name, email: data.email, cell: data.cell, password, isInvited };
}

/** No user is added as Blocked. */
export function statusToAdd(status: UserStatus): Registration['status'] & number {
  return status === userStatus.inactive ? userStatus.inactive : userStatus.active;
}
