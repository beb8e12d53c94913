import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommonWord,
  commonPasswordMessage,
  matchCommonWord,
  contextWords,
  validatePassword,
} from '@recoup/contract/account/password-rules';
import { AppError } from '../core/app-error.ts';
import { packageRoot } from '../core/package-root.ts';

let common: ReadonlySet<string> | undefined;

/** The common password that a password is or is trivially around. */
export function findCommonWord(password: string): CommonWord | undefined {
  common ??= new Set(
    readFileSync(join(packageRoot, 'passwords/common.txt'), 'utf8').trim().split('\n'),
  );
  const list = common;
  return matchCommonWord(password, (word) => list.has(word));
}

type Person = { name: string; email: string; firmName?: string | undefined };

/** Why a new password is refused, as a sentence; undefined when it is taken. */
export function passwordWeakness(password: string, person: Person): string | undefined {
  const fault = validatePassword(password, contextWords(person));
  if (fault !== undefined) return fault;
  const found = findCommonWord(password);
  return found ? commonPasswordMessage(found) : undefined;
}

/**
 * Refuses a new password with its reason at the field that it came in.
 * @throws AppError `invalid_input`
 */
export function rejectWeakPassword(password: string, of: { field: string; person: Person }): void {
  const fault = passwordWeakness(password, of.person);
  if (fault !== undefined)
    throw new AppError('invalid_input', { message: fault, fields: { [of.field]: fault } });
}
