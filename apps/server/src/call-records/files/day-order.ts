import type { CallLine, Cells } from './call-leg.ts';
import { firstLines } from './detect-layout.ts';
import { createStarts, type DayOrder, type Starts } from './times.ts';

/** `order` is undefined where nothing says which it is. */
export type Ordered = { starts: Starts; order: DayOrder | undefined };

/** The order that was chosen, else the one that the days at the beginning of the file prove. */
export function orderedStarts(
  chosen: DayOrder | undefined,
  of: {
    head: string;
    delimiter: string;
    createReader: (starts: Starts) => (cells: Cells) => CallLine;
  },
): Ordered {
  const order = chosen ?? provedOrder(of);
  return { starts: createStarts(order ?? 'DMY'), order };
}

function provedOrder({
  head,
  delimiter,
  createReader,
}: Parameters<typeof orderedStarts>[1]): DayOrder | undefined {
  const starts = createStarts('DMY');
  const read = createReader(starts);
  for (const line of firstLines(head, delimiter, maxLinesLookedAt)) read(line);
  return orderFromEvidence(starts);
}

/** Each line is read twice then. */
const maxLinesLookedAt = 1_000;

/** A number above 12 is a day. */
function orderFromEvidence({ evidence: { dayFirst, monthFirst } }: Starts): DayOrder | undefined {
  if (dayFirst === monthFirst) return undefined;
  return dayFirst ? 'DMY' : 'MDY';
}

/** Asks for the order of dates, so that no call is charged on a wrong day. */
export function orderQuestion(starts: Starts, order: DayOrder | undefined): string | undefined {
  if (order !== undefined || !starts.evidence.unordered) return undefined;
  const { dayFirst, monthFirst } = starts.evidence;
  if (dayFirst) return undefined; // as they were read
  return monthFirst
    ? 'Lines further down show that the month comes before the day. Choose that order of dates.'
    : 'No day in the file is above 12, so it does not show whether the day or the month comes ' +
        'first. Choose the order of dates.';
}
