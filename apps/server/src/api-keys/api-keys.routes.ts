import {
  apiKeyEndpoints,
  type ApiKey,
  keyLimits,
  keyPrefix,
  type NewApiKey,
} from '@recoup/contract/api-keys/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { newId } from '@recoup/contract/core/ids';
import { lockOwner } from '../account/own-account.service.ts';
import { reauthenticateOwner } from '../account/reauthentication.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { hashToken, newToken } from '../account/session/sessions.service.ts';
import { type Actor, type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { invalidField, notFound, conflict } from '../platform/core/app-error.ts';
import { endOfSouthAfricanDay, southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  type ApiKeyRow,
  deleteApiKeyRow,
  insertApiKey,
  listApiKeyRows,
  lockApiKeys,
} from './api-keys.repository.ts';
import { assertNameIsFree } from '../platform/collections/collections.ts';

export function apiKeyRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, apiKeyEndpoints, {
    listApiKeys: async (_args, { db, actor, now }) => {
      const data = await listApiKeys(db, actor, now);
      return { data, count: data.length };
    },
    createApiKey: async ({ body }, { db, ...by }) => ({ data: await createApiKey(db, by, body) }),
    deleteApiKey: async ({ params: { id } }, { db, ...by }) => {
      await deleteApiKey(db, by, id);
      return {};
    },
  });
}

/** The keys of the firm by name, and whether each works. */
async function listApiKeys(db: Db, actor: Actor, now: Date): Promise<ApiKey[]> {
  const rows = await listApiKeyRows(db, requireFirmScope(actor));
  return rows.map((row) => {
    const whyNot = refusalReason(row, now);
    return {
      _id: row.id,
      name: row.name,
      scopes: row.scopes,
      createdBy: { _id: row.ownerId, name: row.ownerName },
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      isWorking: whyNot === null,
      whyNot,
    };
  });
}

/**
 * Makes a key and returns it; the database keeps only its hash.
 * Throws `reauthentication_required`, `invalid_input` for a wrong password and for an end that is
 * over or too late, `too_many_requests`, `changed_meanwhile`, and `conflict` beyond the bound of
 * keys and for a name that another key of the firm has.
 */
async function createApiKey(
  db: Db,
  by: AuditContext & Client,
  { password, name, scopes, expiresAt }: NewApiKey,
): Promise<{ _id: string; key: string }> {
  const firm = requireFirmScope(by.actor);
  const end = parseKeyEnd(expiresAt ?? null, by.now);
  const account = await reauthenticateOwner(db, by, password);
  const id = newId(by.now.getTime());
  const key = keyPrefix + newToken();
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, account);
    await lockApiKeys(trx, firm);
    const others = await listApiKeyRows(trx, firm);
    const message = 'The firm has an API key of that name already.';
    assertNameIsFree({ id, name }, { others, message });
    if (others.length >= keyLimits.keys)
      throw conflict(`A firm may have at most ${keyLimits.keys} API keys. Delete one first.`);
    const { userId } = account;
    const row = { id, userId, name, scopes, createdAt: by.now, expiresAt: end };
    await insertApiKey(trx, firm, { ...row, tokenHash: hashToken(key) });
    const details = { name, scopes: scopes.join(', '), expiresAt: end?.toISOString() ?? null };
    await recordAudit(trx, by, { action: 'api-key.created', subjectId: id, details });
    await queueNotice(trx, account, { notice: 'keyCreated', now: by.now });
  });
  return { _id: id, key };
}

/** Ends the key at once. Throws `not_found`. */
async function deleteApiKey(db: Db, by: AuditContext, id: string): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const name = await deleteApiKeyRow(trx, firm, id);
    if (name === undefined) throw notFound('API key');
    const details = { name };
    await recordAudit(trx, by, { action: 'api-key.deleted', subjectId: id, details });
  });
}

/** As `find_api_key` and the access table decide it for a request. */
function refusalReason(row: ApiKeyRow, now: Date): string | null {
  if (row.expiresAt !== null && row.expiresAt <= now) return 'It has expired.';
  // Provisioning outlives the maker of a key.
  if (row.scopes.every((scope) => scope === 'provision')) return null;
  if (!row.isOwnerAdmin) return `${row.ownerName} is not an active admin of the firm.`;
  if (row.mustChangePassword) return `${row.ownerName} has to choose a password first.`;
  if (row.owesFactorFrom !== null && row.owesFactorFrom <= southAfricanDay(now))
    return `${row.ownerName} has to add a second factor first.`;
  return null;
}

/** Throws `invalid_input` for an end that is over or too late. */
function parseKeyEnd(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = expiresAt.length === 10 ? endOfSouthAfricanDay(expiresAt) : new Date(expiresAt);
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + keyLimits.years);
  // The day of today in five years ends later than its time.
  if (end > now && southAfricanDay(new Date(end.getTime() - 1)) <= southAfricanDay(latest))
    return end;
  const message =
    end > now ? `Must not be later than in ${keyLimits.years} years.` : 'Must be in the future.';
  throw invalidField('expiresAt', message);
}
