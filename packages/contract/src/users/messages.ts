import { role } from '../core/access.ts';
import { emailDomain } from '../core/email-field.ts';
import { texts } from '../core/texts.ts';

/** The specification's messages differ between the two forms. */
export const emailMessages = {
  [role.attorney]: { invalid: texts.invalidEmailId, foreign: texts.invalidEmailId },
  [role.attorneyAdmin]: { invalid: texts.invalidEmail, foreign: texts.invalidEmailDomain },
} as const;

/**
 * `foreign` outside the firm's domains, `invalid` if it does not end in two or three letters. The
 * firm's domains are always valid (product.md: `.africa`, `.legal`).
 */
export function validateFirmEmail(
  address: string,
  domains: readonly string[],
): 'invalid' | 'foreign' | undefined {
  const domain = emailDomain(address);
  if (domains.includes(domain)) return undefined;
  return /\.[a-z]{2,3}$/.test(domain) ? 'foreign' : 'invalid';
}

/** Runs a refinement only if the field itself is a non-empty text. */
export function hasText(field: 'email' | 'cell') {
  return ({ value }: { value: unknown }) =>
    isObject(value) && typeof value[field] === 'string' && value[field] !== '';
}

export function formRole(input: unknown): typeof role.attorneyAdmin | typeof role.attorney {
  return isObject(input) && input.role === role.attorneyAdmin ? role.attorneyAdmin : role.attorney;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
