import { createHash } from 'node:crypto';
import type { Cells } from '../call-leg.ts';

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
