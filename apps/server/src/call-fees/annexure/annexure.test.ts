import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { userStatus } from '@recoup/contract/core/access';
import { beforeAll, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { readPdf } from '../../../test/pdf-text.ts';
import { portOf } from '../../../test/raw-http.ts';

const test = useApp();
const ctx = { firm: { id: '', domain: '' }, admin: '', attorney: '', token: '', colleague: '' };
const first = { upTo: { 5: 3300 } };

beforeAll(async () => {
  // In South Africa it is the 18th.
  test.clock.set(new Date('2026-03-17T22:30:00Z'));
  const firm = await test.aFirm({ name: 'Nkosi & Partners' });
  const admin = await test.anAdmin({ firm });
  const attorney = await test.aUser({ firm, name: 'Thabo Mokoena' });
  const colleague = await test.aUser({ firm, name: 'anne Botha' });
  await test.aUser({ firm, name: 'Inactive Person', status: userStatus.inactive });
  const type = await test.aDisbursementType(firm, { title: 'Call' });
  await test.aDisbursementType(firm, { title: 'Sheriff' });
  await test.aDisbursementType(firm, { title: 'Telex', active: false });
  await test.assignTypes(firm);
  const of = { firm, attorney, type };
  await test.callFees(of, { ...first, thereafter: [5, 1250] });
  await test.callFees(of, { upTo: { 5: 3600 }, validFrom: '2026-03-01' });
  await test.callFees(of, { upTo: { 5: 3900 }, validFrom: '2027-03-01' });
  await test.callFees(of, { upTo: { 5: 4200 }, validFrom: '2028-03-01' });
  await test.callFees({ firm, attorney: colleague, type }, { ...first, validFrom: '2026-06-01' });
  Object.assign(ctx, {
    firm,
    admin: await test.signIn(admin),
    attorney: attorney.id,
    token: await test.signIn(attorney),
    colleague: colleague.id,
  });
});

it.each(['2026-02-30', '2026-13-01', '18 March 2026', '0000-01-01', ''])(
  'rejects the day %j',
  async (on) => {
    for (const path of [`/users/${ctx.attorney}/fee-annexure`, '/fee-annexures']) {
      const reply = await test.call(`GET ${path}?on=${encodeURIComponent(on)}`, {
        token: ctx.admin,
      });
      expect(reply).toAnswer(400, { fields: { on: expect.any(String) } });
    }
  },
);

it('shows the fees of a day and the next change, by default of today in South Africa', async () => {
  const today = await texts(`/users/${ctx.attorney}/fee-annexure`);
  expect(today).toContain('18 March 2026');
  expect(today).toContain('Valid from 1 March 2026 to 28 February 2027');
  expect(today).toContain('From 1 March 2027');
  expect(today).not.toContain('From 1 March 2028');
  expect(today).toContain('R 36.00');
  expect(today).toContain('Sheriff');
  expect(today).not.toContain('Telex');

  const earlier = await texts(`/users/${ctx.attorney}/fee-annexure?on=2026-02-28`);
  expect(earlier).toContain('Valid from 28 February 2026 to 28 February 2026');
  expect(earlier).toContain('plus R 12.50');
  const last = await texts(`/users/${ctx.attorney}/fee-annexure?on=9999-12-31`);
  expect(last).toContain('Valid from 1 March 2028');
});

it('shows the first fees for the days before them', async () => {
  const words = await texts(`/users/${ctx.colleague}/fee-annexure?on=0001-01-01`);
  expect(words).toContain('Valid from 1 January 0001');
  expect(words).toContain('R 33.00');
});

it('shows the unit price of a fixed type on a day, and the next one', async () => {
  const type = await test.aDisbursementType(ctx.firm, { title: 'Copies' });
  await test.assignTypes(ctx.firm);
  const price = { unitPrice: 2.5, unitPriceFrom: '2026-01-01' };
  for (const change of [price, { unitPrice: 2.75, unitPriceFrom: '2027-01-01' }])
    await test.call(`PUT /disbursements/${type.id}`, {
      token: ctx.admin,
      body: { title: 'Copies', ...change },
    });
  const words = await texts(`/users/${ctx.attorney}/fee-annexure?on=2026-03-18`);
  const at = words.indexOf('Copies');
  expect(words.slice(at, at + 5)).toEqual([
    'Copies',
    'Valid from 1 January 2026 to 31 December 2026',
    'R 2.50 each',
    'From 1 January 2027',
    'R 2.75 each',
  ]);
  expect(await texts(`/fee-annexures?on=2027-01-01`)).toContain('R 2.75 each');
});

it('puts all active attorneys by name into one file', async () => {
  const reply = await test.call('GET /fee-annexures?on=2026-03-18', { token: ctx.admin });
  expect(reply.headers['content-disposition']).toContain('fee-annexures-2026-03-18.pdf');
  const pages = readPdf(reply.rawPayload);
  expect(pages.map((page) => page[4])).toEqual(['anne Botha', 'Thabo Mokoena']);
  expect(pages.map((page) => page.at(-1))).toEqual(['Page 1 of 2', 'Page 2 of 2']);
});

it.each([undefined, '*/*', 'application/pdf'])(
  'answers Accept %s with the same PDF each time',
  async (accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const reply = await test.call(annexureOfDay(), { token: ctx.token, headers });
    expect(reply.headers['content-type']).toBe('application/pdf');
    const again = await test.call(annexureOfDay(), { token: ctx.admin });
    expect(reply.rawPayload.equals(again.rawPayload)).toBe(true);
  },
);

it.each(['application/json', 'image/png'])(
  'answers Accept %s with the same PDF in JSON',
  async (accept) => {
    const reply = await test.call(annexureOfDay(), { token: ctx.token, headers: { accept } });
    const { data } = reply.json<{ data: { fileContent: string; fileName: string } }>();
    expect(data.fileName).toBe('fee-annexure-thabo-mokoena-2026-03-18.pdf');
    const { rawPayload } = await test.call(annexureOfDay(), { token: ctx.admin });
    expect(Buffer.from(data.fileContent, 'base64').equals(rawPayload)).toBe(true);
  },
);

it('reads a firm of many attorneys in batches', async () => {
  const firm = await test.aFirm();
  for (let count = 0; count < 60; count += 1) await test.aUser({ firm, name: `N ${count}` });
  const token = await test.signInAdmin({ firm });
  const reply = await test.call('GET /fee-annexures', { token });
  expect(readPdf(reply.rawPayload)).toHaveLength(60);
});

it('stops for a client that disconnects, and frees its place', async () => {
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('lock table disbursement_types in access exclusive mode');
  const { request, socket } = await connect('/fee-annexures');
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  const closed = once(socket, 'close');
  request.destroy();
  await closed;
  await holder.query('commit');
  holder.release();
  const before = test.log.length;
  expect(await test.call('GET /fee-annexures', { token: ctx.admin })).toAnswer(200);
  expect(test.log.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it('lets one annexure through while those of all wait, and limits how many wait', async () => {
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('lock table call_fee_bands in access exclusive mode');
  const requested = Array.from({ length: 11 }, async () =>
    test.call('GET /fee-annexures', { token: ctx.admin }),
  );
  const statuses: number[] = [];
  for (const reply of requested) void reply.then(({ statusCode }) => statuses.push(statusCode));
  await vi.waitFor(() => expect(statuses).toEqual([429]), 10_000);
  const one = test.call(`GET /users/${ctx.attorney}/fee-annexure`, { token: ctx.token });
  await expect.poll(() => countLockWaits(test.db)).toBe(2);
  await holder.query('commit');
  holder.release();
  expect(await one).toAnswer(200);
  expect(
    (await Promise.all(requested)).filter(({ statusCode }) => statusCode === 200),
  ).toHaveLength(10);
});

function annexureOfDay(): string {
  return `GET /users/${ctx.attorney}/fee-annexure?on=2026-03-18`;
}

async function texts(path: string): Promise<string[]> {
  const reply = await test.call(`GET ${path}`, { token: ctx.admin });
  expect(reply).toAnswer(200);
  return readPdf(reply.rawPayload)
    .flat()
    .map((text) => text.replaceAll('\u00A0', ' '));
}

/** Sends a request over a connection of its own; `socket` is its other end. */
async function connect(path: string) {
  const { server } = test.app;
  if (!server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const connected = once(server, 'connection');
  const headers = { authorization: `Bearer ${ctx.admin}` };
  const address = { port: portOf(server), host: '127.0.0.1', path: `/core/api${path}` };
  const request = http.request({ ...address, headers, agent: false });
  request.on('error', () => {}).end();
  const [socket] = await connected;
  return { request, socket: socket as Socket }; // the event's only argument
}
