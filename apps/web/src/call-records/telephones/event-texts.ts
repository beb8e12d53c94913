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

function pullText(pull: NonNullable<CallSource['pull']>): string {
  const { triedAt, failure } = pull;
  if (triedAt === null) return 'Calls are fetched within a minute.';
  const when = formatMoment(triedAt);
  return failure === null
    ? `Fetched ${when}: ${fetchedText(pull)}`
    : `Failed ${when}. ${failure}${unreadText(pull)}`;
}

type Fetched = Pick<NonNullable<CallSource['pull']>, 'taken' | 'unread' | 'unreadReason'>;

/** `2 new calls. 1 call could not be read. The first: …` */
export function fetchedText(fetched: Fetched): string {
  return `${countOf(fetched.taken, 'new call', 'new calls')}.${unreadText(fetched)}`;
}

function unreadText({ unread, unreadReason }: Omit<Fetched, 'taken'>): string {
  if (unread === 0) return '';
  const calls = countOf(unread, 'call', 'calls');
  return ` ${calls} could not be read. The first: ${unreadReason ?? ''}`;
}
