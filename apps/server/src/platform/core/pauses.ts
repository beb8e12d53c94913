/** So long (ms) a piece of long work may hold the process. */
const maxWorkMs = 5;

/**
 * Yields to other requests whenever it has worked so long. Of all work that waits here one piece
 * goes on in each turn of the event loop: however much of it is under way, a short request waits
 * for one piece at a time.
 */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxWorkMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/** As `items.map(map)`, of a list that may be long. */
export async function mapWithPauses<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const pause = createPauses();
  const mapped: R[] = [];
  for (const [index, item] of items.entries()) {
    mapped.push(map(item, index));
    await pause();
  }
  return mapped;
}

const waiting: (() => void)[] = [];

async function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  if (waiting.length > 1) setImmediate(goOn);
  waiting.shift()?.();
}
