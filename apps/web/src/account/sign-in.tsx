import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import styles from './logon-page.module.css';
import { type Step, toOtp } from './sign-in-step.ts';
import { hasInvitation } from './sign-on/leave.ts';
import { typedIn } from './typed-credentials.ts';

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
const welcome = 'Welcome to Recoup. Sign in with the account of your firm.';

/** Email and password, or the way to a new one. */
export function SignIn({ email, notice, isInvited = false, prepare, ...next }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isSignIn, isForgot, error, submit, ask } = useSteps(form, next);
  const { offer, look } = useOffer(email);
  // The secret of the invitation takes the place of the code.
  const way = wayIn(isInvited, isInvited && offer !== null && hasInvitation());
  const fields = error instanceof ApiError ? error.fields : {};
  return (
    <Form isSaving={false} ref={form} className={styles.form} onSubmit={submit}>
      <h1>Sign in</h1>
      {error === null ? (
        <Notices way={way} notice={notice} />
      ) : (
        Object.keys(fields).length === 0 && <Alert kind="error">{error.message}</Alert>
      )}
      <TextField
        label="Email"
        name="email"
        defaultValue={email}
        onChange={({ currentTarget }) => look(currentTarget.value)}
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
      <Buttons way={way} isSignIn={isSignIn} isForgot={isForgot} ask={ask} />
      {offer && <ContinueWith offer={offer} isMain={way === 'provider'} />}
    </Form>
  );
}

/** With a password, by the first one, or by the provider that an invitation names. */
type Way = 'password' | 'first password' | 'provider';

function wayIn(isInvited: boolean, isLinked: boolean): Way {
  if (isLinked) return 'provider';
  return isInvited ? 'first password' : 'password';
}

function Notices({ way, notice }: { way: Way; notice: Props['notice'] }) {
  return (
    <>
      {way !== 'password' && <Alert kind="info">{way === 'provider' ? welcome : invitation}</Alert>}
      {notice && <Alert kind={notice.kind}>{notice.text}</Alert>}
    </>
  );
}

type ButtonsProps = { way: Way; isSignIn: boolean; isForgot: boolean; ask: () => void };

function Buttons({ way, isSignIn, isForgot, ask }: ButtonsProps) {
  return (
    <>
      {way === 'first password' && (
        <Button isBusy={isForgot} ref={focusOnMount} onClick={ask}>
          Choose your password
        </Button>
      )}
      <Button type="submit" variant={way === 'password' ? 'filled' : 'quiet'} isBusy={isSignIn}>
        Sign in
      </Button>
      {way === 'password' && (
        <Button variant="quiet" isBusy={isForgot} onClick={ask}>
          Forgot password
        </Button>
      )}
    </>
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

/** The contract's schemas are loaded while one types, not with the page. */
const loadContinueQueries = () => import('./account.queries.ts');

type Offer = { url: string; provider: string };

/** The single sign-on of the typed email's domain, and what looks it up. */
function useOffer(email: string): { offer: Offer | null; look: (typed: string) => void } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latest = useRef('');
  const look = (typed: string): void => {
    const domain = typedDomain(typed);
    if (domain === latest.current) return;
    latest.current = domain;
    setOffer(null);
    if (domain !== '') void lookUp(typed.trim(), domain);
  };
  const lookUp = async (typed: string, domain: string): Promise<void> => {
    // Without an answer the password is there.
    const found = await loadContinueQueries().then(
      async ({ findSignOn }) => findSignOn(typed).catch(() => null),
      () => null,
    );
    if (latest.current === domain) setOffer(found);
  };
  const lookAtStart = useEffectEvent(() => look(email));
  // The email of an invitation is there from the start.
  useEffect(() => lookAtStart(), []);
  return { offer, look };
}

function typedDomain(typed: string): string {
  return /@((?:[\w-]+\.)+[a-z]{2,})$/i.exec(typed.trim())?.[1]?.toLowerCase() ?? '';
}

/** Leads to the provider of the firm. */
function ContinueWith({ offer, isMain }: { offer: Offer; isMain: boolean }) {
  const leave = async (): Promise<void> => {
    // Loaded with the offer.
    const { leaveForSignOn } = await loadContinueQueries();
    leaveForSignOn(offer.url, new URLSearchParams(location.search).get('to'));
  };
  return (
    <Button variant={isMain ? 'filled' : 'outline'} onClick={() => void leave()}>
      Continue with {offer.provider}
    </Button>
  );
}
