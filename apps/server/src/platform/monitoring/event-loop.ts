import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Work = {
  name: string;
  since: number;
  request: Pick<FastifyRequest, 'id' | 'actor'> | undefined;
};
type Log = { warn(fields: object, message: string): void };

export type EventLoopWatch = {
  watchRequests(app: FastifyInstance): void;
  /** Runs a job by its name. */
  run<T>(job: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
};

const checkMs = 50;
/** Within this time (ms) a short request should have its answer, whatever else is under way. */
const heldMs = 250;
/** Named in a line of the log. */
const mostNamed = 10;

/**
 * Logs when the process did nothing else for a quarter of a second, with the endpoints and jobs
 * that were under way, the latest first: one of them held it.
 */
export function watchEventLoop(log: Log): EventLoopWatch {
  const underWay = new Set<Work>();
  /** Since the last look at the clock. */
  let ended: Work[] = [];
  const begin = (name: string, request?: FastifyRequest): (() => void) => {
    const work = { name, since: performance.now(), request };
    underWay.add(work);
    return () => {
      underWay.delete(work);
      ended.push(endedWork(work));
    };
  };
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const held = now - last - checkMs;
    if (held > heldMs)
      log.warn(logFields(held, [...underWay, ...ended]), 'the event loop was held');
    ended = [];
    last = now;
  }, checkMs).unref();
  return {
    watchRequests(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const pattern = request.routeOptions.url ?? 'unknown';
        reply.raw.once('close', begin(`${request.method} ${pattern}`, request));
        done();
      });
    },
    async run(job, work) {
      const end = begin(`job ${job}`);
      try {
        return await work();
      } finally {
        end();
      }
    },
    stop: () => clearInterval(timer),
  };
}

/** Without the request, which the collector would copy with all that it holds. */
function endedWork({ name, since, request }: Work): Work {
  return { name, since, request: request && { id: request.id, actor: request.actor } };
}

function logFields(held: number, works: readonly Work[]): object {
  const now = performance.now();
  const underWay = works
    .toSorted((one, other) => other.since - one.since)
    .slice(0, mostNamed)
    .map(({ name, since, request }) => ({
      name,
      ms: Math.round(now - since),
      ...(request && { reqId: request.id, firm: request.actor?.scope.firmId }),
    }));
  return { heldMs: Math.round(held), underWay };
}
