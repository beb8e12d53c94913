import { expect, it } from 'vitest';
import { useWebhooks } from '../../../test/webhook-firm.ts';
import { hours } from '../../platform/core/clock.ts';

const webhooks = useWebhooks();
const { test, token, receiver, call, add, tryOut, list, deliveries, states, delivering } = webhooks;

it('switches a webhook off whose receiver is gone, and mails the admins', async () => {
  const { _id } = await add(`${receiver().url}/secret-path`);
  await tryOut(_id);
  receiver().answer((_, response) => response.writeHead(410).end());
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['failed 1 410']);
  });
  expect((await list())[0]).toMatchObject({ isActive: false, offReason: 'gone' });
  const mails = await test.listRows('mails', { firmId: token.firmId }, ['subject', 'body']);
  const host = new URL(receiver().url).host;
  expect(mails.map(({ subject }) => subject)).toEqual([`The webhook to ${host} is switched off`]);
  expect(mails[0]?.body).not.toContain('secret-path');
  expect(await call(`POST /webhooks/${_id}/tests`)).toAnswer(409);
  const [delivery] = await deliveries(_id);
  expect(await call(`POST /webhook-deliveries/${delivery?._id}/repeats`)).toAnswer({
    code: 'conflict',
  });
});

it('switches a webhook off that has failed for days, with what waits for it', async () => {
  const { _id } = await add(receiver().url);
  const input = await tryOut(_id);
  const waiting = await tryOut(_id);
  await test.updateRows('webhookDeliveries', { id: input._id }, { tries: 11 });
  await setFailingSince(_id, new Date(Date.now() - hours(73)));
  receiver().answer((_, response) => response.writeHead(500).end());
  await delivering(async () => {
    await expect.poll(async () => (await list())[0]?.offReason).toBe('failing');
  });
  const all = await deliveries(_id);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['failed']));
  expect(all.map((each) => each._id).toSorted()).toEqual([input._id, waiting._id].toSorted());
});

it('forgets earlier failures with a success', async () => {
  const { _id } = await add(receiver().url);
  await setFailingSince(_id, new Date(0));
  await tryOut(_id);
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
  });
  expect(await failingSince(_id)).toBeNull();
});

it('tries an address that replaced one which answers that it is gone', async () => {
  const { _id } = await add(`${receiver().url}/old`);
  await tryOut(_id);
  receiver().answer((request, response) => {
    if (request.url === '/new') response.end();
    else void move(_id, `${receiver().url}/new`).then(() => response.writeHead(410).end());
  });
  await delivering(async () => {
    await expect.poll(() => states(_id)).toEqual(['delivered 1 200']);
  });
  expect(receiver().requests.map(({ path }) => path)).toEqual(['/old', '/new']);
  expect((await list())[0]).toMatchObject({ isActive: true });
});

it('does not count the failures of an address against the next one', async () => {
  const { _id } = await add(`${receiver().url}/old`);
  await setFailingSince(_id, new Date(0));
  await move(_id, `${receiver().url}/old`);
  expect(await failingSince(_id)).toEqual(new Date(0));
  await move(_id, `${receiver().url}/new`);
  expect(await failingSince(_id)).toBeNull();
});

async function move(id: string, url: string): Promise<void> {
  expect(await call(`PUT /webhooks/${id}`, { url, events: ['import.done'] })).toAnswer(200);
}

async function setFailingSince(id: string, since: Date): Promise<void> {
  await test.updateRows('webhooks', { id }, { failingSince: since });
}

async function failingSince(id: string): Promise<Date | null | undefined> {
  return (await test.getRow('webhooks', { id })).failingSince;
}
