import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Grant } from './account.queries.ts';
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
  const current = emailOf(kept) ?? email;
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

function emailOf(step: Step | undefined): string | undefined {
  if (!step) return undefined;
  return step.at === 'sign-in' ? step.email : step.otp.email;
}

/** The browser's history may hold anything, such as the state of an older version. */
function stepIn(state: unknown): Step | undefined {
  if (!isRecord(state) || !isRecord(state.step)) return undefined;
  const { at, email, notice, isInvited, otp, error, grant } = state.step;
  if (at === 'sign-in' && typeof email === 'string')
    return {
      at,
      email,
      ...(typeof notice === 'string' && { notice }),
      ...(isInvited === true && { isInvited }),
    };
  if (!isOtp(otp)) return undefined;
  if (at === 'otp') return { at, otp, ...(typeof error === 'string' && { error }) };
  return at === 'new-password' && isGrant(grant) ? { at, otp, grant } : undefined;
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
