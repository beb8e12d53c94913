import { sortByName } from '@recoup/contract/core/folded';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import {
  type ExceptionCode,
  exceptionCodes,
  type ExceptionLevel,
} from '@recoup/contract/month-end/exceptions';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { countOf, formatCount } from '../ui/lib/format.ts';

/** Undefined if no mail failed. Names one address: the page of the export has all. */
export function failedMailText(
  mails: readonly Pick<ExportMail, 'state' | 'to' | 'reason'>[],
): string | undefined {
  const [first, ...others] = mails.filter(({ state }) => state === 'failed');
  if (!first) return undefined;
  const reason = first.reason === null ? '.' : `: ${first.reason}`;
  const more = others.length === 0 ? '' : ` and ${countOf(others.length, 'other', 'others')}`;
  return `The email to ${first.to}${more} failed${reason}`;
}

export function openByLevel(groups: readonly ExceptionGroup[]): Record<ExceptionLevel, number> {
  const of = (level: ExceptionLevel) =>
    groups.reduce((sum, group) => sum + (group.level === level ? group.open : 0), 0);
  return { block: of('block'), warn: of('warn'), info: of('info') };
}

const maxCodes = 3;

/** The codes with the most open exceptions; equal ones in the order of the lists. */
export function frequentCodes(
  groups: readonly ExceptionGroup[],
): { code: ExceptionCode; open: number }[] {
  const countOpen = (code: ExceptionCode) =>
    groups.reduce((sum, group) => sum + (group.code === code ? group.open : 0), 0);
  return exceptionCodes
    .map((code) => ({ code, open: countOpen(code) }))
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => b.open - a.open)
    .slice(0, maxCodes);
}

/** For attorneys with the exception NONE. */
export const silentMarks = { usual: 'usually records by now', accepted: 'accepted' } as const;
export type SilentAttorney = {
  _id: string;
  name: string;
  mark: keyof typeof silentMarks | undefined;
};

/**
 * Attorneys without an entry this month, and those with the exception NONE, who may have marked the
 * month as complete. Those who usually record by now come first.
 */
export function silentAttorneys(
  months: readonly AttorneyMonth[],
  groups: readonly ExceptionGroup[],
): SilentAttorney[] {
  const silent = new Map<string, SilentAttorney>();
  for (const { attorney, state } of months)
    if (state === 'nothing') silent.set(attorney._id, { ...attorney, mark: undefined });
  for (const { code, attorney, open } of groups)
    if (code === 'NONE' && attorney)
      silent.set(attorney._id, { ...attorney, mark: open > 0 ? 'usual' : 'accepted' });
  const place = ({ mark }: SilentAttorney) => (mark === 'usual' ? 0 : 1);
  const named = sortByName([...silent.values()], ({ name }) => name);
  return named.toSorted((a, b) => place(a) - place(b));
}

export function silentText(silent: number, attorneys: number): string {
  if (attorneys === 0) return 'There are no active attorneys yet.';
  if (silent === 0) return 'Every active attorney has recorded something or is complete.';
  return `${formatCount(silent)} of ${countOf(attorneys, 'attorney', 'attorneys')}:`;
}
