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

export function findCommonWord(password: string): CommonWord | undefined {
  common ??= new Set(
    readFileSync(join(packageRoot, 'passwords/common.txt'), 'utf8').trim().split('\n'),
  );
  const list = common;
  return matchCommonWord(password, (word) => list.has(word));
}

type Person = { name: string; email: string; firmName: string | undefined };

/** The reason for a rejection. */
export function passwordWeakness(password: string, person: Person): string | undefined {
  const message = validatePassword(password, contextWords(person));
  if (message !== undefined) return message;
  const found = findCommonWord(password);
  return found ? commonPasswordMessage(found) : undefined;
}

/** Throws `invalid_input` at the field. */
export function rejectWeakPassword(password: string, of: { field: string; person: Person }): void {
  const message = passwordWeakness(password, of.person);
  if (message !== undefined)
    throw new AppError('invalid_input', { message, fields: { [of.field]: message } });
}
