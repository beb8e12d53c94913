import { createHash } from 'node:crypto';
import type { Trx } from '../../platform/database/connections.ts';
import { deleteLimits, deleteLimitsOf } from '../../platform/security/rate-limits.repository.ts';
import { strangersKey, smsLimitKeys } from '../../sms/sms.service.ts';

/** The same for known and unknown e-mails: what is counted says nothing of who has an account. */
export function accountKeyOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

type Owner = { email: string; cell: string; userId: string; firmId: string | null };

/**
 * Lets an account get codes again. With `all`, which is the operator's, its failed sign-ins and codes are forgotten too, and the SMS of its
 * firm. What networks and all firms together spent stays.
 */
export async function resetAccountLimits(
  trx: Trx,
  { email, cell: to, userId, firmId }: Owner,
  of: 'codes' | 'all',
): Promise<void> {
  await deleteLimitsOf(trx, `account:${accountKeyOf(email)}:${of === 'all' ? '' : 'otp-send:'}`);
  const { firm, ...own } = smsLimitKeys({ to, userId, firmId });
  const keys = [...Object.values(own), ...(of === 'all' ? [firm] : [])];
  await deleteLimits(
    trx,
    keys.flatMap((key) => [key, strangersKey(key)]),
  );
}
