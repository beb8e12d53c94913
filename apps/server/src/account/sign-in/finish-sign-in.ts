import { hours } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { type Notice, queueNotice } from '../security-notices.service.ts';
import type { Account } from '../session/accounts.repository.ts';
import { hasKnownPlace, placeLifetimeMs } from '../session/known-places.repository.ts';
import { type Client, type Place, rememberPlace } from '../session/known-places.service.ts';
import { accountKeyOf } from './account-limits.service.ts';
import { refundQuotas } from './login-throttling.ts';

/** After the owner's proof. Returns the token of the device, which is known from now on. */
export async function finishSignIn(
  db: Db,
  client: Client,
  { account, place, consumed }: { account: Account; place: Place; consumed: readonly string[] },
): Promise<string> {
  await refundQuotas(db, consumed);
  if (place.kind === 'stranger') await notifyOfPlace(db, client, { account, notice: 'newPlace' });
  return rememberPlace(db, client, { userId: account.userId, place });
}

/** By e-mail only, and not for the first place. The limit protects the mailbox from a flood. */
export async function notifyOfPlace(
  db: Db,
  { now }: Client,
  { account, notice }: { account: Account; notice: Notice },
): Promise<void> {
  const since = new Date(now.getTime() - placeLifetimeMs);
  if (!(await hasKnownPlace(db, { userId: account.userId, since }))) return;
  const key = `account:${accountKeyOf(account.email)}:new-places`;
  if ((await consumeLimit(db, { key, max: 6, windowMs: hours(24), now })) > 0) return;
  await db.transaction().execute(async (trx) => queueNotice(trx, account, { notice, now }));
}
