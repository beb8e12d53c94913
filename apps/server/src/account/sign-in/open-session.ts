import { newId } from '@recoup/contract/core/ids';
import { southAfricanDay } from '../../platform/core/clock.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { type Account, lockActiveUser } from '../session/accounts.repository.ts';
import { type Client, type Place, rememberPlace } from '../session/known-places.service.ts';
import { createSession } from '../session/sessions.service.ts';
import { notifyOfPlace } from './notify-of-place.ts';
import { recordSignIn } from './sign-in-audit.ts';

/** The tokens of a session and of the device, which is known from now on. */
export type SignIn = { token: string; device: string };

/**
 * Locks the user, since another request may have changed the account while the password was
 * compared. False for one who was blocked or has another password, and for an auditor after the
 * last day.
 */
export async function lockUnchanged(
  trx: Trx,
  { userId, passwordHash }: Account,
  { now }: Client,
): Promise<boolean> {
  const user = await lockActiveUser(trx, userId, passwordHash);
  return user !== undefined && (user.endsOn === null || user.endsOn >= southAfricanDay(now));
}

type Proved = { account: Account; place: Place; hasFactor: boolean; isRecovery?: boolean };

/** After `lockUnchanged` has locked the user. */
export async function openSession(
  trx: Trx,
  client: Client,
  { account, place, hasFactor, isRecovery = false }: Proved,
): Promise<SignIn> {
  const { userId, mustChangePassword } = account;
  const id = newId();
  const kind = mustChangePassword ? 'restricted' : 'full';
  const token = await createSession(trx, { id, userId, kind, now: client.now, client, hasFactor });
  // Before this place is a known one.
  if (place.kind === 'stranger') await notifyOfPlace(trx, client, { account, notice: 'newPlace' });
  const device = await rememberPlace(trx, client, { userId, place });
  await recordSignIn(trx, client, { account, sessionId: id, hasFactor, isRecovery });
  return { token, device };
}
