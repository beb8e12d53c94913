import { onTestFinished, vi } from 'vitest';

/**
 * How often other work has a turn of the event loop while this work goes on. Each look at the clock
 * takes as long as a piece of work may, so the count does not depend on how fast the machine is.
 */
export async function turnsDuring<Result>(work: () => Promise<Result>) {
  let time = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 5));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  clock.mockRestore();
  return { turns, result };
}
