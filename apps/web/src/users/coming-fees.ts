import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { today } from '../platform/browser/local-day.ts';
import { formatDate } from '../ui/lib/format.ts';

/** The coming call fees of a type, the next ones first: `From 1 Mar 2027: to 5 min R 35.00 · …`. */
export function comingFees(
  schedules: readonly FeeSchedule[] | undefined,
  typeId: string,
  day = today(),
): string[] {
  return (schedules ?? [])
    .filter((each) => each.disbursementType === typeId && each.validFrom > day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .map(
      ({ validFrom, callFees }) =>
        `From ${formatDate(validFrom)}: ${feesText(callFees.map(toCallFeeBand))}`,
    );
}
