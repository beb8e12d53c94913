import { Webhook } from 'standardwebhooks';
import { expect, it, vi } from 'vitest';
import { countedWhile } from '../../../test/counted-outcomes.ts';
import { useWebhooks } from '../../../test/webhook-firm.ts';
import { createEgress } from '../../platform/egress/egress.ts';

const webhooks = useWebhooks();
const { test, token, receiver, call, add, tryOut, list } = webhooks;
const { deliveries, states, handlers, delivering, hurry } = webhooks;

it('sends an event that the library’s own verifier takes', async () => {
  const { _id, secret } = await add(`${receiver().url}/hook?from=recoup`);
  const delivery = await tryOut(_id);
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
  });
  const [request] = receiver().requests;
  expect(request).toMatchObject({
    path: '/hook?from=recoup',
    headers: { 'content-type': 'application/json', 'webhook-id': delivery._id },
  });
  const { body = '', headers = {} } = request ?? {};
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: 'webhook.test',
    timestamp: delivery.createdAt,
    data: { webhook: _id },
  });
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(delivery.payload).toBe(body);
});

it('tries again under the same id until the receiver takes it', async () => {
  const { _id, secret } = await add(receiver().url);
  const delivery = await tryOut(_id);
  receiver().answer((_, response) => response.writeHead(500).end());
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['waiting 1 500']);
    const [waiting] = await deliveries(_id);
    expect(waiting?.error).toBe('The receiver answered 500.');
    const pause = Date.parse(waiting?.nextTryAt ?? '') - Date.parse(waiting?.triedAt ?? '');
    expect(pause).toBe(5_000);
    expect((await list())[0]?.lastDelivery).toMatchObject({ state: 'waiting', status: 500 });
    receiver().answer((_, response) => response.writeHead(204).end());
    await hurry();
    await expect.poll(() => states(_id), { timeout: 5_000 }).toEqual(['delivered 2 204']);
  });
  const ids = receiver().requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([delivery._id, delivery._id]);
  for (const { body, headers } of receiver().requests)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
});

it('logs and counts each outcome once, without the path', async () => {
  const { _id } = await add(`${receiver().url}/a-secret-path`);
  await tryOut(_id);
  receiver().answer((_, response) => response.writeHead(500).end());
  const lines: object[] = [];
  const log = { warn: (line: object) => void lines.push(line) };
  const counted = await countedWhile('webhook', async () =>
    delivering(
      async () => {
        await expect.poll(() => states(_id)).toEqual(['waiting 1 500']);
        receiver().answer((_, response) => response.end());
        await hurry();
        await expect.poll(() => states(_id), { timeout: 5_000 }).toEqual(['delivered 2 200']);
      },
      { log },
    ),
  );
  expect(counted).toEqual(['delivered', 'retry']);
  const facts = { firm: token.firmId, webhook: _id, host: new URL(receiver().url).host };
  expect(lines).toMatchObject([
    {
      ...facts,
      outcome: 'retry',
      tries: 1,
      status: 500,
      reason: 'The receiver answered 500.',
      nextTryAt: expect.any(Date),
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret-path');
});

it.each([
  ['a redirect', 302, 'The receiver answered 302: redirects are not followed.'],
  ['a refusal', 404, 'The receiver answered 404.'],
])('takes %s for a failure', async (_, status, error) => {
  const { _id } = await add(receiver().url);
  await tryOut(_id);
  const location = `${receiver().url}/elsewhere`;
  receiver().answer((__, response) => response.writeHead(status, { location }).end());
  await delivering(async () => {
    await expect.poll(async () => (await deliveries(_id))[0]).toMatchObject({ tries: 1, error });
  });
  expect(receiver().requests.map(({ path }) => path)).toEqual(['/']);
});

it('gives up a try in time', async () => {
  const { _id } = await add(receiver().url);
  await tryOut(_id);
  receiver().answer(() => {});
  await delivering(
    async () => {
      await expect
        .poll(async () => (await deliveries(_id))[0])
        .toMatchObject({ tries: 1, status: null, error: 'The answer took too long.' });
    },
    { timeoutMs: 300 },
  );
});

it('keeps the next try for as long as the receiver asks for', async () => {
  const { _id } = await add(receiver().url);
  await tryOut(_id);
  receiver().answer((_, response) => response.writeHead(429, { 'retry-after': '90' }).end());
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['waiting 1 429']);
  });
  const [waiting] = await deliveries(_id);
  const pause = Date.parse(waiting?.nextTryAt ?? '') - Date.parse(waiting?.triedAt ?? '');
  expect(pause).toBe(90_000);
});

it('gives up after twelve tries, and sends it again on request', async () => {
  const { _id } = await add(receiver().url);
  const delivery = await tryOut(_id);
  await test.updateRows('webhookDeliveries', { id: delivery._id }, { tries: 11 });
  receiver().answer((_, response) => response.writeHead(503).end());
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['failed 12 503']);
    receiver().answer((_, response) => response.end());
    expect(await call(`POST /webhook-deliveries/${delivery._id}/repeats`)).toAnswer(201, {
      data: { _id: delivery._id, state: 'waiting', tries: 0 },
    });
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
  });
  expect(receiver().requests.map(({ headers }) => headers['webhook-id'])).toEqual([
    delivery._id,
    delivery._id,
  ]);
});

it('signs with the old secret too for a day', async () => {
  const { _id, secret: old } = await add(receiver().url);
  const events = ['import.done'];
  const changed = await call(`PUT /webhooks/${_id}`, {
    url: receiver().url,
    events,
    renewSecret: true,
  });
  const { secret } = changed.json<{ data: { secret: string } }>().data;
  await tryOut(_id);
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
    await test.updateRows('webhooks', { id: _id }, { oldSecretUntil: new Date(Date.now() - 1) });
    await tryOut(_id);
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200', 'delivered 1 200']);
  });
  const verifies = (key: string): boolean[] =>
    receiver().requests.map(({ body, headers }) => {
      try {
        return new Webhook(key).verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    });
  expect([verifies(old), verifies(secret)]).toEqual([
    [true, false],
    [true, true],
  ]);
});

it('sends again under the same id when the process died before it kept the answer', async () => {
  const { _id } = await add(receiver().url);
  const { _id: deliveryId } = await tryOut(_id);
  const now = vi.fn<() => Date>().mockReturnValueOnce(new Date());
  now.mockImplementation(() => {
    throw new Error('killed');
  });
  const handle = handlers({ clock: { now } })['deliver-webhook'];
  await expect(handle?.({ firmId: token.firmId, deliveryId })).rejects.toThrow('killed');
  await test.pool.query(
    `update graphile_worker._private_jobs
      set locked_at = now() - interval '10 seconds', locked_by = 'pool-dead', attempts = 1`,
  );
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
  });
  const ids = receiver().requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([deliveryId, deliveryId]);
});

it('checks the address of a name for each try, and connects to what it checked', async () => {
  const requested: string[] = [];
  const port = new URL(receiver().url).port;
  const changing = createEgress({
    allow: '127.0.0.0/8',
    find: async (name) => {
      requested.push(name);
      return requested.length === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    },
  });
  const { _id } = await add(receiver().url);
  await test.updateRows('webhooks', { id: _id }, { url: `http://changing.example:${port}/` });
  await tryOut(_id);
  await delivering(
    async () => {
      await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
      await tryOut(_id);
      await expect
        .poll(async () => (await deliveries(_id))[0])
        .toMatchObject({
          tries: 1,
          status: null,
          error: 'Only an address that begins with https:// is allowed.',
        });
    },
    { egress: changing },
  );
  expect([requested, receiver().requests.length]).toEqual([Array(2).fill('changing.example'), 1]);
});

it('delays no other firm by receivers that are silent', async () => {
  const silent = await add(`${receiver().url}/silent`);
  for (let count = 0; count < 20; count += 1) await tryOut(silent._id);
  token.admin = await test.signInAdmin();
  const quick = await add(`${receiver().url}/quick`);
  await tryOut(quick._id);
  const held: (() => void)[] = [];
  receiver().answer((request, response) => {
    const end = (): void => void response.end();
    if (request.url === '/quick') end();
    else held.push(end);
  });
  await delivering(
    async () => {
      await expect.poll(() => states(quick._id)).toEqual(['delivered 1 200']);
      expect(held).toHaveLength(1);
      receiver().answer((_, response) => void response.end());
      held[0]?.();
    },
    { concurrency: 2 },
  );
});
