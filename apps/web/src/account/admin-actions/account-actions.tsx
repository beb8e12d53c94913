import { type ReactNode, useState } from 'react';
import { secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import { sessionEndpoints } from '@recoup/contract/account/session-endpoints';
import { firstSignInEndpoints } from '@recoup/contract/users/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { identitiesQuery } from '../../platform/api/identities.ts';
import { invalidate, subjectKey } from '../../platform/api/read.ts';
import { may } from '../../platform/session/may.ts';
import { ConfirmedActionDialog } from '../../platform/reauthentication/confirmed-action-dialog.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ShownOnceDialog } from '../../ui/dialog/shown-once-dialog.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import shared from '../../ui/layout/shared.module.css';
import { signedOutText } from '../sessions/session-texts.ts';

type Person = {
  _id: string;
  name: string;
  /** End of the first sign-in; null after a password was chosen, or without one. */
  firstSignInUntil?: string | null | undefined;
};
type Props = { person: Person; children?: ReactNode };

/** Sign-in actions of an administrator: sign a user out, or remove what the user signs in with. */
export function AccountActions({ person, children }: Props) {
  const [open, setOpen] = useState<'sessions' | 'factors' | 'identities' | 'invitation'>();
  const close = () => setOpen(undefined);
  const hasSignOn = useHasSignOn();
  return (
    <section aria-label="Sign-in of this person" className={shared.stack}>
      <h2>Sign-in</h2>
      <div className={shared.buttons}>
        <Button variant="outline" onClick={() => setOpen('sessions')}>
          Sign out everywhere
        </Button>
        <Button variant="outline" onClick={() => setOpen('factors')}>
          Reset second factor
        </Button>
        {hasSignOn && (
          <Button variant="outline" onClick={() => setOpen('identities')}>
            Remove linked account
          </Button>
        )}
        {hasSignOn && may('identities:manage') && person.firstSignInUntil === null && (
          <Button variant="outline" onClick={() => setOpen('invitation')}>
            Invite to single sign-on
          </Button>
        )}
        {children}
      </div>
      {open === 'sessions' && <SignOutDialog person={person} onClose={close} />}
      {open === 'factors' && <ResetDialog person={person} onClose={close} />}
      {open === 'identities' && <UnlinkDialog person={person} onClose={close} />}
      {open === 'invitation' && <InvitationDialog person={person} onClose={close} />}
    </section>
  );
}

/** A system administrator has no firm to ask about, and manages those of all firms. */
function useHasSignOn(): boolean {
  const isOfFirm = may('identities:manage');
  const { data } = useQuery({ ...identitiesQuery, enabled: isOfFirm });
  return !isOfFirm || (data !== undefined && data.provider !== null);
}

type DialogProps = { person: Person; onClose: () => void };

function SignOutDialog({ person: { _id, name }, onClose }: DialogProps) {
  return (
    <ConfirmedActionDialog
      title={`Sign ${name} out everywhere?`}
      question="All their sign-ins end at once. What they typed and did not save is lost."
      actionLabel="Sign out"
      isDanger
      run={() => send(sessionEndpoints.endUserSessions, { params: { id: _id } })}
      onDone={({ data }) => {
        toast(signedOutText(name, data.ended));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function ResetDialog({ person: { _id, name }, onClose }: DialogProps) {
  return (
    <ConfirmedActionDialog
      title={`Reset the second factor of ${name}?`}
      question={
        'Do this only after you have spoken to them: a stranger may ask for it. Their app, ' +
        'passkeys and recovery codes end, and they are signed out and told by email and SMS.'
      }
      actionLabel="Reset"
      isDanger
      run={(password) =>
        send(secondFactorEndpoints.resetFactors, { params: { id: _id }, body: { password } })
      }
      onDone={() => {
        toast(`${name} signs in without a second factor now.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function UnlinkDialog({ person: { _id, name }, onClose }: DialogProps) {
  return (
    <ConfirmedActionDialog
      title={`Remove the linked account of ${name}?`}
      question={
        'For a person whose account at the provider was made anew. They are signed out and told ' +
        'by email, and link the new account when they sign in with it or with a new invitation.'
      }
      actionLabel="Remove"
      isDanger
      run={(password) =>
        send(firstSignInEndpoints.unlinkUser, { params: { id: _id }, body: { password } })
      }
      onDone={() => {
        toast(`The linked account of ${name} was removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function InvitationDialog({ person: { _id, name }, onClose }: DialogProps) {
  const client = useQueryClient();
  const [password, setPassword] = useState<string>();
  if (password !== undefined)
    return (
      <ShownOnceDialog
        title="Initial password"
        label="Initial password"
        secret={password}
        about="It is not shown again. If it is lost, make a new one on this page."
        loss="The initial password is not shown again. Copy it first."
        onClose={onClose}
      >
        <p>{name} signs in with it, and chooses another password then.</p>
      </ShownOnceDialog>
    );
  return (
    <ConfirmedActionDialog
      title={`Invite ${name} to single sign-on?`}
      question={
        'For a person who is not linked yet, while single sign-on is required. The link in the ' +
        'mail links the account with which they sign in at the provider. Their password ends.'
      }
      actionLabel="Send"
      run={() => send(firstSignInEndpoints.renewFirstSignIn, { params: { id: _id }, body: {} })}
      onDone={async ({ initialPassword }) => {
        // The form around this keeps its values.
        await client.invalidateQueries({ queryKey: subjectKey('users'), refetchType: 'none' });
        await invalidate(client, ['firm-settings']);
        // While the operator allows a password to a person without a cell.
        if (initialPassword !== null) return setPassword(initialPassword);
        toast(`The invitation to ${name} is on its way.`);
        return onClose();
      }}
      onClose={onClose}
    />
  );
}
