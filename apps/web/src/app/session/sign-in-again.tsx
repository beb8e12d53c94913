import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInAgain } from '../../account/account.queries.ts';
import { typedIn } from '../../account/typed-credentials.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { releasePage } from '../../platform/session/ended-session.ts';
import { paths } from '../../platform/browser/paths.ts';
import { giveUpUnsaved } from '../../ui/form/unsaved.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';

/** Shown above a page whose session has ended: the same user signs in and continues. */
export function SignInAgain({ reason }: { reason: string }) {
  const user = useQueryClient().getQueryData(currentUserQuery.queryKey);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const leave = useLeave();
  const signIn = useSignInAgain(user, () => focusPassword(form.current));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes the events of a dialog to the form around it as well.
    event.stopPropagation();
    signIn.mutate(typedIn(event.currentTarget));
  };
  return (
    <Dialog
      title="Sign in to go on"
      isOpen
      actions={
        <DialogButtons
          onBack={() => void leave(paths.unauthorized)}
          backLabel="Leave without saving"
          isBackDanger
          action={{ label: 'Sign in', form: formId, isBusy: signIn.isPending }}
        />
      }
    >
      <Alert kind={signIn.error === null ? 'info' : 'error'}>
        {signIn.error?.message ?? reason}
      </Alert>
      <p>What you typed is still on this page, and can be saved afterwards.</p>
      <form ref={form} id={formId} noValidate className={formStyles.form} onSubmit={submit}>
        <CredentialFields
          email={user?.email}
          errors={signIn.error instanceof ApiError ? signIn.error.fields : {}}
        />
      </form>
      <AnotherUser onConfirm={() => void leave(paths.logon())} />
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
function useSignInAgain(user: CurrentUser | undefined, onError: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useLeave();
  return useOneMutation({
    mutationFn: (typed: { email: string; password: string }) => signInAgain(client, user, typed),
    onSuccess: async ({ isSameUser, begin }) => {
      if (!isSameUser) await leave(paths.unauthorized);
      begin();
      if (!isSameUser) return navigate(paths.home, { replace: true });
      releasePage();
      return client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    },
    onError,
  });
}

/** Discards what was typed. The unauthorized page links back to this page. */
function useLeave(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  return async (to) => {
    giveUpUnsaved();
    await navigate(to, { state: pathname + search });
    releasePage();
    client.clear();
  };
}

function focusPassword(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[name="password"]')?.focus();
}
