import { expect, it } from 'vitest';
import { priceSteps, roundTicks } from './price-chart.tsx';

const timed = (startTime: number, endTime: number, chargeCents: number) => ({
  startTime,
  endTime,
  additionalTime: 0,
  chargeCents,
});
const thereafter = (additionalTime: number, chargeCents: number) => ({
  startTime: -1,
  endTime: -1,
  additionalTime,
  chargeCents,
});

it('draws the bands, and how it continues', () => {
  const steps = priceSteps([timed(0, 5, 3300), timed(5, 10, 6600), thereafter(5, 1250)]);
  expect(steps.map(({ minutes, cents }) => [minutes, cents])).toEqual([
    [0, 3300],
    [5, 3300],
    [10, 6600],
    [15, 7850],
    [20, 9100],
    [25, 10_350],
  ]);
});

it('goes on level where the price is capped', () => {
  expect(priceSteps([timed(0, 20, 11_300)]).map(({ minutes, cents }) => [minutes, cents])).toEqual([
    [0, 11_300],
    [20, 11_300],
    [30, 11_300],
  ]);
});

it('does not draw thousands of steps', () => {
  expect(priceSteps([timed(0, 50_000, 1), thereafter(1, 1)])).toHaveLength(3);
});

it.each([
  [1, [0, 1]],
  [30, [0, 10, 20, 30]],
  [113, [0, 50, 100]],
  [25, [0, 5, 10, 15, 20, 25]],
])('marks an axis to %i in round figures', (most, ticks) => {
  expect(roundTicks(most)).toEqual(ticks);
});
