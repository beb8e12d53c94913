import { newId } from '@recoup/contract/core/ids';
import * as deliveries from '../../src/webhooks/deliveries.repository.ts';
import * as webhooks from '../../src/webhooks/webhooks.repository.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

const event = 'export.closed' as const;
const idOf = (of: FirmFixture) => ({ webhookId: of.webhook.id });
const deliveryOf = (of: FirmFixture): string => of.webhookDelivery.id;

export const webhookIsolationCases: readonly IsolationCase[] = isolationCasesOf('webhooks', {
  listWebhookRows: [(trx, own) => webhooks.listWebhookRows(trx, own)],
  lockWebhooksOfFirm: [(trx, own) => webhooks.lockWebhooksOfFirm(trx, own)],
  findWebhookRow: [(trx, own, of) => webhooks.findWebhookRow(trx, own, of.webhook.id), undefined],
  lockWebhook: [(trx, own, of) => webhooks.lockWebhook(trx, own, of.webhook.id), undefined],
  insertWebhook: [
    (trx, own) =>
      webhooks.insertWebhook(trx, own, {
        id: newId(),
        url: 'https://receiver.invalid/',
        events: [event],
        lane: 0,
        sealedSecret: Buffer.from('sealed'),
        createdAt: now,
      }),
  ],
  updateWebhookRow: [
    (trx, own, of) => webhooks.updateWebhookRow(trx, own, { id: of.webhook.id, isActive: false }),
  ],
  deleteWebhookRow: [(trx, own, of) => webhooks.deleteWebhookRow(trx, own, of.webhook.id), false],
  lockReceivers: [(trx, own) => webhooks.lockReceivers(trx, own, event)],
  listAdminEmails: [(trx, own) => webhooks.listAdminEmails(trx, own)],
  listDeliveryRows: [
    (trx, own, of) => deliveries.listDeliveryRows(trx, own, idOf(of)),
    { rows: [], count: 0 },
  ],
  listLastDeliveries: [(trx, own) => deliveries.listLastDeliveries(trx, own)],
  lockDelivery: [(trx, own, of) => deliveries.lockDelivery(trx, own, deliveryOf(of)), undefined],
  findWebhookOfDelivery: [
    (trx, own, of) => deliveries.findWebhookOfDelivery(trx, own, deliveryOf(of)),
    undefined,
  ],
  insertDelivery: [
    (trx, own, of) =>
      deliveries.insertDelivery(trx, own, { ...idOf(of), id: newId(), event, payload: '{}', now }),
  ],
  queueDelivery: [
    (trx, own, of) =>
      deliveries.queueDelivery(trx, own, { id: deliveryOf(of), pauseMs: 1_000_000 }),
  ],
  updateDelivery: [
    (trx, own, of) => deliveries.updateDelivery(trx, own, { id: deliveryOf(of), tries: 1 }),
  ],
  failWaiting: [(trx, own, of) => deliveries.failWaiting(trx, own, { ...idOf(of), error: 'x' })],
  countWaiting: [(trx, own, of) => deliveries.countWaiting(trx, own, of.webhook.id), 0],
  hasDeliverySince: [
    (trx, own, of) => deliveries.hasDeliverySince(trx, own, { ...idOf(of), event, since: now }),
    false,
  ],
  deleteBeyond: [(trx, own, of) => deliveries.deleteBeyond(trx, own, { ...idOf(of), kept: 0 })],
  findDueDelivery: [
    (trx, own, of) => deliveries.findDueDelivery(trx, own, deliveryOf(of)),
    undefined,
  ],
});
