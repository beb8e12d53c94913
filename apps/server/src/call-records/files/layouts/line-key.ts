import { createHash } from 'node:crypto';
import type { Cells } from '../call-leg.ts';

/** The key of a line in a file whose lines have no number of their own. */
export function lineKey(cells: Cells): string {
  return createHash('sha256').update(cells.join('\u001F')).digest('base64url').slice(0, 22);
}
