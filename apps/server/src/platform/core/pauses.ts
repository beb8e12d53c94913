import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const maxWork = { entries: 25, ms: 10 };

/** Yields to other requests by entries and by time: in a PDF accents take ten times as long. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  let entries = 0;
  return async () => {
    entries += 1;
    if (entries < maxWork.entries && performance.now() - since < maxWork.ms) return;
    await yieldToEventLoop();
    entries = 0;
    since = performance.now();
  };
}
