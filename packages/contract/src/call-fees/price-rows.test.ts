import { newId } from '../core/ids.ts';
import { expect, it } from 'vitest';
import { feePriceRows } from './price-rows.ts';

const disbursementType = newId();
const timed = { disbursementType, startTime: 0, endTime: 10, additionalTime: 0, charges: 9999.99 };
const thereafter = (additionalTime: number, charges = 5) => ({
  ...timed,
  startTime: -1,
  endTime: -1,
  additionalTime,
  charges,
});
const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ');

it.each([
  ['0 minutes, not its charge', thereafter(0)],
  ['R 0', thereafter(5, 0)],
])('shows the cap of a thereafter row of %s', (_, row) => {
  const last = feePriceRows([timed, row]).at(-1);
  expect([last?.name, plain(last?.price)]).toEqual(['thereafter', 'capped at R 9 999.99']);
});

it('shows the charge of a thereafter row that is added', () => {
  const last = feePriceRows([timed, thereafter(5)]).at(-1);
  expect([plain(last?.name), plain(last?.price)]).toEqual([
    'thereafter, per 5 min or part thereof',
    'R 5.00',
  ]);
});
