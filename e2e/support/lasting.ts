import { setTimeout as wait } from 'node:timers/promises';

/** Faults that remain after retries, as a list that loads is dimmed for a moment. */
export async function lasting(read: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + 5_000;
  let faults = await read();
  while (faults.length > 0 && Date.now() < deadline) {
    await wait(100);
    faults = await read();
  }
  return faults;
}
