import { contextWords } from '@recoup/contract/account/password-rules';
import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../platform/api/api-error.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import styles from '../ui/form/form-shell.module.css';
import { PageFrame, Panel } from '../ui/layout/page-frame.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { changePassword, type PasswordChange } from './account.queries.ts';
import { newPasswordError, passwordHint } from './password-hint.ts';

type Name = keyof PasswordChange;
const empty: PasswordChange = { oldPassword: '', newPassword: '', repeatPassword: '' };
/** Long enough to read that it worked; the button beside it does not make one wait. */
const pauseBeforeHome = 1_500;

/** Change your password (specification, section 2.12); where a first sign-in must begin. */
export function UpdatePasswordPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const form = usePasswordForm(user);
  const element = useRef<HTMLFormElement>(null);
  const saving = useChange(user, {
    onSaved: form.clear,
    onRefused: () => focusFirstError(element.current),
  });
  useUnsaved(() => Object.values(form.values).some((value) => value !== ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isValid && !saving.isPending) saving.mutate(form.values);
  };
  const intro = user.pwdResetRequired
    ? { intro: 'Please choose a password of your own first.' }
    : {};
  return (
    <PageFrame title="Change your password" width="form" {...intro}>
      <Panel>
        <form ref={element} noValidate className={styles.form} onSubmit={submit}>
          {saving.error !== null && <Alert kind="error">{saving.error.message}</Alert>}
          {saving.isSuccess && <Alert kind="success">{texts.passwordUpdated}</Alert>}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={user.email}
            readOnly
            hidden
          />
          <Fields form={form} error={saving.error} onChange={saving.reset} />
          <div className={styles.buttons}>
            {/* The fields are empty again after a change; a disabled button would lose the focus. */}
            <Button
              type="submit"
              disabled={!form.isValid && !saving.isSuccess}
              isResting={saving.isSuccess}
              isBusy={saving.isPending}
            >
              Update
            </Button>
            {saving.isSuccess && (
              <ButtonLink variant="outline" to={paths.root}>
                Home
              </ButtonLink>
            )}
          </div>
        </form>
      </Panel>
    </PageFrame>
  );
}

type FieldsProps = {
  form: ReturnType<typeof usePasswordForm>;
  error: Error | null;
  onChange: () => void;
};

/** What the server said stands at its field until that is changed. */
function Fields({ form, error, onChange }: FieldsProps) {
  const refused = error instanceof ApiError ? error.fields : {};
  const field = (name: Name) => ({
    ...form.field(name, onChange),
    error: form.shownFault(name) ?? refused[name],
  });
  return (
    <>
      <PasswordField
        label="Old Password"
        autoComplete="current-password"
        isRequired
        {...field('oldPassword')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        description={passwordHint(form.values.newPassword, form.words)}
        isRequired
        {...field('newPassword')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        isRequired
        {...field('repeatPassword')}
      />
    </>
  );
}

/** Saves, says so, clears the fields and goes home. */
function useChange(user: CurrentUser, then: { onSaved: () => void; onRefused: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useOneMutation({
    mutationFn: async (values: PasswordChange) => changePassword(client, user._id, values),
    onSuccess: () => {
      then.onSaved();
      toast(texts.passwordUpdated);
    },
    onError: then.onRefused,
  });
  // The clock is outside React; somebody who leaves earlier is not called back.
  useEffect(() => {
    if (!saving.isSuccess) return undefined;
    const timer = setTimeout(() => void navigate(paths.root), pauseBeforeHome);
    return () => clearTimeout(timer);
  }, [saving.isSuccess, navigate]);
  return saving;
}

/** Messages show for a field that was changed or left; the rules are the server's. */
function usePasswordForm(user: CurrentUser) {
  const [values, setValues] = useState(empty);
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set());
  const words = contextWords({ name: user.name, email: user.email, firmName: user.firm?.name });
  const faults: Record<Name, string | undefined> = {
    oldPassword: values.oldPassword === '' ? texts.passwordRequired : undefined,
    newPassword: newPasswordError(values.newPassword, words),
    repeatPassword:
      values.repeatPassword === values.newPassword ? undefined : texts.passwordsDiffer,
  };
  const see = (name: Name) => setSeen(new Set([...seen, name]));
  return {
    values,
    words,
    isValid: Object.values(faults).every((fault) => fault === undefined),
    shownFault: (name: Name) => (seen.has(name) ? faults[name] : undefined),
    clear: () => {
      setValues(empty);
      setSeen(new Set());
    },
    field: (name: Name, onChange: () => void): ComponentProps<'input'> => ({
      name,
      value: values[name],
      onBlur: () => see(name),
      onChange: (event) => {
        onChange();
        see(name);
        setValues({ ...values, [name]: event.currentTarget.value });
      },
    }),
  };
}
