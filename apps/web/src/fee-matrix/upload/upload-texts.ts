import { formatCount } from '../../ui/lib/format.ts';

/** `1 change`, `2 000 changes`. */
function countText(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** `ended` counts the `listed` changes that end call fees. */
type Counts = { rows: number; changed: number; listed: number; ended: number };

/** The effect of applying the file. */
export function outcomeText({ rows, changed, listed, ended }: Counts): string {
  if (changed === 0) {
    const all = rows === 1 ? 'the row is' : `all ${countText(rows, 'row')} are`;
    return `Nothing changes: ${all} as saved.`;
  }
  return [
    `${countText(changed, 'change')} in ${countText(rows, 'row')}.`,
    ...(listed < changed ? [`The first ${formatCount(listed)} are listed.`] : []),
    ...(ended > 0 ? [`${countText(ended, 'row')} without prices: the call fees end.`] : []),
  ].join(' ');
}

/** After a lost answer the file is already saved, and saves nothing more. */
export function savedText(changes: number): string {
  return changes === 0
    ? 'The fees are as in the file.'
    : `${countText(changes, 'change')} of fees saved.`;
}
