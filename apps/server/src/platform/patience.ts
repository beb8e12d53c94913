import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** As long as a statement of an import or an export may take, and its turn may be waited for (ms). */
const patience = 15 * 60_000;

/** A connection without a byte is given up after a minute (`app.ts`), but before long work is safe there is no byte to send. */
export async function patiently<T>({ raw: { socket }, server }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  // An injected request comes over no connection.
  const wait = (ms: number) => socket instanceof Socket && socket.setTimeout(ms);
  wait(patience);
  try {
    return await work();
  } finally {
    wait(server.server.timeout);
  }
}
