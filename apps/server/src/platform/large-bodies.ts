import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Bytes of large bodies that are held at once, as each is whole in memory while it is read; one may always come. */
const mostHeld = 160_000_000;
/** What is not larger is everybody's ordinary work. */
const ordinary = 1024 * 1024;
let held = 0;

/** Holds the place of a body until its answer has left. Throws `unavailable` where too many large ones are under way. */
export function holdLargeBody(request: FastifyRequest, reply: FastifyReply, limit: number): void {
  // Without a length it may become as long as its call allows; beyond that it is refused unread.
  const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
  if (bytes <= ordinary) return;
  if (held > 0 && held + bytes > mostHeld) throw new AppError('unavailable');
  held += bytes;
  const place = { bytes };
  const free = (): void => {
    held -= place.bytes;
    place.bytes = 0;
  };
  reply.raw.once('close', free).once('finish', free);
}
