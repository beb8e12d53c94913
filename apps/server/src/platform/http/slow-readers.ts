import { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** In each stretch of time (ms) a client that downloads must take something. */
export const longestPause = 120_000;

/**
 * Disconnects a client that has bytes to read and takes none of them: a connection on which the client takes one byte a minute is not
 * silent to the server's own timeout, and would hold its download for ever.
 */
export function endSlowReader({ raw }: FastifyReply, pause: number): void {
  const { socket } = raw;
  // An injected request comes over no connection.
  if (!(socket instanceof Socket)) return;
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  let before = taken();
  const timer = setInterval(() => {
    if (socket.writableLength > 0 && taken() === before) socket.destroy();
    before = taken();
  }, pause);
  timer.unref();
  finished(raw, () => clearInterval(timer));
}
