import type { IgnoredCall, TakenCalls } from '@recoup/contract/call-records/event-endpoints';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { countOf } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { canPull } from './source-values.ts';

/** `2 calls taken, 1 known, 3 ignored.` */
export function takenText({ taken, repeated, ignored }: TakenCalls): string {
  const parts = [
    `${countOf(taken, 'call', 'calls')} taken`,
    ...(repeated > 0 ? [`${repeated} known`] : []),
    ...(ignored.length > 0 ? [`${ignored.length} ignored`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** A list begins with call 1. */
export function ignoredText({ index, reason }: IgnoredCall): string {
  return `Call ${index + 1}: ${reason}`;
}

type SourceState = Pick<CallSource, 'system' | 'secretMadeAt' | 'lastEventAt' | 'pull'>;

/** When a telephone system sent calls last, or calls of it were fetched, and what failed. */
export function sourceStateText(source: SourceState): string {
  const { secretMadeAt, lastEventAt, pull } = source;
  if (pull !== null) return pullText(pull);
  if (canPull(source)) return 'Enter its tenant above so that Recoup fetches its calls.';
  const last =
    lastEventAt === null ? 'Sent nothing yet.' : `Last sent ${formatMoment(lastEventAt)}.`;
  return secretMadeAt === null ? `${last} It has no secret.` : last;
}

function pullText({ triedAt, taken, failure }: NonNullable<CallSource['pull']>): string {
  if (triedAt === null) return 'Calls are fetched within a minute.';
  const when = formatMoment(triedAt);
  return failure === null
    ? `Fetched ${when}: ${countOf(taken, 'new call', 'new calls')}.`
    : `Failed ${when}. ${failure}`;
}
