import { expect, it } from 'vitest';
import { nothing, once, runRestoredCopy } from './restored-copy.ts';

it('sends nothing from a restored copy, and everything once when it is resumed', async () => {
  const { held, isSaid, resumed, repeated } = await runRestoredCopy({ held: 65, after: 120 });
  expect({ held, isSaid }).toEqual({ held: nothing, isSaid: true });
  expect(resumed).toMatchObject(once);
  expect(repeated).toMatchObject(once);
}, 400_000);
