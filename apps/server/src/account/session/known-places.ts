import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/connections.ts';
import { rateLimitNetwork } from '../../platform/security/client-address.ts';
import type { EventLog } from '../../platform/security/security-log.ts';
import { placeLifetimeMs, listKnownPlaces, upsertKnownPlaces } from './known-places.repository.ts';
import { newToken } from './sessions.service.ts';

/** The client of a request: its address, the token of its device if it sent one, and when. */
export type Client = { address: string; device?: string | undefined; now: Date; log: EventLog };

/**
 * Where a request for an account comes from: a device or a network where its owner signed in before, a session of the owner, or anywhere else.
 * Limits of the account count by `id`, so that what happens at one place is not held against another.
 */
export type Place = { kind: 'session' | 'device' | 'network' | 'stranger'; id: string };

const maxPlaces = 20;

/** Runs the same statements for an unknown user, so that the time tells nothing. */
export async function findPlace(db: Db, asker: Client, userId: string | undefined): Promise<Place> {
  const network = rateLimitNetwork(asker.address);
  const [ofDevice, ofNetwork] = [
    hashPlace(userId, `device ${asker.device ?? newToken()}`),
    hashPlace(userId, `network ${network}`),
  ];
  const since = new Date(asker.now.getTime() - placeLifetimeMs);
  const known = await listKnownPlaces(db, {
    userId: userId ?? null,
    places: [ofDevice, ofNetwork],
    since,
  });
  const isKnown = (place: Buffer) => known.some((each) => each.equals(place));
  if (isKnown(ofDevice)) return { kind: 'device', id: `device ${ofDevice.toString('base64url')}` };
  return { kind: isKnown(ofNetwork) ? 'network' : 'stranger', id: `network ${network}` };
}

/**
 * Remembers device and network of an owner who has just proved it. Returns the token of the device: a new one unless the client's own is known
 * for this user, so that a stranger cannot plant one.
 */
export async function rememberPlace(
  db: Db,
  asker: Client,
  of: { userId: string; place: Place },
): Promise<string> {
  const { userId, place } = of;
  const device = place.kind === 'device' && asker.device !== undefined ? asker.device : newToken();
  const places = [
    hashPlace(userId, `device ${device}`),
    hashPlace(userId, `network ${rateLimitNetwork(asker.address)}`),
  ];
  await upsertKnownPlaces(db, { userId, places, now: asker.now, most: maxPlaces });
  return device;
}

/** Only over https a browser takes the prefix, which keeps other hosts of the domain from planting the cookie. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-recoup-device' : 'recoup-device';
}

/** The cookie opens nothing: it names a device whose owner has tries of its own. */
export function setDeviceCookie(
  reply: FastifyReply,
  { device, isSecure }: { device: string; isSecure: boolean },
): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge: placeLifetimeMs / 1000,
  } as const; // the library wants literals
  void reply.setCookie(cookieName(isSecure), device, options);
}

export function readDeviceCookie(request: FastifyRequest, isSecure: boolean): string | undefined {
  const device = request.cookies[cookieName(isSecure)];
  return device !== undefined && /^[\w-]{43}$/.test(device) ? device : undefined;
}

function hashPlace(userId: string | undefined, place: string): Buffer {
  return createHash('sha256')
    .update(`${userId ?? ''} ${place}`)
    .digest();
}
