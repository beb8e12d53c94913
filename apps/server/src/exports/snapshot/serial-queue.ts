/** Runs each task after the earlier ones, also after an error. */
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
