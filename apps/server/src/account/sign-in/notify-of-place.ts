import { hours } from '../../platform/core/clock.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { type Notice, queueNotice } from '../security-notices.service.ts';
import type { Account } from '../session/accounts.repository.ts';
import { hasKnownPlace, placeLifetimeMs } from '../session/known-places.repository.ts';
import type { Client } from '../session/known-places.service.ts';
import { hashAccountEmail } from './account-limits.service.ts';

/** By e-mail only, and not for the first place. The limit protects the mailbox from a flood. */
export async function notifyOfPlace(
  trx: Trx,
  { now }: Client,
  { account, notice }: { account: Account; notice: Notice },
): Promise<void> {
  const since = new Date(now.getTime() - placeLifetimeMs);
  if (!(await hasKnownPlace(trx, { userId: account.userId, since }))) return;
  const key = `account:${hashAccountEmail(account.email)}:new-places`;
  if ((await consumeLimit(trx, { key, max: 6, windowMs: hours(24), now })) > 0) return;
  await queueNotice(trx, account, { notice, now });
}
