import { formatCount } from '../../../ui/lib/format.ts';

/** `1 change`, `2 000 changes`. */
export function countText(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** What applying the file does, in a sentence. */
export function outcomeText({ rows, changed }: { rows: number; changed: number }): string {
  if (changed === 0) {
    const all = rows === 1 ? 'the row is' : `all ${countText(rows, 'row')} are`;
    return `Nothing changes: ${all} as saved.`;
  }
  return `${countText(changed, 'change')} in ${countText(rows, 'row')}.`;
}
