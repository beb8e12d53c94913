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

/**
 * The longest time without a turn of other work, in milliseconds of this process alone, so that a
 * busy machine does not matter.
 */
export async function longestTurn<Result>(work: () => Promise<Result>) {
  let ms = 0;
  let last = process.cpuUsage();
  const tick = (): void => {
    const { user, system } = process.cpuUsage(last);
    ms = Math.max(ms, (user + system) / 1000);
    last = process.cpuUsage();
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  const result = await work();
  await new Promise((resolve) => setImmediate(resolve));
  tick();
  clearImmediate(next);
  return { ms, result };
}

/** Runs the work, and returns the milliseconds of the processor that this process has taken. */
export async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
