import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/** A webhook whose secret cannot be opened, and a delivery that was given up. */
export async function someWebhooks(
  db: Db,
  { id: firmId, webhook, webhookDelivery, secret }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertRows(db, 'webhooks', {
    firmId,
    id: webhook.id,
    url: `https://receiver.invalid/${encodeURIComponent(secret)}`,
    events: ['export.closed'],
    lane: 0,
    sealedSecret: randomBytes(40),
    createdAt: now,
  });
  await insertRows(db, 'webhookDeliveries', {
    firmId,
    id: webhookDelivery.id,
    webhookId: webhook.id,
    event: 'export.closed',
    payload: JSON.stringify({ secret }),
    state: 'failed',
    createdAt: now,
    waitingSince: now,
    tries: 12,
    triedAt: now,
    status: 500,
  });
}
