import type pg from 'pg';
import { isDatabaseUnavailable } from '../database/error-codes.ts';

/** What the queue tries again, after three seconds at first and for hours: "the database system is starting up". */
const tryAgainCode = '57P03';

/**
 * The pool as the job queue needs it. The queue does not wait for its own notes of what became of a job, and tries them again only
 * after errors of a few codes; any other, such as that of a lost connection, would end the process.
 */
export function retryingPool(pool: pg.Pool): pg.Pool {
  const connect = (then?: Listening) =>
    then ? pool.connect(givingBackOnce(then)) : connectPatiently(pool);
  return standingFor(pool, 'connect', connect);
}

/** With a function behind it, it is for listening, which the queue takes up again by itself. */
type Listening = Parameters<pg.Pool['connect']>[0];

/** A queue that ends while its connection breaks gives it back twice, and nobody waits for the error of the second time. */
function givingBackOnce(then: Listening): Listening {
  return (error, client, giveBack) => {
    let isBack = false;
    then(error, client, (reason) => {
      if (!isBack) giveBack(reason);
      isBack = true;
    });
  };
}

async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  return patientClient(await patiently(pool.connect()));
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  return standingFor(client, 'query', async (...args: Parameters<typeof client.query>) =>
    patiently(client.query(...args)),
  );
}

async function patiently<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error)
      ? Object.assign(error, { code: tryAgainCode })
      : error;
  }
}

/** The same object but for one of its functions. */
function standingFor<T extends object>(target: T, name: keyof T, instead: unknown): T {
  return new Proxy(target, {
    get: (_, asked) => {
      if (asked === name) return instead;
      const value: unknown = Reflect.get(target, asked);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
