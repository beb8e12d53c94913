import { AppError } from '../../platform/core/app-error.ts';
import { logEventThrottled } from '../../platform/security/security-log.ts';
import type { Client } from '../session/known-places.service.ts';

export function rateLimited(
  { log, address }: Client,
  limit: { waitMs: number; event: 'logon_limited' | 'otp_limited' },
): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(limit.waitMs / 1000));
  logEventThrottled(log, limit.event, { address, retryAfterSeconds });
  const wait =
    retryAfterSeconds < 120
      ? `${retryAfterSeconds} seconds`
      : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError('too_many_requests', {
    message: `Too many attempts. Please try again in ${wait}.`,
    retryAfterSeconds,
  });
}
