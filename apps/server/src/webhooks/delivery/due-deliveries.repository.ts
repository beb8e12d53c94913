import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, TableRow } from '../../platform/database/connections.ts';

export type DueDelivery = Pick<TableRow<'webhookDeliveries'>, 'id' | 'webhookId' | 'payload'> &
  Pick<TableRow<'webhooks'>, 'url' | 'sealedSecret' | 'oldSealedSecret' | 'oldSecretUntil'>;

/** Undefined if it does not wait any more, or its webhook is off. */
export async function findDueDelivery(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<DueDelivery | undefined> {
  return db
    .selectFrom('webhookDeliveries as deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.firmId', '=', 'deliveries.firmId')
        .onRef('webhooks.id', '=', 'deliveries.webhookId'),
    )
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
