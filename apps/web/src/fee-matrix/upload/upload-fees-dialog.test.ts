import { expect, it } from 'vitest';
import { outcomeText } from './upload-fees-dialog.tsx';

it.each([
  [{ rows: 1, changed: 0, listed: 0, ended: 0 }, 'Nothing changes: the row is as saved.'],
  [{ rows: 42, changed: 0, listed: 0, ended: 0 }, 'Nothing changes: all 42 rows are as saved.'],
  [{ rows: 1, changed: 1, listed: 1, ended: 0 }, '1 change in 1 row.'],
  [
    { rows: 2000, changed: 2, listed: 2, ended: 1 },
    '2 changes in 2 000 rows. 1 row without prices: the call fees end.',
  ],
  [
    { rows: 3000, changed: 2500, listed: 2000, ended: 0 },
    '2 500 changes in 3 000 rows. The first 2 000 are listed.',
  ],
])('tells what a file of fees does: %o', (counts, text) => {
  expect(outcomeText(counts).replaceAll('\u00A0', ' ')).toBe(text);
});
