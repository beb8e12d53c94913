import { randomBytes } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import {
  type ChangedWebhook,
  type NewWebhook,
  type Webhook,
  webhookLimits,
  type WebhookDelivery,
  notAnAddress,
} from '@recoup/contract/webhooks/endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { notFound, conflict, invalidField, type AppError } from '../platform/core/app-error.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { type Egress, EgressError } from '../platform/egress/egress.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import {
  failWaiting,
  listLastDeliveries,
  switchedOff,
  type DeliveryRow,
  findWebhookOfDelivery,
  listDeliveryRows,
  lockDelivery,
  queueDelivery,
  updateDelivery,
} from './deliveries.repository.ts';
import {
  deleteWebhookRow,
  findWebhookRow,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  lockWebhooksOfFirm,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.repository.ts';
import { changedFields } from '../platform/collections/collections.ts';
import { chosenEventTypes } from '@recoup/contract/webhooks/events';
import type { PageQuery } from '../platform/database/pagination-and-search.ts';
import { addDelivery } from './events.service.ts';

export type WebhookTools = { egress: Egress; sealer: Sealer };

/** How long requests are also signed with the secret of before. */
const oldSecretMs = hours(24);
/** Webhooks of a firm that are sent to at once. */
const lanes = [0, 1, 2, 3];

export async function listWebhooks(db: Db, firm: FirmScope): Promise<Webhook[]> {
  const rows = await listWebhookRows(db, firm);
  const last = await listLastDeliveries(db, firm);
  return rows.map((row) => toWebhook(row, last.get(row.id)));
}

/**
 * Returns the secret, which is not shown again. Throws `invalid_input` for an address that may not
 * be reached, and `conflict` beyond the bound of webhooks and without a key of the installation.
 */
export async function createWebhook(
  db: Db,
  by: AuditContext,
  { events, egress, sealer, ...webhook }: NewWebhook & WebhookTools,
): Promise<{ _id: string; secret: string }> {
  const firm = requireFirmScope(by.actor);
  const url = await reachableAddress(egress, webhook.url);
  const id = newId(by.now.getTime());
  const secret = newSecret();
  const sealedSecret = sealer.seal([firm.firmId, id], secret);
  await db.transaction().execute(async (trx) => {
    const others = await lockWebhooksOfFirm(trx, firm);
    if (others.length >= webhookLimits.perFirm)
      throw conflict(`A firm has at most ${webhookLimits.perFirm} webhooks. Delete one first.`);
    const lane = emptiestLane(others);
    await insertWebhook(trx, firm, { id, url, events, lane, sealedSecret, createdAt: by.now });
    await recordAudit(trx, by, {
      action: 'webhook.created',
      subjectId: id,
      details: { host: urlHost(url), events },
    });
  });
  return { _id: id, secret };
}

type Change = ChangedWebhook & WebhookTools & { id: string };

/** Throws `not_found`, and as `createWebhook`. What waits for a webhook that goes off is failed. */
export async function updateWebhook(
  db: Db,
  by: AuditContext,
  { egress, ...change }: Change,
): Promise<Webhook & { secret?: string }> {
  const firm = requireFirmScope(by.actor);
  const { id } = change;
  const known = await findWebhookRow(db, firm, id);
  // An address that is not allowed any more can still be switched off.
  const url = known?.url === change.url ? known.url : await reachableAddress(egress, change.url);
  const secret = change.renewSecret === true ? newSecret() : undefined;
  await db.transaction().execute(async (trx) => saveWebhook(trx, by, { ...change, url, secret }));
  const changed = (await listWebhooks(db, firm)).find(({ _id }) => _id === id);
  if (!changed) throw notFound('webhook');
  return secret === undefined ? changed : { ...changed, secret };
}

async function saveWebhook(
  trx: Trx,
  by: AuditContext,
  {
    id,
    url,
    events,
    secret,
    sealer,
    ...change
  }: Omit<Change, 'egress'> & { secret?: string | undefined },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const before = await lockWebhook(trx, firm, id);
  if (!before) throw notFound('webhook');
  const isActive = change.isActive ?? before.isActive;
  await updateWebhookRow(trx, firm, {
    id,
    url,
    events,
    isActive,
    ...(isActive !== before.isActive && { offReason: null, offAt: isActive ? null : by.now }),
    ...((isActive !== before.isActive || url !== before.url) && { failingSince: null }),
    ...(secret !== undefined && {
      sealedSecret: sealer.seal([firm.firmId, id], secret),
      oldSealedSecret: before.sealedSecret,
      oldSecretUntil: new Date(by.now.getTime() + oldSecretMs),
    }),
  });
  if (!isActive) await failWaiting(trx, firm, { webhookId: id, error: switchedOff });
  await recordAudit(trx, by, {
    action: 'webhook.updated',
    subjectId: id,
    details: webhookChanges(before, { url, events, isActive, isSecretNew: secret !== undefined }),
  });
}

/** Throws `not_found`. */
export async function deleteWebhook(db: Db, by: AuditContext, id: string): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const before = await findWebhookRow(trx, firm, id);
    if (!before || !(await deleteWebhookRow(trx, firm, id))) throw notFound('webhook');
    await recordAudit(trx, by, {
      action: 'webhook.deleted',
      subjectId: id,
      details: { host: urlHost(before.url) },
    });
  });
}

/** 256 bits, as Standard Webhooks writes them. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function emptiestLane(others: readonly WebhookRow[]): number {
  const sizes = lanes.map((lane) => others.filter((other) => other.lane === lane).length);
  return sizes.indexOf(Math.min(...sizes));
}

function webhookChanges(
  before: WebhookRow,
  after: Pick<WebhookRow, 'url' | 'events' | 'isActive'> & { isSecretNew: boolean },
): Record<string, unknown> {
  return {
    host: urlHost(after.url),
    ...(before.url !== after.url && { address: [urlHost(before.url), urlHost(after.url)] }),
    ...changedFields(before, after, ['events', 'isActive']),
    ...(after.isSecretNew && { secret: ['kept', 'renewed'] }),
  };
}

function toWebhook(row: WebhookRow, last: DeliveryRow | undefined): Webhook {
  const { offReason } = row;
  return {
    _id: row.id,
    url: row.url,
    events: chosenEventTypes.filter((event) => row.events.includes(event)),
    isActive: row.isActive,
    offReason: offReason === 'gone' || offReason === 'failing' ? offReason : null,
    offAt: row.offAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastDelivery: last === undefined ? null : toDeliveryFacts(last),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, payload } = row;
  return {
    _id: id,
    event,
    createdAt: row.createdAt.toISOString(),
    ...toDeliveryFacts(row),
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    payload,
  };
}

function toDeliveryFacts({ state, tries, status, error, triedAt }: DeliveryRow) {
  return { state, tries, status, error, triedAt: triedAt?.toISOString() ?? null };
}

/**
 * The stored address. Throws `invalid_input` for one that no request may be sent to. A name
 * without an address at the moment is taken: each request checks again.
 */
async function reachableAddress(egress: Egress, text: string): Promise<string> {
  if (!URL.canParse(text)) throw invalidField('url', notAnAddress);
  const { href, hostname, protocol } = new URL(text);
  if (href.length > webhookLimits.urlLength) throw invalidField('url', notAnAddress);
  try {
    await egress.findAllowed({ host: hostname, isPlain: protocol === 'http:' });
  } catch (error) {
    throw error instanceof EgressError ? invalidField('url', error.message) : error;
  }
  return href;
}

/** Names an address to others: the rest of it may be a secret of the receiver. */
export function urlHost(url: string): string {
  return new URL(url).host;
}

/** Throws `not_found`. */
export async function listDeliveries(
  db: Db,
  firm: FirmScope,
  { id, ...page }: { id: string } & PageQuery,
): Promise<{ data: WebhookDelivery[]; count: number }> {
  if (!(await findWebhookRow(db, firm, id))) throw notFound('webhook');
  const { rows, count } = await listDeliveryRows(db, firm, { webhookId: id, ...page });
  return { data: rows.map(toDelivery), count };
}

/** Throws `not_found`, and `conflict` for a webhook that is off. */
export async function testWebhook(db: Db, by: AuditContext, id: string): Promise<WebhookDelivery> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const webhook = await lockWebhook(trx, firm, id);
    if (!webhook) throw notFound('webhook');
    if (!webhook.isActive) throw isOff();
    const event = { type: 'webhook.test', data: { webhook: id } } as const;
    const deliveryId = await addDelivery(trx, firm, { ...event, webhookId: id, now: by.now });
    await recordAudit(trx, by, {
      action: 'webhook.tested',
      subjectId: id,
      details: { host: urlHost(webhook.url) },
    });
    const added = await lockDelivery(trx, firm, deliveryId);
    if (!added) throw new Error('the delivery was just added');
    return toDelivery(added);
  });
}

/** From now on it is tried for a day. Throws `not_found`, and `conflict` as `testWebhook`. */
export async function repeatDelivery(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<WebhookDelivery> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    // The webhook first, as when a try ends: the two would wait for each other.
    const webhookId = await findWebhookOfDelivery(trx, firm, id);
    const webhook = webhookId && (await lockWebhook(trx, firm, webhookId));
    const delivery = webhook && (await lockDelivery(trx, firm, id));
    if (!webhook || !delivery) throw notFound('delivery');
    if (!webhook.isActive) throw isOff();
    const change = { state: 'waiting', tries: 0, nextTryAt: by.now } as const;
    await updateDelivery(trx, firm, { id, ...change, waitingSince: by.now });
    await queueDelivery(trx, firm, { id, pauseMs: 0 });
    await recordAudit(trx, by, {
      action: 'webhook-delivery.repeated',
      subjectId: id,
      details: { host: urlHost(webhook.url), event: delivery.event },
    });
    return toDelivery({ ...delivery, ...change });
  });
}

function isOff(): AppError {
  return conflict('The webhook is switched off. Switch it on first.');
}
