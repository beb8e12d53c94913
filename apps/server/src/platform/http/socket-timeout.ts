import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** As long as a statement of an import or an export may take (ms). */
const patience = 15 * 60_000;

/**
 * A connection without a byte is given up after a minute (`app.ts`), but before long work is safe there is no byte to send. While the body
 * still arrives the minute holds: who stops sending holds up others.
 */
export async function withLongSocketTimeout<T>(
  { raw, server }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  // An injected request comes over no connection.
  const wait = (ms: number) => raw.socket instanceof Socket && raw.socket.setTimeout(ms);
  const begin = () => wait(patience);
  if (raw.complete) begin();
  else raw.once('end', begin);
  try {
    return await work();
  } finally {
    raw.off('end', begin);
    wait(server.server.timeout);
  }
}
