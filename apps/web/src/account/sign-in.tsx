import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import styles from './logon-page.module.css';
import { typedIn } from './typed-credentials.ts';
import { toOtp, type Step } from './sign-in-step.ts';
import { Form } from '../ui/form/form.tsx';

/** The contract's schemas are loaded while one types, not with the page. */
const loadQueries = () => import('./account.queries.ts');

type Props = {
  email: string;
  /** Why one is back here. */
  notice?: { kind: 'success' | 'error'; text: string };
  /** Came by the link of an invitation: there is no password yet. */
  isInvited?: boolean;
  /** Loads more beside the schemas, while one types. */
  prepare?: () => Promise<unknown>;
  /** Leads to the next page; the button is busy until it is there. */
  onSignedIn: () => void | Promise<void>;
  /** A one-time password was sent, or a second factor is needed. */
  onStep: (step: Step) => void | Promise<void>;
};

const invitation =
  'Welcome to Recoup. We send a one-time password to your cell, and then you choose your own ' +
  'password.';

/** Email and password, or the way to a new one. */
export function SignIn({ email, notice, isInvited = false, prepare, ...next }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isSignIn, isForgot, error, submit, ask } = useSteps(form, next);
  const fields = error instanceof ApiError ? error.fields : {};
  const hasFieldErrors = Object.keys(fields).length > 0;
  return (
    <Form isSaving={false} ref={form} className={styles.form} onSubmit={submit}>
      <h1>Sign in</h1>
      {isInvited && error === null && <Alert kind="info">{invitation}</Alert>}
      {notice && error === null && <Alert kind={notice.kind}>{notice.text}</Alert>}
      {error !== null && !hasFieldErrors && <Alert kind="error">{error.message}</Alert>}
      <TextField
        label="Email"
        name="email"
        defaultValue={email}
        onFocus={() => void Promise.allSettled([loadQueries(), prepare?.()])}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        error={fields.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        error={fields.password}
      />
      {isInvited && (
        <Button isBusy={isForgot} ref={focusOnMount} onClick={ask}>
          Choose your password
        </Button>
      )}
      <Button type="submit" variant={isInvited ? 'quiet' : 'filled'} isBusy={isSignIn}>
        Sign in
      </Button>
      {!isInvited && (
        <Button variant="quiet" isBusy={isForgot} onClick={ask}>
          Forgot password
        </Button>
      )}
    </Form>
  );
}

/** One of the two at a time, which has the error of the last one alone. */
function useSteps(
  form: RefObject<HTMLFormElement | null>,
  { onSignedIn, onStep }: Pick<Props, 'onSignedIn' | 'onStep'>,
) {
  const client = useQueryClient();
  const steps = useOneMutation({
    mutationFn: async ({ email, password }: Typed): Promise<Step | undefined> => {
      const queries = await loadQueries();
      if (password === undefined)
        return { at: 'otp', otp: toOtp(email, await queries.requestOtp({ email })) };
      const challenge = await queries.signIn(client, { email, password });
      return challenge && { at: 'second-factor', email, challenge };
    },
    onSuccess: (step) => (step ? onStep(step) : onSignedIn()),
    onError: (error) => focusAfterError(form.current, error),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    steps.mutate(typedIn(event.currentTarget));
  };
  const ask = () => {
    if (form.current) steps.mutate({ email: typedIn(form.current).email });
  };
  const isForgot = steps.isPending && steps.variables.password === undefined;
  const isSignIn = steps.isPending && !isForgot;
  return { isSignIn, isForgot, error: steps.error, submit, ask };
}

/** The next step of an invited user. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Without a password it asks for an OTP. */
type Typed = { email: string; password?: string };

/** To the field that is wrong, else to the password, which is what one types again. */
function focusAfterError(form: HTMLFormElement | null, error: Error): void {
  const [wrong = 'password'] = error instanceof ApiError ? Object.keys(error.fields) : [];
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
}
