import { expect, it } from 'vitest';
import { isSound, runOutages } from './outages.ts';

it('shows that all other servers are away, and loses and doubles nothing', async () => {
  const outages = await runOutages({ seconds: 200, silent: 0, single: 0, tokens: 0 });
  expect(outages.every(isSound) || outages).toBe(true);
}, 500_000);
