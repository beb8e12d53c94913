import { useRef, useState, type FormEvent, type ChangeEvent } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import styles from './logon-page.module.css';
import { passwordHint, newPasswordError } from './password-hint.ts';
import { contextWords } from '@recoup/contract/account/password-rules';
import { texts } from '@recoup/contract/core/texts';
import { ApiError } from '../platform/api/api-error.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import type { Grant } from './account.queries.ts';
import { Form } from '../ui/form/form.tsx';

/** step2: the new password, twice. */
export function NewPasswordStep(props: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { typed, words, errors, set, submit, field } = useNewPassword(props, (name) =>
    focusField(form.current, name),
  );
  const hasError = errors.newPassword !== undefined || errors.confirm !== undefined;
  return (
    <Form isSaving={set.isPending} ref={form} className={styles.form} onSubmit={submit}>
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
    </Form>
  );
}

function focusField(form: HTMLFormElement | null, name: keyof Typed): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

type Typed = { newPassword: string; confirm: string };
const tooLate = 'This OTP has expired or was already used. Request a new one.';

function useNewPassword(
  { email, grant, onSet, onExpired }: Props,
  onInvalid: (name: keyof Typed) => void,
) {
  const [typed, setTyped] = useState<Typed>({ newPassword: '', confirm: '' });
  const [own, setOwn] = useState<Partial<Typed>>({});
  const words = contextWords({ name: '', email });
  const set = useOneMutation({
    mutationFn: async (newPassword: string) =>
      (await import('./account.queries.ts')).resetPassword(grant, { newPassword }),
    onSuccess: onSet,
    onError: (error) =>
      error instanceof ApiError && error.status === 401
        ? onExpired(tooLate)
        : onInvalid('newPassword'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const error = newPasswordError(typed.newPassword, words);
    const isSame = typed.confirm === typed.newPassword;
    setOwn({ newPassword: error, ...(!isSame && { confirm: texts.newPasswordsDiffer }) });
    if (error === undefined && isSame) set.mutate(typed.newPassword);
    else onInvalid(error === undefined ? 'confirm' : 'newPassword');
  };
  const refused = set.error instanceof ApiError ? set.error.fields.newPassword : undefined;
  const hasOwn = own.newPassword !== undefined || own.confirm !== undefined;
  const errors = hasOwn ? own : { newPassword: refused };
  const field = (name: keyof Typed) => ({
    name,
    autoComplete: 'new-password',
    isRequired: true,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return { typed, words, errors, set, submit, field };
}
type Props = {
  email: string;
  grant: Grant;
  onSet: () => void;
  /** The grant no longer counts: back to the OTP, with the reason. */
  onExpired: (error: string) => void;
  onBack: () => void;
};
