import { useRef } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import styles from './logon-page.module.css';
import { passwordHint } from './password-hint.ts';
import { useNewPassword, type Typed, type Props } from './use-new-password.ts';

/** step2: the new password, twice. */
export function NewPasswordStep(props: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { typed, words, errors, set, submit, field } = useNewPassword(props, (name) =>
    focusField(form.current, name),
  );
  const hasError = errors.newPassword !== undefined || errors.confirm !== undefined;
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <h1>Choose a new password</h1>
      {set.error !== null && !hasError && <Alert kind="error">{set.error.message}</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={props.email}
        readOnly
        hidden
      />
      <PasswordField
        label="New Password"
        description={passwordHint(typed.newPassword, words)}
        {...field('newPassword')}
      />
      <PasswordField label="Confirm Password" {...field('confirm')} />
      <Button type="submit" isBusy={set.isPending}>
        Set password
      </Button>
      <Button variant="quiet" onClick={props.onBack}>
        Back to sign in
      </Button>
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: keyof Typed): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
