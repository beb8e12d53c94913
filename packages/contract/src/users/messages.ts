import { role } from '../core/access.ts';
import { domainOf } from '../core/email-field.ts';
import { texts } from '../core/texts.ts';

/** The specification's sentences differ between the two forms. */
export const emailMessages = {
  [role.attorney]: { invalid: texts.invalidEmailId, foreign: texts.invalidEmailId },
  [role.attorneyAdmin]: { invalid: texts.invalidEmail, foreign: texts.invalidEmailDomain },
} as const;

/**
 * What is wrong with an e-mail address for a firm with these domains: `foreign` when it is at none of them, `invalid` when
 * it does not even end in two or three letters. A domain of the firm is always good (product.md: `.africa`, `.legal`).
 */
export function validateFirmEmail(
  address: string,
  domains: readonly string[],
): 'invalid' | 'foreign' | undefined {
  const domain = domainOf(address);
  if (domains.includes(domain)) return undefined;
  return /\.[a-z]{2,3}$/.test(domain) ? 'foreign' : 'invalid';
}

/** For a check of one field, which is not to speak beside a fault of its own. */
export function hasText(field: 'email' | 'cell') {
  return ({ value }: { value: unknown }) =>
    isObject(value) && typeof value[field] === 'string' && value[field] !== '';
}

/** The specification's sentences differ between the forms of the two. */
export function formRole(input: unknown): typeof role.attorneyAdmin | typeof role.attorney {
  return isObject(input) && input.role === role.attorneyAdmin ? role.attorneyAdmin : role.attorney;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
