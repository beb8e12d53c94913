import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { hours } from '../platform/core/clock.ts';
import { readConfig } from '../startup/config.ts';
import { createLog } from '../platform/core/log.ts';
import { createSmsGateway } from './create-gateway.ts';
import type { Sms } from './gateway.ts';
import { createSmsSender, smsCaps } from './sms.service.ts';

type Seen = { method: string; url: string; authorization: string; body: unknown };
type Answer = { status: number; body?: unknown };
const seen: Seen[] = [];
const gateway = { answer: (_: Seen): Answer => ({ status: 201 }), port: 0 };
const server = createServer((request, response) => {
  void (async () => {
    const text = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const call = { method, url, authorization: headers.authorization ?? '', body };
    seen.push(call);
    const answer = gateway.answer(call);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body ?? {}));
  })();
});
const test = useApp();
const sms: Sms = { to: '0821234567', text: '12345678 is your one-time password.' };
const basic = `Basic ${Buffer.from('the-id:the secret').toString('base64')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a request without an encoding gives buffers
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway.port = (server.address() as AddressInfo).port; // it listens on TCP
});
afterAll(() => void server.close());
beforeEach(() => void seen.splice(0));

function smsUrl(scheme: string, query = ''): string {
  return `${scheme}://the-id:the%20secret@127.0.0.1:${gateway.port}${query}`;
}

it('writes an SMS into the outbox without a gateway', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-sms-'));
  await createSmsGateway({ smsUrl: undefined, dataDir }).send(sms);
  const files = await readdir(join(dataDir, 'outbox'));
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(/\.sms\.json$/);
  const written: unknown = JSON.parse(
    await readFile(join(dataDir, 'outbox', files[0] ?? ''), 'utf8'),
  );
  expect(written).toMatchObject(sms);
  expect(Object.keys(written as object)).toEqual(['to', 'text', 'at']); // just parsed
  await rm(dataDir, { recursive: true });
});

it('speaks to BulkSMS as it documents', async () => {
  gateway.answer = () => ({ status: 201, body: [{ id: '1' }] });
  await createSmsGateway({ smsUrl: smsUrl('bulksms'), dataDir: '' }).send(sms);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/v1/messages',
      authorization: basic,
      body: { to: '+27821234567', body: sms.text, routingGroup: 'PREMIUM' },
    },
  ]);
});

it('speaks to SMSPortal as it documents, with one token for many messages', async () => {
  gateway.answer = ({ method }) =>
    method === 'GET'
      ? { status: 200, body: { token: 'jwt-1', schema: 'JWT', expiresInMinutes: 1440 } }
      : { status: 200 };
  const portal = createSmsGateway({ smsUrl: smsUrl('smsportal', '?test=1'), dataDir: '' });
  await portal.send(sms);
  await portal.send(sms);
  const message = {
    SendOptions: { TestMode: true },
    Messages: [{ Content: sms.text, Destination: '27821234567' }],
  };
  const post = {
    method: 'POST',
    url: '/v1/bulkmessages',
    authorization: 'Bearer jwt-1',
    body: message,
  };
  expect(seen).toEqual([
    { method: 'GET', url: '/v1/Authentication', authorization: basic, body: undefined },
    post,
    post,
  ]);
});

it('signs in to SMSPortal again when its token no longer counts', async () => {
  let round = 0;
  gateway.answer = ({ method, authorization }) => {
    if (method === 'GET')
      return {
        status: 200,
        body: { token: `jwt-${(round += 1)}`, schema: 'JWT', expiresInMinutes: 1440 },
      };
    return { status: authorization === 'Bearer jwt-2' ? 200 : 401 };
  };
  await createSmsGateway({ smsUrl: smsUrl('smsportal'), dataDir: '' }).send(sms);
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST']);
  expect(seen.at(-1)?.body).toEqual({
    Messages: [{ Content: sms.text, Destination: '27821234567' }],
  });
});

it.each(['bulksms', 'smsportal'])(
  'says that %s refused, and no word of the SMS',
  async (scheme) => {
    gateway.answer = ({ body }) => ({ status: 403, body: { detail: JSON.stringify(body) } });
    const refused = createSmsGateway({ smsUrl: smsUrl(scheme), dataDir: '' }).send(sms);
    await expect(refused).rejects.toThrow(/answered 403$/);
  },
);

it.each([
  'clickatell://a:b@c.d',
  'bulksms://api.bulksms.com',
  'smsportal://id@rest.smsportal.com',
  'https://a:b@api.bulksms.com',
  'nonsense',
])('refuses %s as SMS_URL and names the setting', (value) => {
  expect(() => readConfig({ SMS_URL: value })).toThrow(/SMS_URL must/);
});

it.each([
  ['0821234567', true],
  ['0611234567', true],
  ['0115551234', false],
  ['0801234567', false],
  ['0861234567', false],
  ['0871234567', false],
  ['0851234567', true],
  ['0881234567', false],
  ['0912345678', false],
  ['', false],
])('knows whether %j can receive an SMS', (cell, expected) => {
  expect(canReceiveSms(cell)).toBe(expected);
});

it('sends nothing to a number that cannot receive it, and says why in the log', async () => {
  const sent: Sms[] = [];
  const lines: object[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as object) },
  }); // pino writes objects
  const sender = createSmsSender({
    db: test.db,
    gateway: { send: async (one) => void sent.push(one) },
  });
  const more = {
    text: 'x',
    userId: 'one',
    firmId: null,
    isStrangers: false,
    address: '10.3.0.1',
    now: test.clock.now(),
    log,
  };
  for (const to of ['0115551234', '0861234567', '+27821234567']) await sender.send({ ...more, to });
  expect(sent).toEqual([]);
  expect(lines).toMatchObject(
    Array.from({ length: 3 }, () => ({ event: 'sms_refused', reason: 'not a mobile number' })),
  );
});

it('spends no more than the caps on a number, an account, a network, a firm and in all, and never throws', async () => {
  const sent: Sms[] = [];
  const lines: object[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as object) },
  }); // pino writes objects
  const sender = createSmsSender({
    db: test.db,
    gateway: { send: async (one) => void sent.push(one) },
  });
  const now = test.clock.now();
  /** How many of so many are sent, each from a network of its own unless one is named. */
  const spend = async (
    count: number,
    given: (index: number) => { to: string; userId: string; firmId?: string; from?: string },
    isStrangers: boolean,
  ) => {
    const before = sent.length;
    for (let index = 0; index < count; index += 1) {
      const { from = `10.${index >> 8}.${index & 255}.1`, firmId = null, ...one } = given(index);
      await sender.send({ ...one, firmId, text: 'x', isStrangers, address: from, now, log });
    }
    return sent.length - before;
  };
  const cell = (index: number, begin = '083') => `${begin}${String(index).padStart(7, '0')}`;
  const { number, account, network, firm } = smsCaps;
  const ofNumber = (index: number) => ({ to: sms.to, userId: `user ${index}` });
  expect(await spend(number.strangers + 1, ofNumber, true)).toBe(number.strangers);
  // Strangers have spent their part of the number; the owner has the rest, and another firm its own.
  expect(await spend(number.max, ofNumber, false)).toBe(number.max - number.strangers);
  expect(lines.find((line) => 'cap' in line)).toMatchObject({ event: 'sms_capped', cap: 'number' });
  expect(await spend(1, () => ({ ...ofNumber(0), userId: 'other', firmId: 'other' }), true)).toBe(
    1,
  );
  expect(
    await spend(account.strangers + 1, (index) => ({ to: cell(index), userId: 'one' }), true),
  ).toBe(account.strangers);
  expect(
    await spend(
      network.strangers + 1,
      (index) => ({ to: cell(index), userId: `n${index}`, firmId: 'n', from: '192.0.2.1' }),
      true,
    ),
  ).toBe(100);
  expect(
    await spend(
      firm.strangers + 1,
      (index) => ({ to: cell(index), userId: `f${index}`, firmId: 'f' }),
      true,
    ),
  ).toBe(200);
  expect(
    await spend(
      firm.max,
      (index) => ({ to: cell(index, '084'), userId: `g${index}`, firmId: 'f' }),
      false,
    ),
  ).toBe(200);
  const later = {
    now: new Date(now.getTime() + hours(24)),
    userId: 'user 1',
    firmId: null,
    isStrangers: true,
    address: '10.0.0.1',
    log,
  };
  await sender.send({ ...sms, ...later });
  expect(sent.at(-1)).toEqual(sms);
  const broken = createSmsSender({
    db: test.db,
    gateway: { send: async () => Promise.reject(new Error('down')) },
  });
  await broken.send({ ...later, to: '0841234567', text: '99887766', address: '10.0.2.1' });
  expect(lines.at(-1)).toMatchObject({ event: 'sms_failed' });
  expect(JSON.stringify(lines)).not.toContain('99887766');
}, 60_000);
