import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import {
  type ExceptionCode,
  type ExceptionLevel,
  exceptionNames,
} from '@recoup/contract/month-end/exceptions';
import { countOf, formatCount } from '../../ui/lib/format.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';
export const levels = ['block', 'warn', 'info'] as const;
export const levelTones: Readonly<Record<ExceptionLevel, Tone>> = {
  block: 'bad',
  warn: 'warn',
  info: 'plain',
};
export const levelNames: Readonly<Record<ExceptionLevel, string>> = {
  block: 'Blocking',
  warn: 'Warnings',
  info: 'Notes',
};

export function exceptionsText(count: number): string {
  return countOf(count, 'exception', 'exceptions');
}

/** How many there are of each kind: `2 × Recorded twice`. */
export function countsByCode(items: readonly Pick<Exception, 'code'>[]): string[] {
  const counts = new Map<ExceptionCode, number>();
  for (const { code } of items) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${formatCount(count)} × ${exceptionNames[code]}`);
}

/** One exception among all; another one as soon as its facts change. */
export function exceptionKey({ code, subject, fingerprint }: Exception): string {
  return `${code} ${subject._id} ${fingerprint}`;
}
