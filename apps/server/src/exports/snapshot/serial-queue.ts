/** Runs what it is given when everything given before has ended, well or not. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** For a connection, which takes one statement at a time. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
