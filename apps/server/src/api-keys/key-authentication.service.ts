import { doneIfWritable, hashToken, owedFactor } from '../account/session/sessions.service.ts';
import { type Actor, createFirmScope } from '../platform/core/actor.ts';
import { hours, minutes } from '../platform/core/clock.ts';
import { limiterMember } from '../platform/core/limiter.ts';
import { type Db, withScope } from '../platform/database/connections.ts';
import { findApiKey, touchApiKey } from './api-keys.repository.ts';

/** A longer interval between writes keeps most reads free of them. */
const touchIntervalMs = minutes(1);
/** A session's token has another length, also where it happens to begin like a key. */
const keyForm = /^rk_[A-Za-z0-9_-]{43}$/;

export function isApiKey(token: string): boolean {
  return keyForm.test(token);
}

/**
 * The firm admin a key acts for, with the key's scopes. Reads key, admin, firm and policy for
 * each request, so that the end of any of them takes effect at once.
 */
export async function authenticateKey(
  db: Db,
  token: string,
  now: Date,
): Promise<Actor | undefined> {
  const found = await findApiKey(db, { tokenHash: hashToken(token), now });
  if (!found) return undefined;
  const { keyId, keyName, scopes, firmId, mustChangePassword, createdAt, lastUsedAt } = found;
  const { userId, role, name, email } = found;
  const scope = createFirmScope(firmId);
  const actor: Actor = {
    userId,
    role,
    name,
    email,
    scope,
    sessionId: keyId,
    key: { name: keyName, scopes },
    session: mustChangePassword ? 'restricted' : 'full',
    authenticatedAt: createdAt,
    endsAt: new Date(now.getTime() + hours(1)),
    ...owedFactor({ ...found, requiredFrom: found.factorFrom, hasFactor: false, now }),
  };
  const since = new Date(now.getTime() - touchIntervalMs);
  if (lastUsedAt === null || lastUsedAt < since)
    await doneIfWritable(
      touchApiKey(withScope(db, scope, limiterMember(actor)), scope, { id: keyId, now, since }),
    );
  return actor;
}
