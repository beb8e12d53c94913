import { webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { expect, it } from 'vitest';
import { useWebhooks } from '../../test/webhook-firm.ts';

const { test, token, call, add, list, tryOut, deliveries, receiver } = useWebhooks();
const url = 'https://receiver.invalid/hook';
const hook = { url, events: ['import.done'] };

it('shows the secret once, and keeps it sealed', async () => {
  const { _id, secret } = await add(url, ['import.done', 'export.closed']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await list()).toEqual([
    {
      _id,
      url,
      events: ['export.closed', 'import.done'],
      isActive: true,
      offReason: null,
      offAt: null,
      createdAt: test.clock.now().toISOString(),
      lastDelivery: null,
    },
  ]);
  const { rows } = await test.pool.query('select webhooks::text as row from webhooks');
  const log = await test.pool.query('select details::text as row from audit_log');
  const stored = JSON.stringify([rows, log.rows]);
  const plain = secret.replace('whsec_', '');
  for (const form of [plain, Buffer.from(plain, 'base64').toString('hex')])
    expect(stored).not.toContain(form);
});

it.each([
  'http://receiver.invalid/hook',
  'http://8.8.8.8/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://0x0a000001/',
  'https://user:password@receiver.invalid/',
  'https://receiver.invalid/#part',
  'ftp://receiver.invalid/',
  'https://',
  'https://a b/',
  'https://999.1.1.1/',
  `https://receiver.invalid/${'x'.repeat(500)}`,
  `https://receiver.invalid/${'ü'.repeat(100)}`,
  'receiver.invalid',
  '',
])('refuses the address %s', async (bad) => {
  expect(await call('POST /webhooks', { ...hook, url: bad })).toAnswer({
    code: 'invalid_input',
    fields: { url: /\S/ },
  });
  const { _id } = await add(url);
  const change = await call(`PUT /webhooks/${_id}`, { ...hook, url: bad });
  expect([change.statusCode, (await list()).at(-1)?.url]).toEqual([400, url]);
});

it.each<[object]>([
  [{ url }],
  [{ url, events: [] }],
  [{ url, events: ['import.undone'] }],
  [{ url, events: ['webhook.test'] }],
  [{ url, events: 'import.done' }],
  [{ ...hook, secret: 'whsec_mine' }],
])('refuses %j', async (body) => {
  expect(await call('POST /webhooks', body)).toAnswer({ code: 'invalid_input' });
});

it('allows plain http where the operator allows it', async () => {
  const { _id } = await add(receiver().url);
  expect((await list()).find((each) => each._id === _id)?.url).toBe(`${receiver().url}/`);
});

it('changes a webhook, and keeps its secret unless a new one is asked for', async () => {
  const { _id, secret } = await add(url);
  const changed = await call(`PUT /webhooks/${_id}`, {
    url: `${url}/new`,
    events: ['mail.failed'],
  });
  expect(changed).toAnswer({
    data: { _id, url: `${url}/new`, events: ['mail.failed'], isActive: true },
  });
  expect(changed.json<{ data: object }>().data).not.toHaveProperty('secret');
  const renewed = await call(`PUT /webhooks/${_id}`, { ...hook, renewSecret: true });
  const { data } = renewed.json<{ data: { secret: string } }>();
  expect(data.secret).toMatch(/^whsec_/);
  expect(data.secret).not.toBe(secret);
});

it('switches a webhook off with what waits for it, and on again', async () => {
  const { _id } = await add(url);
  await tryOut(_id);
  expect(await call(`PUT /webhooks/${_id}`, { ...hook, isActive: false })).toAnswer({
    data: { isActive: false, offReason: null, offAt: test.clock.now().toISOString() },
  });
  expect(await deliveries(_id)).toMatchObject([
    { state: 'failed', nextTryAt: null, error: 'The webhook was switched off.' },
  ]);
  expect(await call(`POST /webhooks/${_id}/tests`)).toAnswer(409);
  expect(await call(`PUT /webhooks/${_id}`, { ...hook, isActive: true })).toAnswer({
    data: { isActive: true, offAt: null },
  });
  expect(await call(`POST /webhooks/${_id}/tests`)).toAnswer(201);
});

it('can be switched off when its address is not allowed any more', async () => {
  const { _id } = await add(url);
  const address = 'https://10.0.0.1/';
  await test.updateRows('webhooks', { id: _id }, { url: address });
  const off = await call(`PUT /webhooks/${_id}`, { ...hook, url: address, isActive: false });
  expect(off).toAnswer(200);
});

it('deletes a webhook with its deliveries', async () => {
  const { _id } = await add(url);
  await tryOut(_id);
  expect((await call(`DELETE /webhooks/${_id}`)).json()).toEqual({});
  expect(await list()).toEqual([]);
  expect(await call(`GET /webhooks/${_id}/deliveries`)).toAnswer(404);
  expect(await call(`DELETE /webhooks/${_id}`)).toAnswer(404);
});

it('has a bound of webhooks for a firm', async () => {
  for (let count = 0; count < webhookLimits.perFirm; count += 1) await add(url);
  expect(await call('POST /webhooks', hook)).toAnswer({
    code: 'conflict',
    message: 'A firm has at most 20 webhooks. Delete one first.',
  });
  const { rows } = await test.pool.query<{ lane: number; count: number }>(
    'select lane, count(*)::int from webhooks where firm_id = $1 group by 1 order by 1',
    [token.firmId],
  );
  expect(rows).toEqual([0, 1, 2, 3].map((lane) => ({ lane, count: 5 })));
});

it('is in the audit log with the host alone', async () => {
  const { _id } = await add(url);
  await call(`PUT /webhooks/${_id}`, { ...hook, url: 'https://other.invalid/secret' });
  await tryOut(_id);
  const [delivery] = await deliveries(_id);
  await call(`POST /webhook-deliveries/${delivery?._id}/repeats`);
  await call(`DELETE /webhooks/${_id}`);
  const log = await call('GET /audit?page=1');
  const { data } = log.json<{ data: { sentence: string }[] }>();
  expect(data.map(({ sentence }) => sentence).slice(0, 5)).toEqual([
    'Deleted the webhook to other.invalid',
    'Sent webhook.test to other.invalid again',
    'Sent a test to the webhook to other.invalid',
    'Changed the webhook to other.invalid',
    'Added the webhook to receiver.invalid',
  ]);
  expect(log.body).not.toContain('other.invalid/secret');
});
