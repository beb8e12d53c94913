import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Grant } from './account.queries.ts';
import type { Challenge } from './second-step/challenge.ts';
import { invitedEmail, withoutEmail } from './invited-email.ts';
import { historyState, type Otp, type Step } from './sign-in-step.ts';

/**
 * The step of the sign-in page, kept in the browser's history: Back leads to the sign-in with the
 * typed email, and a reload stays. The grant is kept too; it works once, for minutes.
 */
export function useStep() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const kept = stepIn(state);
  const [email, setEmail] = useState('');
  const current = stepEmail(kept) ?? email;
  if (current !== email) setEmail(current);
  const go = (step: Step, replace: boolean) =>
    void navigate({ search: withoutEmail(search) }, { state: historyState(step), replace });
  const invited = invitedEmail(search);
  // The history keeps the address instead, so that neither a bookmark nor a screen shows it.
  const leaveAddress = useEffectEvent(() => {
    if (invited !== undefined) go({ at: 'sign-in', email: invited, isInvited: true }, true);
    else if (new URLSearchParams(search).has('email')) go({ at: 'sign-in', email }, true);
  });
  useEffect(() => leaveAddress(), []);
  const step: Step = kept ?? { at: 'sign-in', email };
  return { step, push: (next: Step) => go(next, false), replace: (next: Step) => go(next, true) };
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

function signInStep(kept: Record<string, unknown>): Step | undefined {
  const { email, notice, error, isInvited } = kept;
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
