import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** Eight digits. */
export function generateCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}

/**
 * What is kept of a code: eight digits can be tried in a second by whoever reads a plain hash, so it takes the key of the server to compare
 * one. A code of five tries and five minutes needs no slow hash, which strangers could request at will (decision 0011).
 */
export function hashCode(
  key: Buffer,
  { challengeId, code }: { challengeId: string; code: string },
): string {
  return computeMac(key, challengeId, code).toString('base64url');
}

/** In constant time; without a hash it takes the same steps and says no. */
export function verifyCode(
  key: Buffer,
  given: { challengeId: string; code: string; codeHash: string | undefined },
): boolean {
  const mac = computeMac(key, given.challengeId, given.code);
  const kept = Buffer.from(given.codeHash ?? '', 'base64url');
  // A hash of another length was made by an earlier version.
  const isEqual = timingSafeEqual(
    mac,
    kept.length === mac.length ? kept : Buffer.alloc(mac.length),
  );
  return isEqual && kept.length === mac.length;
}

function computeMac(key: Buffer, challengeId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${challengeId} ${code}`).digest();
}
