import { texts } from '@recoup/contract/core/texts';
import { Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { returnPath } from '../platform/browser/paths.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import type { Grant } from './account.queries.ts';
import type { Challenge } from './second-step/challenge.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { historyState, type Otp, type Step, toOtp } from './sign-in-step.ts';
import { SignIn } from './sign-in.tsx';
import { keepInvitation, ticketIn } from './sign-on/leave.ts';

// Load the later steps on demand; the sign-in form does not need their code.
const OtpStep = lazyPart(async () => ({ default: (await import('./otp-step.tsx')).OtpStep }));
const SecondStep = lazyPart(async () => ({
  default: (await import('./second-step/second-step.tsx')).SecondStep,
}));
const TicketStep = lazyPart(async () => ({
  default: (await import('./sign-on/ticket-step.tsx')).TicketStep,
}));
const NewPasswordStep = lazyPart(async () => ({
  default: (await import('./new-password-step.tsx')).NewPasswordStep,
}));

/** The sign-in page; a visit that begins here sees `FirstSignIn` (app/first-sign-in.tsx). */
export function LogonPage() {
  return (
    <SignInFrame>
      <Suspense>
        <Steps />
      </Suspense>
    </SignInFrame>
  );
}

/** Sign-in and second factor, or OTP and new password (specification, section 4). */
function Steps() {
  const { step, push, replace } = useStep();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const returned = ticketIn(useLocation().hash);
  if (returned) {
    const to = returnPath(returned.to);
    return (
      <TicketStep
        ticket={returned.ticket}
        onSignedIn={() => navigate(to, { replace: true })}
        onStep={replace}
      />
    );
  }
  const onSignedIn = () => navigate(returnPath(params.get('to')), { replace: true });
  if (step.at === 'sign-in') return <FirstStep step={step} onSignedIn={onSignedIn} onStep={push} />;
  if (step.at !== 'second-factor') return <RecoverySteps step={step} replace={replace} />;
  const { email, challenge } = step;
  return (
    <SecondStep
      key={challenge.token}
      challenge={challenge}
      onSignedIn={onSignedIn}
      onEnded={(error) => replace({ at: 'sign-in', email, error })}
      onBack={() => replace({ at: 'sign-in', email })}
    />
  );
}

type StepAt<At extends Step['at']> = Extract<Step, { at: At }>;
type FirstProps = {
  step: StepAt<'sign-in'>;
  onSignedIn: () => void | Promise<void>;
  onStep: (step: Step) => void;
};

function FirstStep({ step: { email, notice, error, isInvited }, ...next }: FirstProps) {
  return (
    <SignIn
      // Fields are not controlled: they begin with the email of the link.
      key={isInvited ? email : undefined}
      email={email}
      {...(isInvited && { isInvited })}
      {...(notice !== undefined && { notice: { kind: 'success', text: notice } })}
      {...(error !== undefined && { notice: { kind: 'error', text: error } })}
      {...next}
    />
  );
}

type RecoveryProps = {
  step: StepAt<'otp' | 'new-password'>;
  replace: (step: Step) => void;
};

function RecoverySteps({ step, replace }: RecoveryProps) {
  const { otp } = step;
  const back = () => replace({ at: 'sign-in', email: otp.email });
  if (step.at === 'otp') {
    return (
      <OtpStep
        otp={otp}
        {...(step.error !== undefined && { error: step.error })}
        onResent={(token) => replace({ at: 'otp', otp: toOtp(otp.email, token) })}
        // The code is used up, so Back leads past it to the sign-in.
        onVerified={(grant) => replace({ at: 'new-password', otp, grant })}
        onBack={back}
      />
    );
  }
  return (
    <NewPasswordStep
      email={otp.email}
      grant={step.grant}
      onSet={() => replace({ at: 'sign-in', email: otp.email, notice: texts.passwordUpdated })}
      onExpired={(error) => replace({ at: 'otp', otp, error })}
      onBack={back}
    />
  );
}

/**
 * The step of the sign-in page, stored in the browser's history: Back leads to the sign-in with the
 * typed email, and a reload stays. The grant is stored too; it works once, for minutes.
 */
function useStep() {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const stored = stepIn(state);
  const [email, setEmail] = useState('');
  const current = stepEmail(stored) ?? email;
  if (current !== email) setEmail(current);
  const go = (step: Step, replace: boolean) =>
    void navigate(
      { search: nextSearch(search, ticketIn(hash)?.to) },
      { state: historyState(step), replace },
    );
  const invited = invitedEmail(search);
  // The history keeps the address instead, so that neither a bookmark nor a screen shows it.
  const leaveAddress = useEffectEvent(() => {
    keepInvitation(hash);
    if (invited !== undefined) go({ at: 'sign-in', email: invited, isInvited: true }, true);
    else if (new URLSearchParams(search).has('email')) go({ at: 'sign-in', email }, true);
  });
  useEffect(() => leaveAddress(), []);
  const failure = useFailure(hash);
  const step: Step = stored ?? { at: 'sign-in', email, ...failure };
  return { step, push: (next: Step) => go(next, false), replace: (next: Step) => go(next, true) };
}

/** The sentences of failed single sign-ons, which most visits do not need. */
const loadFailures = async (): Promise<Readonly<Record<string, string>> | undefined> =>
  import('@recoup/contract/sign-on/failures').then(
    (loaded) => loaded.signOnFailures,
    () => undefined,
  );
let failures: ReturnType<typeof loadFailures> | undefined;

/** Why a single sign-on led back here: the address has a name, and the page the sentence. */
function useFailure(hash: string): { error?: string } {
  const name = new URLSearchParams(hash.replace(/^#/, '')).get('sign-on-error');
  if (name === null) return {};
  failures ??= loadFailures();
  const sentences = use(failures);
  if (!sentences) return { error: 'The single sign-on did not work. Please try again.' };
  const known = Object.entries(sentences).find(([each]) => each === name);
  return known ? { error: known[1] } : {};
}

function stepEmail(step: Step | undefined): string | undefined {
  if (!step) return undefined;
  return 'otp' in step ? step.otp.email : step.email;
}

/** The browser's history may hold anything, such as the state of an older version. */
function stepIn(state: unknown): Step | undefined {
  if (!isRecord(state) || !isRecord(state.step)) return undefined;
  const { at, email, challenge, otp, error, grant } = state.step;
  if (at === 'sign-in') return signInStep(state.step);
  if (at === 'second-factor')
    return typeof email === 'string' && isChallenge(challenge)
      ? { at, email, challenge }
      : undefined;
  if (!isOtp(otp)) return undefined;
  if (at === 'otp') return { at, otp, ...(typeof error === 'string' && { error }) };
  return at === 'new-password' && isGrant(grant) ? { at, otp, grant } : undefined;
}

function signInStep(stored: Record<string, unknown>): Step | undefined {
  const { email, notice, error, isInvited } = stored;
  if (typeof email !== 'string') return undefined;
  return {
    at: 'sign-in',
    email,
    ...(typeof notice === 'string' && { notice }),
    ...(typeof error === 'string' && { error }),
    ...(isInvited === true && { isInvited }),
  };
}

function isChallenge(value: unknown): value is Challenge {
  return isRecord(value) && typeof value.token === 'string' && Array.isArray(value.methods);
}

function isOtp(value: unknown): value is Otp {
  if (!isRecord(value) || typeof value.email !== 'string') return false;
  const { token, sentAt } = value;
  return (
    (token === undefined || typeof token === 'string') &&
    (sentAt === undefined || typeof sentAt === 'number')
  );
}

function isGrant(value: unknown): value is Grant {
  return isRecord(value) && typeof value.userId === 'string' && typeof value.token === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The link of an invitation names the email; what is no email is ignored. */
export function invitedEmail(search: string): string | undefined {
  const value = new URLSearchParams(search).get('email') ?? '';
  return value.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]+\.[a-z\d-]{2,}$/i.test(value)
    ? value.toLowerCase()
    : undefined;
}

/** The query of the next step: without the email, and with the page to open at the end. */
export function nextSearch(search: string, to?: string | null): string {
  const params = new URLSearchParams(search);
  params.delete('email');
  if (to) params.set('to', to);
  return params.toString();
}
