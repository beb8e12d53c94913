import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Aborted once nobody waits for the answer any more. By the connection: an answer that stands behind another one of it is not told that it
 * has closed, and who left before leaves no event.
 */
export function clientDisconnectSignal(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (socket.destroyed) leave();
  socket.once('close', leave);
  reply.raw.once('finish', () => socket.off('close', leave));
  return gone.signal;
}
