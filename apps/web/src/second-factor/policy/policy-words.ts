import { formatDate } from '../../ui/lib/format.ts';
import type { Policy } from '../../account/factor-policy.queries.ts';

export const policyOptions = [
  { value: 'off', label: 'Nobody' },
  { value: 'admins', label: 'Firm admins' },
  { value: 'all', label: 'Everybody of the firm' },
] as const satisfies readonly { value: Policy['policy']; label: string }[];

export function parsePolicy(value: string): Policy['policy'] {
  return policyOptions.find((each) => each.value === value)?.value ?? 'off';
}

/** Message after a save of the policy. */
export function policyText({ policy, from }: Policy): string {
  if (policy === 'off') return 'Saved: a second factor is not required.';
  const who = policy === 'all' ? 'everybody of the firm' : 'firm admins';
  return `Saved: required of ${who} from ${formatDate(from ?? '')}.`;
}
