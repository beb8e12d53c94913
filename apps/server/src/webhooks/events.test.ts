import { webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { webhookPayload } from '@recoup/contract/webhooks/events';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useWebhooks } from '../../test/webhook-firm.ts';
import { mailJobs } from '../mail/delivery/deliver-mail.ts';
import { MailRejectedError } from '../mail/delivery/smtp-errors.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import { hours } from '../platform/core/clock.ts';
import { deleteOldDeliveries, recordEvent } from './events.service.ts';

const { test, token, call, add, deliveries, tryOut } = useWebhooks();
const url = 'https://receiver.invalid/hook';
const firm = () => ({ id: token.firmId, domain: token.domain });

async function record(date: string): Promise<void> {
  const attorney = await test.aUser({ firm: firm() });
  await test.anEntry({ firm: firm(), attorney }, { date, amountCents: 4400 });
}

/** The events that wait for a webhook, the first first; each as its schema has it. */
async function eventsOf(id: string) {
  return (await deliveries(id)).toReversed().map(({ event, payload }) => {
    const body: unknown = JSON.parse(payload);
    return webhookPayload(event).strict().parse(body);
  });
}

it('tells of a closing, and of nothing that was not closed', async () => {
  const { _id } = await add(url);
  await record('2026-03-05');
  expect(await call('POST /exports', { dryRun: true })).toAnswer(200);
  expect(await eventsOf(_id)).toEqual([]);
  const reply = await call('POST /exports', { to: '2026-03-31' });
  const { data: closed } = reply.json<{ data: { _id: string; number: number; sum: number } }>();
  expect(await eventsOf(_id)).toEqual([
    {
      type: 'export.closed',
      timestamp: test.clock.now().toISOString(),
      data: {
        export: closed._id,
        number: closed.number,
        from: null,
        to: '2026-03-31',
        entries: 1,
        sum: closed.sum,
        exceptions: 0,
      },
    },
  ]);
  expect(await call('POST /exports')).toAnswer(404);
  expect(await eventsOf(_id)).toHaveLength(1);
});

it('tells once a day that exceptions block a closing', async () => {
  const today = test.clock.now();
  const close = async () => {
    token.admin = await test.signInAdmin({ firm: firm() });
    return (await call('POST /exports')).json<{ code: string }>().code;
  };
  const { _id } = await add(url);
  const other = await add(url, ['export.closed']);
  await record(new Date(today.getTime() + hours(48)).toISOString().slice(0, 10));
  test.clock.set(new Date(today.getTime() - hours(24)));
  expect([await close(), await close()]).toEqual(['exceptions_open', 'exceptions_open']);
  expect(await eventsOf(_id)).toMatchObject([
    { type: 'exceptions.blocking', data: { from: null, to: null, exceptions: 1 } },
  ]);
  test.clock.set(today);
  expect(await close()).toBe('exceptions_open');
  expect(await eventsOf(_id)).toHaveLength(2);
  expect(await eventsOf(other._id)).toEqual([]);
});

it('tells of matters that were imported and refused, and not of a try', async () => {
  const { _id } = await add(url);
  const good = 'Ref,Name\nA/1,Zulu v Naidoo\n';
  const bad = 'Ref,Name\n,Without a number\n,Another\n';
  for (const fileStream of [good, bad]) await call('POST /upload', { fileStream, dryRun: true });
  expect(await eventsOf(_id)).toEqual([]);
  const statuses = [];
  for (const fileStream of [good, bad, 'no file of matters']) {
    test.clock.advance(1);
    statuses.push((await call('POST /upload', { fileStream })).statusCode);
  }
  expect(statuses).toEqual([200, 422, 400]);
  expect(await eventsOf(_id)).toMatchObject([
    {
      type: 'import.done',
      data: { file: 'matters', import: expect.any(String), added: 1, changed: 0, unchanged: 0 },
    },
    { type: 'import.refused', data: { file: 'matters', refusedRows: 2 } },
    { type: 'import.refused', data: { file: 'matters', refusedRows: 0 } },
  ]);
});

it('tells of a mail that was given up', async () => {
  const { _id } = await add(url);
  const mailId = await test.db.transaction().execute(async (trx) =>
    queueMail(trx, {
      firmId: token.firmId,
      userId: null,
      to: 'gone@lawfirm.co.za',
      subject: 'Hello',
      body: 'Hello',
      now: test.clock.now(),
    }),
  );
  const send = async (): Promise<void> => {
    throw new MailRejectedError('No such mailbox here: gone@lawfirm.co.za');
  };
  const jobs = mailJobs({
    db: test.db,
    log: test.app.log,
    mailer: { send },
    loadAttachment: async () => undefined,
  });
  await jobs['send-mail']?.({ mailId });
  expect(await eventsOf(_id)).toMatchObject([
    { type: 'mail.failed', data: { mail: mailId, export: null, tries: 1 } },
  ]);
});

it('keeps no event of a change that was rolled back', async () => {
  const { _id } = await add(url);
  const data = { file: 'matters', import: newId(), added: 1, changed: 0, unchanged: 0 } as const;
  const changing = test.db.transaction().execute(async (trx) => {
    await recordEvent(trx, createFirmScope(token.firmId), {
      type: 'import.done',
      data,
      now: test.clock.now(),
    });
    throw new Error('rolled back');
  });
  await expect(changing).rejects.toThrow('rolled back');
  expect(await eventsOf(_id)).toEqual([]);
  const { rows } = await test.pool.query('select from graphile_worker._private_jobs');
  expect(rows).toEqual([]);
});

it('lists an event as failed while two hundred others wait', async () => {
  const { _id } = await add(url);
  await test.pool.query(
    `insert into webhook_deliveries
       (firm_id, id, webhook_id, event, payload, state, created_at, waiting_since, next_try_at)
     select firm_id, gen_random_uuid(), id, 'webhook.test', '{}', 'waiting', now(), now(), now()
     from webhooks, generate_series(1, 200) where id = $1`,
    [_id],
  );
  expect(await tryOut(_id)).toMatchObject({
    state: 'failed',
    nextTryAt: null,
    error: 'Not sent: 200 other deliveries wait for this webhook.',
  });
});

it('keeps the latest deliveries of a webhook, for thirty days', async () => {
  const { _id } = await add(url);
  const { keptPerWebhook, keptDays } = webhookLimits;
  await test.pool.query(
    `insert into webhook_deliveries
       (firm_id, id, webhook_id, event, payload, state, created_at, waiting_since)
     select firm_id, gen_random_uuid(), id, 'webhook.test', '{}', 'delivered',
       now() - interval '1 minute' * n, now()
     from webhooks, generate_series(1, $2) as n where id = $1`,
    [_id, keptPerWebhook],
  );
  await tryOut(_id);
  const count = async () =>
    (await call(`GET /webhooks/${_id}/deliveries?page=1`)).json<{ count: number }>().count;
  expect(await count()).toBe(keptPerWebhook);
  await deleteOldDeliveries(test.db, new Date(Date.now() + hours(24 * keptDays) - hours(1)));
  expect(await count()).toBeGreaterThan(50);
  await deleteOldDeliveries(test.db, new Date(Date.now() + hours(24 * keptDays) + hours(1)));
  // It still waits.
  expect(await count()).toBe(1);
});

it('gives each webhook of a firm its turn, however many deliveries wait for another', async () => {
  const [busy, other] = [await add(url), await add(url)];
  for (const { _id } of [busy, busy, busy, other]) await tryOut(_id);
  const { rows } = await test.pool.query<{ priority: number }>(
    'select priority::int from graphile_worker._private_jobs order by id',
  );
  expect(rows.map(({ priority }) => priority)).toEqual([0, 1, 2, 0]);
});
