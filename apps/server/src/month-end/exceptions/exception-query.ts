import type { ExceptionCode } from '@recoup/contract/month-end/exceptions';
import type { DoubtfulCalls } from '../../call-records/list/doubtful-calls.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { UnfitEntry } from '../../posting/unfit-entries.service.ts';

export type Period = { from?: string | undefined; to?: string | undefined };

/** Conditions of a search for exceptions. Days are days in South Africa. */
export type ExceptionQuery = {
  firm: FirmScope;
  codes: readonly ExceptionCode[];
  /** The entries' days; without bounds all that no export has locked. */
  period: Period;
  /** One attorney's alone. */
  attorney?: string | undefined;
  /** Limits the entries to these days. */
  days?: readonly string[] | undefined;
  now: Date;
  today: string;
  /** Entries that do not fit a posting layout, which SQL cannot find. */
  unfit: readonly UnfitEntry[];
  /** Open calls of telephone systems, which are compared with entries outside of SQL. */
  calls: DoubtfulCalls | undefined;
  /** Public holidays that can lie in the period. */
  holidays: readonly string[];
  /** The months in which an attorney may have recorded too little. */
  recording: RecordingPeriod;
};

/**
 * By now, the usual entries of `months` months are expected. `monthsBefore` are the first days of
 * the three months before the period, and of the month in which it begins.
 */
export type RecordingPeriod = {
  from: string;
  to: string;
  months: number;
  monthsBefore: readonly [string, string, string, string];
};
