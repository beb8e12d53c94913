import { startTransition, useEffect, useMemo, useState } from 'react';
import type { FeeLine } from './fee-matrix.ts';

/** New cells of one drawing: a row at least, and with prices of several lines most of a window. */
const step = 20;

/**
 * The rows to draw now: those that are drawn already, and a few more. The rest follows a few at a
 * time, below what is in sight, so that no drawing takes long.
 */
export function useGrowingRows(lines: readonly FeeLine[]): readonly FeeLine[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const now = useMemo(
    () => (isRestBelow(lines.length) ? firstLines(lines, drawn) : lines),
    [lines, drawn],
  );
  // The next ones, once these are to be seen.
  useEffect(() => {
    if (now.length === drawn.size && now.every((line) => drawn.has(attorneyId(line)))) return;
    const goOn = () => startTransition(() => setDrawn(new Set(now.map(attorneyId))));
    const frame = requestAnimationFrame(goOn);
    return () => cancelAnimationFrame(frame);
  }, [now, drawn]);
  return now;
}

/** The lines up to the last that may be drawn beside those of these attorneys. */
export function firstLines(
  lines: readonly FeeLine[],
  drawn: ReadonlySet<string>,
): readonly FeeLine[] {
  const added = lines.flatMap((line, index) => (drawn.has(attorneyId(line)) ? [] : [index]));
  const most = Math.ceil(step / Math.max(1, lines[0]?.cells.length ?? 1));
  return lines.slice(0, added[most] ?? lines.length);
}

/**
 * The lowest rows that there are (`fee-table.module.css`) fill the area in which they scroll, which
 * then is as high as it may be whatever is drawn. A phone has no such area.
 */
function isRestBelow(count: number): boolean {
  const [above, least, row] = [19, 24, 2.625];
  const isFull = `(height <= ${above + row * count}rem)`;
  return row * count >= least && window.matchMedia(`(width >= 64rem) and ${isFull}`).matches;
}

function attorneyId({ attorney }: FeeLine): string {
  return attorney._id;
}
