import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/connections.ts';
import { rateLimitNetwork } from '../../platform/security/client-address.ts';
import type { EventLog } from '../../platform/security/security-log.ts';
import { listKnownPlaces, placeLifetimeMs, upsertKnownPlaces } from './known-places.repository.ts';
import { newToken } from './sessions.service.ts';

/** The client of a request; `device` is the token of its cookie. */
export type Client = {
  address: string;
  device?: string | undefined;
  /** The browser, as it names itself. */
  agent?: string | undefined;
  requestId?: string | undefined;
  now: Date;
  log: EventLog;
};

/**
 * Origin of a request for an account. The user has signed in before from a `device` or `network`.
 * Limits count by `id`, so that one place cannot use up another's attempts.
 */
export type Place = { kind: 'session' | 'device' | 'network' | 'stranger'; id: string };

const maxPlaces = 20;

/** Runs the same statements for an unknown user, so that timing reveals nothing. */
export async function findPlace(
  db: Db,
  client: Client,
  userId: string | undefined,
): Promise<Place> {
  const network = rateLimitNetwork(client.address);
  const [ofDevice, ofNetwork] = [
    hashPlace(userId, `device ${client.device ?? newToken()}`),
    hashPlace(userId, `network ${network}`),
  ];
  const since = new Date(client.now.getTime() - placeLifetimeMs);
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
 * Remembers device and network after the owner's proof, and returns the device token. It is a new
 * one unless the client's own is known for this user, so that a stranger cannot plant a token.
 */
export async function rememberPlace(
  db: Db,
  client: Client,
  { userId, place }: { userId: string; place: Place },
): Promise<string> {
  const known = place.kind === 'device' ? client.device : undefined;
  const device = known ?? newToken();
  const places = [
    hashPlace(userId, `device ${device}`),
    hashPlace(userId, `network ${rateLimitNetwork(client.address)}`),
  ];
  await upsertKnownPlaces(db, { userId, places, now: client.now, max: maxPlaces });
  return device;
}

function hashPlace(userId: string | undefined, place: string): Buffer {
  return createHash('sha256')
    .update(`${userId ?? ''} ${place}`)
    .digest();
}
