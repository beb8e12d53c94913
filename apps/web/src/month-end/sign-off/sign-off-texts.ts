import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { formatCount } from '../../ui/lib/format.ts';

export const signOffStates = {
  complete: { label: 'Complete', tone: 'good' },
  open: { label: 'Not complete', tone: 'warn' },
  nothing: { label: 'No entries', tone: 'plain' },
} as const satisfies Record<AttorneyMonth['state'], { label: string; tone: string }>;

/** `3 of 5 complete, 1 without entries`. */
export function signOffSummary(attorneys: readonly Pick<AttorneyMonth, 'state'>[]): string {
  const count = (state: AttorneyMonth['state']) =>
    attorneys.filter((attorney) => attorney.state === state).length;
  if (attorneys.length === 0) return 'no attorneys';
  const complete = `${formatCount(count('complete'))} of ${formatCount(attorneys.length)} complete`;
  const nothing = count('nothing');
  return nothing === 0 ? complete : `${complete}, ${formatCount(nothing)} without entries`;
}

const maxNames = 3;

/** `2 have not completed October 2026: Ann Adams, Ben Botha.`, or nothing to say. */
export function incompleteText(
  attorneys: readonly Pick<AttorneyMonth, 'state' | 'attorney'>[],
  month: string,
): string | undefined {
  const names = attorneys.flatMap(({ state, attorney }) =>
    state === 'complete' ? [] : [attorney.name],
  );
  if (names.length === 0) return undefined;
  const more = names.length > maxNames ? ` and ${formatCount(names.length - maxNames)} more` : '';
  const listed = names.slice(0, maxNames).join(', ') + more;
  const verb = names.length === 1 ? 'has' : 'have';
  return `${formatCount(names.length)} ${verb} not completed ${month}: ${listed}.`;
}
