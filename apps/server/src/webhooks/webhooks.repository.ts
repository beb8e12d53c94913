import { userStatus, role } from '@recoup/contract/core/access';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

export type WebhookRow = Pick<TableRow<'webhooks'>, (typeof columns)[number]>;

type Secrets = Pick<TableRow<'webhooks'>, 'sealedSecret' | 'oldSealedSecret' | 'oldSecretUntil'>;

const columns = [
  'id',
  'url',
  'events',
  'lane',
  'isActive',
  'offReason',
  'offAt',
  'failingSince',
  'offMailedAt',
  'createdAt',
] as const;

/** The oldest first. */
export async function listWebhookRows(db: Db, firm: FirmScope): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .where('firmId', '=', firm.firmId)
    .select(columns)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Until the transaction ends, no other one adds a webhook to the firm. */
export async function lockWebhooksOfFirm(trx: Trx, firm: FirmScope): Promise<WebhookRow[]> {
  await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  return listWebhookRows(trx, firm);
}

export async function findWebhookRow(db: Db, firm: FirmScope, id: string) {
  return webhookRow(db, firm, id).executeTakeFirst();
}

/** Locked until the transaction ends; events of that time reach it all the same. */
export async function lockWebhook(trx: Trx, firm: FirmScope, id: string) {
  return webhookRow(trx, firm, id)
    .select(['sealedSecret', 'oldSealedSecret', 'oldSecretUntil'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertWebhook(
  trx: Trx,
  firm: FirmScope,
  row: Pick<WebhookRow, 'id' | 'url' | 'events' | 'lane' | 'createdAt'> & { sealedSecret: Buffer },
): Promise<void> {
  await trx
    .insertInto('webhooks')
    .values({ firmId: firm.firmId, ...row })
    .execute();
}

export async function updateWebhookRow(
  trx: Trx,
  firm: FirmScope,
  {
    id,
    ...values
  }: { id: string } & Partial<Omit<WebhookRow, 'id' | 'createdAt' | 'lane'> & Secrets>,
): Promise<void> {
  await trx.updateTable('webhooks').set(values).where(isFirmRow(firm, id)).execute();
}

/** With its deliveries. Returns false if there is none. */
export async function deleteWebhookRow(trx: Trx, firm: FirmScope, id: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('webhooks').where(isFirmRow(firm, id)).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The active webhooks for an event; none of them is deleted before the transaction ends. */
export async function lockReceivers(trx: Trx, firm: FirmScope, event: string) {
  return trx
    .selectFrom('webhooks')
    .where('firmId', '=', firm.firmId)
    .where('isActive', '=', true)
    .where((eb) => eb(eb.val(event), '=', eb.fn.any('events')))
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export async function listAdminEmails(db: Db, firm: FirmScope): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', role.attorneyAdmin)
    .where('status', '=', userStatus.active)
    .select('email')
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => email);
}

function webhookRow(db: Db, firm: FirmScope, id: string) {
  return db.selectFrom('webhooks').where(isFirmRow(firm, id)).select(columns);
}
