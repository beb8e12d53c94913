import type { deliveryStates } from '@recoup/contract/webhooks/endpoints';
import type { WebhookEventType } from '@recoup/contract/webhooks/events';
import { sql } from 'kysely';
import { type AllFirmsScope, createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../platform/database/connections.ts';
import { type PageQuery, paginateWithCount } from '../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';

type State = (typeof deliveryStates)[number];

export type DeliveryRow = Omit<
  TableRow<'webhookDeliveries'>,
  'firmId' | 'waitingSince' | 'event' | 'state'
> & { event: WebhookEventType; state: State };

const columns = [
  'id',
  'webhookId',
  'event',
  'payload',
  'state',
  'createdAt',
  'tries',
  'triedAt',
  'nextTryAt',
  'status',
  'error',
] as const;

/** The latest first. */
export async function listDeliveryRows(
  db: Db,
  firm: FirmScope,
  { webhookId, ...page }: { webhookId: string } & PageQuery,
): Promise<{ rows: DeliveryRow[]; count: number }> {
  const { rows, count } = await paginateWithCount(page, async ({ limit, offset }) =>
    db
      .selectFrom('webhookDeliveries')
      .where('firmId', '=', firm.firmId)
      .where('webhookId', '=', webhookId)
      .select([...columns, sql<number>`count(*) over ()`.as('count')])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  );
  return { rows: rows.map(toDelivery), count };
}

/** The delivery of each webhook that was tried last. */
export async function listLastDeliveries(db: Db, firm: FirmScope) {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhookDeliveries')
          .whereRef('webhookDeliveries.firmId', '=', 'webhooks.firmId')
          .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.id')
          .select(columns.map((column) => `webhookDeliveries.${column}` as const))
          .orderBy(sql`coalesce(tried_at, '-infinity')`, 'desc')
          .orderBy('webhookDeliveries.createdAt', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('webhooks.firmId', '=', firm.firmId)
    .selectAll('last')
    .execute();
  return new Map(rows.map((row) => [row.webhookId, toDelivery(row)]));
}

export async function lockDelivery(trx: Trx, firm: FirmScope, id: string) {
  const row = await trx
    .selectFrom('webhookDeliveries')
    .where(isFirmRow(firm, id))
    .select([...columns, 'waitingSince'])
    .forUpdate()
    .executeTakeFirst();
  return row && { ...toDelivery(row), waitingSince: row.waitingSince };
}

export async function findWebhookOfDelivery(db: Db, firm: FirmScope, id: string) {
  const row = await db
    .selectFrom('webhookDeliveries')
    .where(isFirmRow(firm, id))
    .select('webhookId')
    .executeTakeFirst();
  return row?.webhookId;
}

type NewDelivery = Pick<DeliveryRow, 'id' | 'webhookId' | 'event' | 'payload'> & { now: Date };

/** It waits, due now. */
export async function insertDelivery(trx: Trx, firm: FirmScope, { now, ...delivery }: NewDelivery) {
  await trx
    .insertInto('webhookDeliveries')
    .values({
      ...delivery,
      firmId: firm.firmId,
      state: 'waiting',
      createdAt: now,
      waitingSince: now,
      nextTryAt: now,
    })
    .execute();
}

/** In the transaction of the change; a job that waits for the same delivery is replaced. */
export async function queueDelivery(
  trx: Trx,
  firm: FirmScope,
  { id, pauseMs }: { id: string; pauseMs: number },
): Promise<void> {
  await sql`select queue_webhook_delivery(${firm.firmId}, ${id},
    make_interval(secs => ${pauseMs / 1_000}))`.execute(trx);
}

export async function updateDelivery(
  trx: Trx,
  firm: FirmScope,
  {
    id,
    ...values
  }: { id: string } & Partial<
    Omit<DeliveryRow, 'id' | 'webhookId' | 'event' | 'payload'> & { waitingSince: Date }
  >,
): Promise<void> {
  await trx.updateTable('webhookDeliveries').set(values).where(isFirmRow(firm, id)).execute();
}

/**
 * Pulls deliveries back that a clock which was ahead has tried or queued: they keep their pause.
 * Returns how many there were.
 */
export async function pullBackDeliveries(
  trx: Trx,
  _: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const limit = new Date(now.getTime() + toleranceMs);
  const rows = await trx
    .updateTable('webhookDeliveries')
    .set({
      nextTryAt: sql`case
        when tried_at > ${limit} then ${now}::timestamptz + (next_try_at - tried_at)
        when tried_at is null then least(next_try_at, ${now}::timestamptz) else next_try_at end`,
      triedAt: sql`least(tried_at, ${now}::timestamptz)`,
      waitingSince: sql`least(waiting_since, ${now}::timestamptz)`,
    })
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('triedAt', '>', limit), eb('waitingSince', '>', limit)]))
    .returning(['firmId', 'id', 'nextTryAt'])
    .execute();
  for (const { firmId, id, nextTryAt } of rows) {
    const pauseMs = Math.max(0, (nextTryAt?.getTime() ?? 0) - now.getTime());
    await queueDelivery(trx, createFirmScope(firmId), { id, pauseMs });
  }
  return rows.length;
}

/** Why what waited was not sent. */
export const switchedOff = 'The webhook was switched off.';

/** All that wait for the webhook. */
export async function failWaiting(
  trx: Trx,
  firm: FirmScope,
  { webhookId, error }: { webhookId: string; error: string },
): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', nextTryAt: null, error })
    .where('firmId', '=', firm.firmId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

export async function countWaiting(db: Db, firm: FirmScope, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhookDeliveries')
    .where('firmId', '=', firm.firmId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasDeliverySince(
  db: Db,
  firm: FirmScope,
  of: { webhookId: string; event: WebhookEventType; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .where('firmId', '=', firm.firmId)
    .where('webhookId', '=', of.webhookId)
    .where('createdAt', '>=', of.since)
    .where('event', '=', of.event)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the latest of a webhook, those that wait, and what another transaction changes. */
export async function deleteBeyond(
  trx: Trx,
  firm: FirmScope,
  { webhookId, kept }: { webhookId: string; kept: number },
): Promise<void> {
  await sql`
    with beyond as materialized (
      select id from webhook_deliveries
      where firm_id = ${firm.firmId} and webhook_id = ${webhookId}
      order by created_at desc, id desc offset ${kept}),
    free as materialized (
      select d.id from webhook_deliveries d join beyond on d.id = beyond.id
      where d.firm_id = ${firm.firmId} and d.state <> 'waiting' for update of d skip locked)
    delete from webhook_deliveries d using free
    where d.firm_id = ${firm.firmId} and d.id = free.id`.execute(trx);
}

/** Deletes in all firms. */
export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('webhookDeliveries')
    .where('createdAt', '<', before)
    .where('state', '<>', 'waiting')
    .execute();
}

/** The table checks the state, and `recordEvent` alone writes events. */
function toDelivery<T extends { event: string; state: string }>(
  row: T,
): T & { event: WebhookEventType; state: State } {
  return row as T & { event: WebhookEventType; state: State }; // as above
}

export type DueDelivery = Pick<TableRow<'webhookDeliveries'>, 'id' | 'webhookId' | 'payload'> &
  Pick<TableRow<'webhooks'>, 'url' | 'sealedSecret' | 'oldSealedSecret' | 'oldSecretUntil'>;

/** Undefined if it does not wait any more, or its webhook is off. */
export async function findDueDelivery(db: Db, firm: FirmScope, id: string) {
  return db
    .selectFrom('webhookDeliveries as deliveries')
    .innerJoin('webhooks', (join) => joinByFirm(join, 'webhooks.id', 'deliveries.webhookId'))
    .where('deliveries.firmId', '=', firm.firmId)
    .where('deliveries.id', '=', id)
    .where('deliveries.state', '=', 'waiting')
    .where('webhooks.isActive', '=', true)
    .select([
      'deliveries.id',
      'deliveries.webhookId',
      'deliveries.payload',
      'webhooks.url',
      'webhooks.sealedSecret',
      'webhooks.oldSealedSecret',
      'webhooks.oldSecretUntil',
    ])
    .executeTakeFirst();
}
