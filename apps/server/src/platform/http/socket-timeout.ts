import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The longest statement of an import or export (ms). */
const patience = 15 * 60_000;

/**
 * The timeout of a minute (`http-server.ts`) ends once the body is there: long work sends no byte
 * before its reply.
 */
export async function withLongSocketTimeout<T>(
  { raw, server }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  // An injected request has no connection.
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
