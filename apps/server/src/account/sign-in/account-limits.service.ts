import { createHash } from 'node:crypto';
import type { Trx } from '../../platform/database/connections.ts';
import {
  deleteLimits,
  deleteLimitsWithPrefix,
} from '../../platform/security/rate-limits.repository.ts';
import { smsLimitKeys, strangersKey } from '../../sms/sms.service.ts';

/** Unknown e-mails have a key too, so that the limits do not reveal who has an account. */
export function hashAccountEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

type Owner = { email: string; cell: string; userId: string; firmId: string | null };

/**
 * Lets an account receive codes again. With `all`, for operators, it also clears failed sign-ins,
 * codes and the firm's SMS. Limits of networks and of all firms together stay.
 */
export async function resetAccountLimits(
  trx: Trx,
  { email, cell: to, userId, firmId }: Owner,
  scope: 'codes' | 'all',
): Promise<void> {
  const suffix = scope === 'all' ? '' : 'otp-send:';
  await deleteLimitsWithPrefix(trx, `account:${hashAccountEmail(email)}:${suffix}`);
  const { firm, ...own } = smsLimitKeys({ to, userId, firmId });
  const keys = [...Object.values(own), ...(scope === 'all' ? [firm] : [])];
  await deleteLimits(
    trx,
    keys.flatMap((key) => [key, strangersKey(key)]),
  );
}
