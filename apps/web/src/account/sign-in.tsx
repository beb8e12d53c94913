import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../platform/api-error.ts';
import { returnPath } from '../platform/paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import styles from './logon-page.module.css';

/** The contract's schemas are loaded while one types, not with the page. */
const loadQueries = () => import('./account.queries.ts');
const prepare = () => void loadQueries();

export function SignIn() {
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSignIn(() => focusAfterError(form.current));
  const fields = signIn.error instanceof ApiError ? signIn.error.fields : {};
  const hasFieldErrors = Object.keys(fields).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending) return;
    signIn.mutate(typedIn(event.currentTarget));
  };
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
      <h1>Sign in</h1>
      {signIn.error !== null && !hasFieldErrors && <Alert kind="error">{signIn.error.message}</Alert>}
      <TextField
        label="Email"
        name="email"
        onFocus={prepare}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        error={fields['email']}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" isRequired error={fields['password']} />
      <Button type="submit" isBusy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function typedIn(form: HTMLFormElement): { email: string; password: string } {
  const { email, password } = Object.fromEntries(new FormData(form));
  return { email: typeof email === 'string' ? email : '', password: typeof password === 'string' ? password : '' };
}

/** Signs in and goes where one wanted to go. */
function useSignIn(onError: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return useMutation({
    mutationFn: async (typed: { email: string; password: string }) => (await loadQueries()).signIn(client, typed),
    onSuccess: () => navigate(returnPath(params.get('to')), { replace: true }),
    onError,
  });
}

/** To the field that is wrong, else to the password, which is what one types again. */
function focusAfterError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid], [name="password"]')?.focus());
}
