import { newId } from '@recoup/contract/core/ids';
import { southAfricanDay, hours } from '../../platform/core/clock.ts';
import type { Trx, Db } from '../../platform/database/connections.ts';
import { type Account, lockActiveUser } from '../session/accounts.repository.ts';
import { type Client, type Place, rememberPlace } from '../session/known-places.service.ts';
import { createSession } from '../session/sessions.service.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import { type Notice, queueNotice } from '../security-notices.service.ts';
import { hasKnownPlace, placeLifetimeMs } from '../session/known-places.repository.ts';
import { hashAccountEmail } from './login-throttling.service.ts';
import { type AuditRecord, insertAudit } from '../../platform/security/audit-log.repository.ts';
import { recordRefusal } from '../../platform/security/audit-events.ts';

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

type Proved = {
  account: Account;
  place: Place;
  hasFactor: boolean;
  isRecovery?: boolean;
  bySignOn?: boolean;
};

/** After `lockUnchanged` has locked the user. */
export async function openSession(
  trx: Trx,
  client: Client,
  { account, place, hasFactor, isRecovery = false, bySignOn = false }: Proved,
): Promise<SignIn> {
  const { userId, mustChangePassword } = account;
  const id = newId();
  const kind = mustChangePassword ? 'restricted' : 'full';
  const of = { id, userId, kind, now: client.now, client, hasFactor, bySignOn } as const;
  const token = await createSession(trx, of);
  // Before this place is a known one.
  if (place.kind === 'stranger') await notifyOfPlace(trx, client, { account, notice: 'newPlace' });
  const device = await rememberPlace(trx, client, { userId, place });
  await recordSignIn(trx, client, { account, sessionId: id, hasFactor, isRecovery, bySignOn });
  return { token, device };
}

/** By email only, and not for the first place. The limit protects the mailbox from a flood. */
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

/** Records the user, the address and the new session. */
async function recordSignIn(
  db: Db,
  client: Client,
  of: Omit<Required<Proved>, 'place'> & { sessionId: string },
): Promise<void> {
  const { sessionId, hasFactor, isRecovery, bySignOn } = of;
  const line = { ...signInOrigin(client, of), sessionId };
  if (isRecovery) await insertAudit(db, { ...line, action: 'user.recovery-code-used' });
  const details = { secondFactor: hasFactor, ...(bySignOn && { singleSignOn: true }) };
  await insertAudit(db, { ...line, action: 'user.signed-in', details });
}

/** A wrong second factor after the right password. */
export async function recordRefusedFactor(db: Db, client: Client, account: Account): Promise<void> {
  await recordRefusal(db, { ...signInOrigin(client, { account }), action: 'user.factor-refused' });
}

/** A stranger can try every email of a firm, and must not fill its log. */
const maxRefusalsPerDay = 100;

/**
 * A failed sign-in of an account: the first one in an hour, and so many of a firm in 24 hours.
 * Runs after the response, whose time would reveal that there is such an account.
 */
export async function recordRefusedSignIn(db: Db, client: Client, account: Account): Promise<void> {
  const { email, firmId } = account;
  const { now } = client;
  const ofAccount = { key: `account:${hashAccountEmail(email)}:refused`, max: 1, now };
  const firm = { key: `refused:${firmId ?? 'all'}`, max: maxRefusalsPerDay, now };
  const origin = { ...signInOrigin(client, { account }), actorId: null };
  try {
    if ((await consumeLimit(db, { ...ofAccount, windowMs: hours(1) })) > 0) return;
    const fullForMs = await consumeLimit(db, { ...firm, windowMs: hours(24) });
    if (fullForMs > 0) await recordFullLog(db, origin, { key: firm.key, fullForMs });
    else await insertAudit(db, { ...origin, action: 'user.sign-in-refused', outcome: 'refused' });
  } catch (error) {
    client.log.error({ err: error }, 'a refused sign-in was not recorded');
  }
}

/**
 * Records once that further failed sign-ins of the firm are not listed, so that a full log does not
 * look like a quiet day. One transaction, because a limit without its line would hide the rest.
 */
async function recordFullLog(
  db: Db,
  origin: Omit<AuditRecord, 'action'>,
  { key, fullForMs }: { key: string; fullForMs: number },
): Promise<void> {
  // Ends with these 24 hours.
  const once = { key: `${key}:full`, max: 1, windowMs: fullForMs, now: origin.now };
  const line = { action: 'user.sign-ins-unlisted', rows: maxRefusalsPerDay } as const;
  await db.transaction().execute(async (trx) => {
    if ((await consumeLimit(trx, once)) > 0) return;
    const recoup = { actorKind: 'job', subjectId: null, outcome: 'refused' } as const;
    await insertAudit(trx, { ...origin, ...recoup, ...line });
  });
}

function signInOrigin(
  { address, agent, requestId = '', now }: Client,
  { account: { userId, firmId } }: { account: Account },
): Omit<AuditRecord, 'action'> {
  return { firmId, actorId: userId, subjectId: userId, address, agent, requestId, now };
}
