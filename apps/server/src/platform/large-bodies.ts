import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Calls that take no more than this are everybody's ordinary work. */
const ordinary = 1024 * 1024;
/** Bytes that are held at once; while it is read, a body takes up to eight times as much memory. */
const mostHeld = 24_000_000;
/** What is not large finds a little room beside those that are. */
const mostWithSmall = 32_000_000;
const held = { bytes: 0, huge: 0 };

/**
 * Holds the place of a body until its answer has left, as it is whole in memory while it is read and waits for its turn. One at a time may
 * be larger than all the others together. Throws `unavailable` where there is no place.
 */
export function holdLargeBody(request: FastifyRequest, reply: FastifyReply, limit: number): void {
  if (limit <= ordinary) return;
  // Without a length it may become as long as its call allows; beyond that it is refused unread.
  const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
  const place = bytes > mostHeld ? { bytes: 0, huge: 1 } : { bytes, huge: 0 };
  const most = bytes <= ordinary ? mostWithSmall : mostHeld;
  if (held.huge + place.huge > 1 || held.bytes + place.bytes > most) throw new AppError('unavailable');
  held.bytes += place.bytes;
  held.huge += place.huge;
  let isHeld = true;
  const free = (): void => {
    if (!isHeld) return;
    isHeld = false;
    held.bytes -= place.bytes;
    held.huge -= place.huge;
  };
  reply.raw.once('close', free).once('finish', free);
}
