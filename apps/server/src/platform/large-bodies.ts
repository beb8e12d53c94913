import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { cancelled, whenGone } from './leaving.ts';

/** Calls that take no more than this are everybody's ordinary work. */
const ordinary = 1024 * 1024;
/** Bytes that are held at once; while it is read, a body takes up to eight times as much memory. */
const mostHeld = 24_000_000;
/** What is not large finds a little room beside those that are. */
const mostWithSmall = 32_000_000;
/** A firm has this part of it, so that one that sends many, or slowly, leaves room for the others. */
const shareOfFirm = 0.5;
const held = new Set<Place>();

type Place = { readonly bytes: number; readonly isHuge: boolean; readonly firmId: string | undefined };
type Sender = { readonly limit: number; readonly firmId: string | undefined };

/**
 * Holds the place of a body until its answer has left, as it is whole in memory while it is read and waits for its turn. One at a time may
 * be larger than the part of a firm. `limit` is what its call takes (bytes); who has no firm shares with the others who have none.
 * Throws `unavailable` where there is no place.
 */
export function holdLargeBody(request: FastifyRequest, reply: FastifyReply, { limit, firmId }: Sender): void {
  if (limit <= ordinary) return;
  const gone = whenGone(request, reply);
  if (gone.aborted) throw cancelled();
  const { 'content-length': length, 'transfer-encoding': isChunked } = request.headers;
  // In chunks it may become as long as its call allows; beyond that it is refused unread.
  const bytes = Math.min(Number(length ?? (isChunked === undefined ? 0 : limit)), limit);
  const place: Place = { bytes, isHuge: bytes > mostHeld * shareOfFirm, firmId };
  if (!isRoomFor(place)) throw new AppError('unavailable');
  held.add(place);
  const free = (): boolean => held.delete(place);
  reply.raw.once('close', free).once('finish', free);
  gone.addEventListener('abort', free);
}

function isRoomFor({ bytes, isHuge, firmId }: Place): boolean {
  const places = [...held];
  if (isHuge) return !places.some((one) => one.isHuge);
  const most = bytes <= ordinary ? mostWithSmall : mostHeld;
  const others = places.filter((one) => !one.isHuge);
  const ofFirm = sum(others.filter((one) => one.firmId === firmId));
  return sum(others) + bytes <= most && ofFirm + bytes <= most * shareOfFirm;
}

function sum(places: readonly Place[]): number {
  return places.reduce((total, { bytes }) => total + bytes, 0);
}
