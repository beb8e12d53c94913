import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextWords, passwordFault, passwordTexts } from '@recoup/contract/passwords.rules';
import { AppError } from './errors.ts';
import { packageRoot } from './package-root.ts';

let common: ReadonlySet<string> | undefined;

/** One of the common passwords, in any case, or a common word dressed up with digits and signs at its ends. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(join(packageRoot, 'passwords/common.txt'), 'utf8').trim().split('\n'));
  const lower = password.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');
  return common.has(lower) || common.has(bare) || common.has(undisguised(bare));
}

type Person = { name: string; email: string; firmName?: string | undefined };

/** Why a new password is refused, as a sentence; undefined when it is taken. */
export function passwordWeakness(password: string, person: Person): string | undefined {
  return passwordFault(password, contextWords(person)) ?? (isCommonPassword(password) ? passwordTexts.common : undefined);
}

/**
 * Refuses a new password with its reason at the field that it came in.
 * @throws AppError `invalid_input`
 */
export function refuseWeakPassword(password: string, of: { field: string; person: Person }): void {
  const fault = passwordWeakness(password, of.person);
  if (fault !== undefined) throw new AppError('invalid_input', { message: fault, fields: { [of.field]: fault } });
}

const disguises: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

function undisguised(text: string): string {
  return [...text].map((character) => disguises[character] ?? character).join('');
}
