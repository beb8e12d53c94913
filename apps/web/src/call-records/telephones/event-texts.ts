import type { IgnoredCall, TakenCalls } from '@recoup/contract/call-records/event-endpoints';
import { countOf } from '../../ui/lib/format.ts';

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
