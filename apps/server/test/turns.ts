/** How often other work has a turn of the event loop while this work goes on. */
export async function turnsDuring<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  return { turns, result };
}
