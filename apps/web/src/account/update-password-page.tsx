import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState, type ComponentProps } from 'react';
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
import { changePassword, type PasswordChange } from './own-account.queries.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { passwordHint, newPasswordError } from './password-hint.ts';
import { contextWords } from '@recoup/contract/account/password-rules';
import { Form } from '../ui/form/form.tsx';

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
        <Form isSaving={saving.isPending} ref={element} className={styles.form} onSubmit={submit}>
          {saving.error !== null && <Alert kind="error">{saving.error.message}</Alert>}
          {saving.isSuccess && <Alert kind="success">{texts.passwordUpdated}</Alert>}
          <HiddenUsername email={user.email} />
          <PasswordChangeFields form={form} error={saving.error} onChange={saving.reset} />
          <Buttons saving={saving} isValid={form.isValid} />
        </Form>
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
        isPaused={isSuccess}
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

type FieldsProps = {
  form: ReturnType<typeof usePasswordForm>;
  error: Error | null;
  onChange: () => void;
};

/** The server's errors show at their fields until the user types. */
function PasswordChangeFields({ form, error, onChange }: FieldsProps) {
  const refused = error instanceof ApiError ? error.fields : {};
  const field = (name: Name) => ({
    ...form.field(name, onChange),
    error: form.shownError(name) ?? refused[name],
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

type Name = keyof PasswordChange;
const empty: PasswordChange = { oldPassword: '', newPassword: '', repeatPassword: '' };

/** Messages show for a field that was changed or left; the rules are the server's. */
function usePasswordForm(user: CurrentUser) {
  const [values, setValues] = useState(empty);
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set());
  const words = contextWords({ name: user.name, email: user.email, firmName: user.firm?.name });
  const errors: Record<Name, string | undefined> = {
    oldPassword: values.oldPassword === '' ? texts.passwordRequired : undefined,
    newPassword: newPasswordError(values.newPassword, words),
    repeatPassword:
      values.repeatPassword === values.newPassword ? undefined : texts.passwordsDiffer,
  };
  const see = (name: Name) => setSeen(new Set([...seen, name]));
  return {
    values,
    words,
    isValid: Object.values(errors).every((error) => error === undefined),
    shownError: (name: Name) => (seen.has(name) ? errors[name] : undefined),
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
