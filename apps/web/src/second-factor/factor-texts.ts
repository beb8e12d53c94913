import { type SecondFactor, secondFactorRules } from '@recoup/contract/second-factor/endpoints';
import { countOf } from '../ui/lib/format.ts';

export const kindNames = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
} as const satisfies Record<SecondFactor['kind'], string>;

/** How many recovery codes are left, and what to do when they are few. */
export function recoveryLeftText(left: number): string {
  const count = countOf(left, 'recovery code', 'recovery codes');
  if (left > secondFactorRules.fewRecoveryCodes) return `${count} left.`;
  const none = 'No recovery code is left.';
  return `${left === 0 ? none : `Only ${count} left.`} Make new ones now.`;
}

export function recoveryHead(email: string, day: string): string {
  return `Recoup recovery codes of ${email}, made on ${day}. Each works once.`;
}

/** The codes as a text file, with line ends that each system reads. */
export function recoveryText(head: string, codes: readonly string[]): string {
  return [head, '', ...codes, ''].join('\r\n');
}
