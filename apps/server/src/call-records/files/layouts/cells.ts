import type { Cells } from '../call-leg.ts';
import { createHash } from 'node:crypto';

/** "Talk Duration", "talk_duration" and "TalkDuration" are the same name. */
export function columnKey(header: string): string {
  return header.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Reads the cell of the first of these columns that the file has; '' without one. */
export function cellsByName(head: Cells): (cells: Cells, ...names: string[]) => string {
  const index = new Map(head.map((header, at) => [columnKey(header), at] as const).toReversed());
  // Readers ask for the same names in each line.
  const known = new Map<string, number | undefined>();
  const columnIndex = (name: string): number | undefined => {
    if (!known.has(name)) known.set(name, index.get(columnKey(name)));
    return known.get(name);
  };
  return (cells, ...names) => {
    for (const name of names) {
      const at = columnIndex(name);
      if (at !== undefined) return (cells[at] ?? '').trim();
    }
    return '';
  };
}

export function hasColumns(line: Cells | undefined, ...names: string[]): boolean {
  const keys = new Set((line ?? []).map(columnKey));
  return names.every((name) => keys.has(columnKey(name)));
}

/** The place of the last of these columns. */
export function lastColumnIndex(head: Cells, ...names: string[]): number {
  const keys = new Set(names.map(columnKey));
  return head.findLastIndex((header) => keys.has(columnKey(header)));
}

/** The key of a line in a file whose lines have no number of their own. */
export function lineKey(cells: Cells): string {
  return createHash('sha256').update(cells.join('\u001F')).digest('base64url').slice(0, 22);
}

/** As Excel shows `1760000004.4`. */
const rounded = /^\d+$|^\d+(?:[.,]\d+)?E\+\d+$/i;

/**
 * An error sentence if a number of the call was rounded. Calls with the same rounded number would
 * be taken for one call.
 */
export function roundedNumber(ids: readonly string[]): string | undefined {
  const found = ids.find((id) => rounded.test(id));
  if (found === undefined) return undefined;
  return (
    `"${found.slice(0, 40)}" is no number of a call: a spreadsheet may have rounded it. ` +
    'Import the file as the telephone system exported it.'
  );
}
