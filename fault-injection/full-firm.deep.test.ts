import { expect, it } from 'vitest';
import { isFair, pressFullFirm } from './full-firm.ts';

it('answers another firm in time whatever a full firm asks for', { timeout: 900_000 }, async () => {
  const size = { entries: 5_000, calls: 6_000, openCalls: 60_000, matters: 20_000 };
  const found = await pressFullFirm({ ...size, atOnce: 6, seconds: 4 });
  expect(found.length).toBeGreaterThan(80);
  expect(found.filter((waited) => !isFair(waited))).toEqual([]);
});
