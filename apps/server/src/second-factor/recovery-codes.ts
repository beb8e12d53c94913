import { createHash, randomBytes } from 'node:crypto';
import { secondFactorRules } from '@recoup/contract/second-factor/endpoints';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Each has 80 random bits, as four groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: secondFactorRules.recoveryCodes }, () => {
    const groups = base32(randomBytes(10)).match(/.{4}/g) ?? [];
    return groups.join('-');
  });
}

/** Hashes a code with or without hyphens. 80 random bits need no slow hash. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery code ${userId} ${code.replaceAll('-', '')}`)
    .digest();
}

/** RFC 4648, of whole groups of five bytes. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}
