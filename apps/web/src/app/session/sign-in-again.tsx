import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Credentials, type Proof, signInAgain } from '../../account/account.queries.ts';
import type { Challenge } from '../../account/second-step/challenge.ts';
import {
  OtherWays,
  SecondStepFields,
  sendLabels,
  useSecondStep,
} from '../../account/second-step/second-step-fields.tsx';
import { typedIn } from '../../account/typed-credentials.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { endedReason } from '../../platform/session/ended-session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { Form } from '../../ui/form/form.tsx';
import { giveUpUnsaved } from '../../ui/form/unsaved.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import shared from '../../ui/layout/shared.module.css';

/** Shown above a page whose session has ended: the same user signs in and continues. */
export function SignInAgain({ reason }: { reason: string }) {
  const user = useQueryClient().getQueryData(currentUserQuery.queryKey);
  const leave = useLeave();
  const { complete, onCompleted, challenge, setChallenge } = useSignInAgain(user);
  const [ended, setEnded] = useState<string>();
  const onBack = (why?: string) => {
    setEnded(why);
    setChallenge(undefined);
  };
  const onLeave = () => void leave(paths.unauthorized);
  if (challenge !== undefined)
    return <ConfirmAgain {...{ onLeave, challenge, complete, onCompleted, onBack }} />;
  return (
    <PasswordAgain
      {...{ onLeave, user, complete, onCompleted, reason, ended }}
      onOther={() => void leave(paths.logon())}
    />
  );
}

type Answer = Awaited<ReturnType<typeof signInAgain>>;

type PasswordProps = {
  user: CurrentUser | undefined;
  reason: string;
  /** Why one is back at the password. */
  ended: string | undefined;
  complete: (credentials: Credentials) => Promise<Answer>;
  onCompleted: (answer: Answer) => Promise<unknown>;
  onLeave: () => void;
  onOther: () => void;
};

function PasswordAgain({ user, reason, ended, onLeave, onOther, ...sending }: PasswordProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const signIn = useOneMutation({
    mutationFn: sending.complete,
    onSuccess: sending.onCompleted,
    onError: () => focusPassword(form.current),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes the events of a dialog to the form around it as well.
    event.stopPropagation();
    signIn.mutate(typedIn(event.currentTarget));
  };
  const failure = signIn.error?.message ?? ended;
  return (
    <Dialog
      title="Sign in to go on"
      isOpen
      actions={
        <DialogButtons
          onBack={onLeave}
          backLabel="Leave without saving"
          isBackDanger
          action={{ label: 'Sign in', form: formId, isBusy: signIn.isPending }}
        />
      }
    >
      <Alert kind={failure === undefined ? 'info' : 'error'}>{failure ?? reason}</Alert>
      <p>What you typed is still on this page, and can be saved afterwards.</p>
      <Form isSaving={false} ref={form} id={formId} className={formStyles.form} onSubmit={submit}>
        <CredentialFields
          email={user?.email}
          errors={signIn.error instanceof ApiError ? signIn.error.fields : {}}
        />
      </Form>
      <AnotherUser onConfirm={onOther} />
    </Dialog>
  );
}

function AnotherUser({ onConfirm }: { onConfirm: () => void }) {
  return (
    <ConfirmButton
      variant="quiet"
      title="Use another account?"
      question="What you typed on this page is discarded."
      confirmLabel="Discard"
      onConfirm={onConfirm}
    >
      Use another account
    </ConfirmButton>
  );
}

type FieldsProps = { email: string | undefined; errors: Readonly<Record<string, string>> };

function CredentialFields({ email, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        defaultValue={email}
        readOnly={email !== undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        error={errors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        data-autofocus
        isRequired
        error={errors.password}
      />
    </>
  );
}

/** Another user, or one with changed rights, must not see the page. */
function useSignInAgain(user: CurrentUser | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useLeave();
  const [challenge, setChallenge] = useState<Challenge>();
  return {
    challenge,
    setChallenge,
    complete: (credentials: Credentials) => signInAgain(client, user, credentials),
    onCompleted: async (answer: Answer) => {
      if ('challenge' in answer) return setChallenge(answer.challenge);
      const { isSameUser, begin } = answer;
      if (!isSameUser) await leave(paths.unauthorized);
      begin();
      if (!isSameUser) return navigate(paths.home, { replace: true });
      endedReason.set(undefined);
      return client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  };
}

/** Discards what was typed. The unauthorized page links back to this page. */
function useLeave(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  return async (to) => {
    giveUpUnsaved();
    await navigate(to, { state: pathname + search });
    endedReason.set(undefined);
    client.clear();
  };
}

function focusPassword(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[name="password"]')?.focus();
}

type ConfirmProps = {
  challenge: Challenge;
  complete: (proof: Proof) => Promise<Answer>;
  onCompleted: (answer: Answer) => Promise<unknown>;
  /** To the password, with a reason where there is one. */
  onBack: (reason?: string) => void;
  onLeave: () => void;
};

/** The second factor, above a page whose session has ended. */
function ConfirmAgain({ onBack, onLeave, ...options }: ConfirmProps) {
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
