import type { Grant } from './account.queries.ts';
import type { Challenge } from './second-step/challenge.ts';

/** The token is absent if the request failed, which is not shown. `sentAt` is in milliseconds. */
export type Otp = { email: string; token?: string; sentAt?: number };
export type Step =
  | { at: 'sign-in'; email: string; notice?: string; error?: string; isInvited?: boolean }
  | { at: 'second-factor'; email: string; challenge: Challenge }
  | { at: 'otp'; otp: Otp; error?: string }
  | { at: 'new-password'; otp: Otp; grant: Grant };

/** A step as an entry of the browser's history holds it. */
export function historyState(step: Step): { step: Step } {
  return { step };
}

/** The sent OTP; without a token the request failed. */
export function toOtp(email: string, token: string | undefined): Otp {
  return { email, ...(token !== undefined && { token, sentAt: Date.now() }) };
}
