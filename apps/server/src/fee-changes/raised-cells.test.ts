import { expect, it } from 'vitest';
import { requireNoFall } from './raised-cells.ts';

const bandsOf = (...charges: number[]) =>
  charges.map((chargeCents, index) => ({
    startTime: 5 * index,
    endTime: 5 * index + 5,
    additionalTime: 0,
    chargeCents,
  }));
const cell = (before: number[], after: number[]) => ({
  attorney: 'Thabo Mokoena',
  disbursementType: 'Call',
  before: bandsOf(...before),
  after: bandsOf(...after),
});
const cells = [cell([33, 20], [35, 21]), cell([33, 66], [70, 66])];
const message =
  'A longer call of Thabo Mokoena for “Call” would become cheaper than a shorter one.';

it('names the cell in which a longer call would become cheaper', () => {
  expect(() => requireNoFall(cells.slice(0, 1), {})).not.toThrow();
  const details = (fields: object) => expect.objectContaining({ message, details: fields });
  expect(() => requireNoFall(cells, {})).toThrow(
    details(expect.objectContaining({ fields: { percent: message } })),
  );
  const named = [
    { attorney: 'a', disbursementType: 'b' },
    { attorney: 'a', disbursementType: 'c' },
  ];
  expect(() => requireNoFall(cells, { cells: named })).toThrow(
    details(expect.objectContaining({ fields: { 'cells.1': message } })),
  );
});
