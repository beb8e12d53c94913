import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Calls that take no more than this are everybody's ordinary work. */
const ordinary = 1024 * 1024;
/** Bytes that are held at once; while it is read, a body takes up to eight times as much memory. */
const mostHeld = 24_000_000;
/** What is not large finds a little room beside those that are. */
const mostWithSmall = 32_000_000;
/** A firm's second body finds room in this part of it alone: one that sends many, or slowly, leaves room for the others. */
const shareOfFirm = 0.5;
const held = { bytes: 0, huge: 0, byFirm: new Map<string | undefined, number>() };

type Sender = { readonly limit: number; readonly firmId: string | undefined };

/**
 * Holds the place of a body until its answer has left, as it is whole in memory while it is read and waits for its turn. One at a time may
 * be larger than all the others together. `limit` is what its call takes (bytes); who has no firm shares with the others who have none. Throws `unavailable` where there is no place.
 */
export function holdLargeBody(request: FastifyRequest, reply: FastifyReply, { limit, firmId }: Sender): void {
  if (limit <= ordinary) return;
  // Without a length it may become as long as its call allows; beyond that it is refused unread.
  const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
  const place = bytes > mostHeld ? { bytes: 0, huge: 1 } : { bytes, huge: 0 };
  const most = bytes <= ordinary ? mostWithSmall : mostHeld;
  const ofFirm = held.byFirm.get(firmId) ?? 0;
  const isFull = held.bytes + place.bytes > most || (ofFirm > 0 && ofFirm + place.bytes > most * shareOfFirm);
  if (isFull || held.huge + place.huge > 1) throw new AppError('unavailable');
  held.bytes += place.bytes;
  held.byFirm.set(firmId, ofFirm + place.bytes);
  held.huge += place.huge;
  let isHeld = true;
  const free = (): void => {
    if (!isHeld) return;
    isHeld = false;
    held.bytes -= place.bytes;
    const left = (held.byFirm.get(firmId) ?? 0) - place.bytes;
    if (left > 0) held.byFirm.set(firmId, left);
    else held.byFirm.delete(firmId);
    held.huge -= place.huge;
  };
  reply.raw.once('close', free).once('finish', free);
}
