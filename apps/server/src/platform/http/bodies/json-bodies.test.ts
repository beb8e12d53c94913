import { connect } from 'node:net';
import { role } from '@recoup/contract/core/access';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../../../test/app.ts';
import { portOf, request, sendRaw } from '../../../../test/raw-http.ts';
import { longestTurn } from '../../../../test/turns.ts';
import { createJsonScanner } from './json-bodies.ts';

const test = useApp();
let port = 0;

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(test.app.server);
});

async function anAdmin() {
  const firm = await test.aFirm();
  return { firm, token: await test.signInAdmin({ firm }) };
}

const head = (what: string, token: string, bytes: number): string =>
  request(what, {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(bytes),
  });
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
const refusal = {
  code: 'invalid_input',
  message: 'The body has more fields or items than this call takes.',
};

it.each(['POST /core/api/upload', 'POST /core/api/imports/refused-rows'])(
  'rejects a body of %s with a thousand fields while it still arrives, and answers another firm',
  async (what) => {
    const [greedy, other] = [await anAdmin(), await anAdmin()];
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(head(what, greedy.token, 100_000_000) + keys(1_000).slice(0, -1)),
    );
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    onTestFinished(() => void socket.destroy());
    await vi.waitFor(
      () => expect(answer).toMatch(/^HTTP\/1\.1 400 .*more fields or items/s),
      10_000,
    );
    socket.write(','.repeat(100_000));
    expect(await test.call('GET /me', { token: other.token })).toAnswer(200);
  },
);

/** The longest time (ms) without an answer to other clients during a body. */
async function maxPauseMs(token: string, body: string) {
  const sent = head('POST /core/api/upload', token, Buffer.byteLength(body)) + body;
  const { ms, result } = await longestTurn(async () => sendRaw(port, sent));
  return { status: result.status, answer: result.body.length, ms };
}

it.each([
  ['300,000 unknown fields', keys(300_000)],
  ['nested lists', `{"fileStream":${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}}`],
])('stops no longer for %s than for a file of that size', async (_, body) => {
  const { token } = await anAdmin();
  const file = await maxPauseMs(token, JSON.stringify({ fileStream: 'x'.repeat(body.length) }));
  const spoiled = await maxPauseMs(token, body);
  expect([file.status, spoiled.status]).toEqual([400, 400]);
  expect(spoiled.answer).toBeLessThan(200);
  expect(spoiled.ms).toBeLessThan(4 * file.ms + 40);
});

it('accepts a file whose text is full of escapes, brackets and commas', async () => {
  const { token } = await anAdmin();
  const cell = String.raw`"Lease ""A"" {[:,]} \\ \\\\"`;
  const rows = Array.from({ length: 2_000 }, (_, at) => `M${at},${cell}\n`);
  const fileStream = `Ref,Name\n${rows.join('')}`;
  const body = JSON.stringify({ fileStream, dryRun: true }).replaceAll('L', String.raw`\u004c`);
  const reply = await test.call('POST /upload', { token, body });
  expect(reply.json()).toEqual({
    data: { created: 2_000, updated: 0, unchanged: 0, matters: 2_000 },
  });
});

it('counts the same for any chunks of a body', () => {
  const body = Buffer.from(String.raw`{"a\"{[,":["\\",1,{"b":"\\\"[["}]}`);
  const outside = 7;
  for (let size = 1; size <= body.length; size += 1) {
    const take = (most: number) => {
      const { scan } = createJsonScanner(most);
      for (let at = 0; at < body.length; at += size) scan(body.subarray(at, at + size));
    };
    expect(() => take(outside)).not.toThrow();
    expect(() => take(outside - 1)).toThrow(refusal.message);
  }
});

it('rejects more long texts than values, which stand beside each other', () => {
  const body = (count: number) => Buffer.from(`"${'x'.repeat(2_000)}"`.repeat(count));
  expect(() => createJsonScanner(2).scan(body(2))).not.toThrow();
  expect(() => createJsonScanner(2).scan(body(3))).toThrow(refusal.message);
});

it('rejects a small body of a thousand fields unparsed, and allows a thousand fees', async () => {
  const { firm, token } = await anAdmin();
  const unread = await test.call('POST /logon', { body: `${keys(600).slice(0, -1)},,` });
  expect([unread.statusCode, unread.json()]).toEqual([400, refusal]);
  const type = await test.aDisbursementType(firm);
  const attorney = await test.aUser({ firm, role: role.attorney });
  const row = {
    disbursementType: type.id,
    startTime: 0,
    endTime: 100_000,
    additionalTime: 100_000,
    charges: 100_000.25,
  };
  const reply = await test.call(`PUT /users/${attorney.id}`, {
    token,
    body: { callFees: Array.from({ length: 1_000 }, () => row) },
  });
  expect(reply).toAnswer({
    code: 'invalid_input',
    fields: { 'callFees.1.startTime': expect.any(String) },
  });
});

it.each([
  ['small', '/core/api/disbursements', 51],
  ['large, whose parts are allowed', '/core/api/rate-changes', 50_000],
])('rejects a %s body of many levels', async (_, url, levels) => {
  const headers = {
    authorization: `Bearer ${(await anAdmin()).token}`,
    'content-type': 'application/json',
  };
  const payload = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(await test.app.inject({ method: 'POST', url, headers, payload })).toAnswer(400, {
    message: 'The body is nested too deeply: at most 50 levels are read.',
  });
});

it('names fifty wrong fields at most, and a hundred letters of a name', async () => {
  const body = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`${at}${'x'.repeat(200)}`, 1]),
  );
  const { message, fields } = (await test.call('POST /logon', { body })).json<{
    message: string;
    fields: Record<string, string>;
  }>();
  expect(message).toBe('More than 50 fields are not valid. The first 50 are named here.');
  expect(Object.keys(fields)).toHaveLength(50);
  expect(Math.max(...Object.keys(fields).map(({ length }) => length))).toBe(101);
});

it('does not clean a text that is far too long', async () => {
  const { token } = await anAdmin();
  const reply = await test.call('POST /upload', {
    token,
    body: { fileStream: 'Ref,Name\nM1,Lease\n', fileName: ' '.repeat(4_000), dryRun: true },
  });
  expect(reply).toAnswer({ fields: { fileName: 'Must not be more than 200 characters long.' } });
});
