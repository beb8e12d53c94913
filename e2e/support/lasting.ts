import { setTimeout as wait } from 'node:timers/promises';

/**
 * Faults that stay: like an assertion of Playwright it reads again before it believes them. A list
 * that is loading, for example, is dimmed.
 */
export async function lasting(read: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + 5_000;
  let faults = await read();
  while (faults.length > 0 && Date.now() < deadline) {
    await wait(100);
    faults = await read();
  }
  return faults;
}
