import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPauses } from './pauses.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('lets one of many works go on in each turn of the event loop', async () => {
  let pieces = 0;
  const work = async () => {
    const pause = createPauses();
    for (let piece = 0; piece < 3; piece += 1) {
      vi.advanceTimersByTime(6);
      pieces += 1;
      await pause();
    }
  };
  const all = Promise.all(Array.from({ length: 4 }, work));
  const perTurn: number[] = [];
  for (let before = pieces; before < 12; before = pieces) {
    await nextTurn();
    perTurn.push(pieces - before);
  }
  await all;
  expect(perTurn.every((count) => count <= 1)).toBe(true);
});

it('goes on at once while its time is not over', async () => {
  const pause = createPauses();
  vi.advanceTimersByTime(4);
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  await pause();
  expect(hasTurned).toBe(false);
});
