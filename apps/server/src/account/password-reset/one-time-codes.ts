import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** Eight digits. */
export function generateCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}

/**
 * Keyed with the server's secret: a plain hash of eight digits is searched in a second. Five
 * attempts and five minutes need no slow hash, which strangers could request (decision 0011).
 */
export function hashCode(
  key: Buffer,
  { challengeId, code }: { challengeId: string; code: string },
): string {
  return computeMac(key, challengeId, code).toString('base64url');
}

/** In constant time. Without a hash it takes the same steps and returns false. */
export function verifyCode(
  key: Buffer,
  input: { challengeId: string; code: string; codeHash: string | undefined },
): boolean {
  const mac = computeMac(key, input.challengeId, input.code);
  const stored = Buffer.from(input.codeHash ?? '', 'base64url');
  // An earlier version wrote hashes of another length.
  const isEqual = timingSafeEqual(
    mac,
    stored.length === mac.length ? stored : Buffer.alloc(mac.length),
  );
  return isEqual && stored.length === mac.length;
}

function computeMac(key: Buffer, challengeId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${challengeId} ${code}`).digest();
}
