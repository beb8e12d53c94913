/** Each holds a connection to the database; the others of the pool are for everybody else. */
const mostAtOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

/** Runs the work when fewer than two others run in this process; the rest wait for their turn in the order in which they came. */
export async function inImportSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
