import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { portOf } from '../../test/raw-http.ts';
import { readConfig } from '../startup/config.ts';
import { createSmsGateway, type Sms } from './create-gateway.ts';

type GatewayRequest = { method: string; url: string; authorization: string; body: unknown };
type Answer = { status: number; body?: unknown };
const requests: GatewayRequest[] = [];
const gateway = { answer: (_: GatewayRequest): Answer => ({ status: 201 }), port: 0 };
const server = createServer((request, response) => {
  void (async () => {
    const text = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const call = { method, url, authorization: headers.authorization ?? '', body };
    requests.push(call);
    const answer = gateway.answer(call);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body ?? {}));
  })();
});
const sms: Sms = { to: '0821234567', text: '12345678 is your one-time password.' };
const basic = `Basic ${Buffer.from('the-id:the secret').toString('base64')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway.port = portOf(server);
});
afterAll(() => void server.close());
beforeEach(() => void requests.splice(0));

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
  expect(requests).toEqual([
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
  expect(requests).toEqual([
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
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST']);
  expect(requests.at(-1)?.body).toEqual({
    Messages: [{ Content: sms.text, Destination: '27821234567' }],
  });
});

it.each(['bulksms', 'smsportal'])(
  'reports that %s rejected, without the text of the SMS',
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
])('rejects %s as SMS_URL and names the setting', (value) => {
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
