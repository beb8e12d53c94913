import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import styles from '../ui/form/form-shell.module.css';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { changePassword, type PasswordChange } from './account.queries.ts';
import { usePasswordForm } from './use-password-form.ts';
import { PasswordChangeFields } from './password-change-fields.tsx';

/** Milliseconds to read the success message. */
const pauseBeforeHome = 1_500;

/** Change your password (specification, section 2.12); where a first sign-in must begin. */
export function UpdatePasswordPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const form = usePasswordForm(user);
  const element = useRef<HTMLFormElement>(null);
  const saving = useChange(user, {
    onSaved: form.clear,
    onError: () => focusFirstError(element.current),
  });
  useUnsaved(() => Object.values(form.values).some((value) => value !== ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isValid) saving.mutate(form.values);
  };
  const intro = user.pwdResetRequired ? 'Choose your own password to continue.' : undefined;
  return (
    <PageFrame title="Change your password" width="form" intro={intro}>
      <Panel>
        <form ref={element} noValidate className={styles.form} onSubmit={submit}>
          {saving.error !== null && <Alert kind="error">{saving.error.message}</Alert>}
          {saving.isSuccess && <Alert kind="success">{texts.passwordUpdated}</Alert>}
          <HiddenUsername email={user.email} />
          <PasswordChangeFields form={form} error={saving.error} onChange={saving.reset} />
          <Buttons saving={saving} isValid={form.isValid} />
        </form>
      </Panel>
    </PageFrame>
  );
}

/** Tells a password manager whose password this is. */
function HiddenUsername({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

type ButtonsProps = { saving: { isSuccess: boolean; isPending: boolean }; isValid: boolean };

function Buttons({ saving: { isSuccess, isPending }, isValid }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      {/* The fields are empty after a change; a disabled button would lose the focus. */}
      <Button
        type="submit"
        disabled={!isValid && !isSuccess}
        isResting={isSuccess}
        isBusy={isPending}
      >
        Update
      </Button>
      {isSuccess && (
        <ButtonLink variant="outline" to={paths.root}>
          Home
        </ButtonLink>
      )}
    </div>
  );
}

/** Saves, shows a toast, clears the fields and goes home. */
function useChange(user: CurrentUser, then: { onSaved: () => void; onError: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useOneMutation({
    mutationFn: async (values: PasswordChange) => changePassword(client, user._id, values),
    onSuccess: () => {
      then.onSaved();
      toast(texts.passwordUpdated);
    },
    onError: then.onError,
  });
  // A timer is outside React; leaving the page clears it.
  useEffect(() => {
    if (!saving.isSuccess) return undefined;
    const timer = setTimeout(() => void navigate(paths.root), pauseBeforeHome);
    return () => clearTimeout(timer);
  }, [saving.isSuccess, navigate]);
  return saving;
}
