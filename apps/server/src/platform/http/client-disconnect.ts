import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Aborted when the client disconnects. By the connection, because a pipelined reply and a client
 * that left before cause no event of the reply.
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
