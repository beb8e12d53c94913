import type { TakenCalls } from '@recoup/contract/call-records/event-endpoints';
import { expect, it } from 'vitest';
import { keyRequests } from '../../../test/api-keys.ts';
import { basic, callSenders, signed } from '../../../test/call-events.ts';
import { callFile, useCallFirm } from '../../../test/call-firm.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { processorMs } from '../../../test/turns.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { lockImports } from '../../platform/imports/imports.ts';
import { readEventItems } from './event-items.ts';

const { ctx, first, list, send: sendFile, test } = useCallFirm();
const { aSender, post, secretFor } = callSenders(test, ctx);
const { make } = keyRequests(test);

const call = {
  id: 'a',
  startedAt: '2026-03-17T07:03:05Z',
  seconds: 304,
  direction: 'out',
  ownParty: '102',
  otherParty: '0825550101',
};
const body = JSON.stringify(call);
const none = { taken: 0, repeated: 0, ignored: [] };

it('takes a call signed in by a key, by the secret, or by a signature', async () => {
  const { id, secret } = await aSender('csv');
  const { key } = await make(ctx.admin, { scopes: ['capture'] });
  const ways = [
    { authorization: `Bearer ${key}` },
    basic(key),
    basic(secret),
    signed(body, secret),
  ];
  const outcomes: TakenCalls[] = [];
  for (const headers of ways) {
    const reply = await post(id, { body, headers });
    expect(reply).toAnswer(202);
    outcomes.push(reply.json<{ data: TakenCalls }>().data);
  }
  expect(secret).toHaveLength(32);
  expect(outcomes.map(({ taken, repeated }) => [taken, repeated])).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});

it('refuses a client that is not signed in', async () => {
  const { id, secret } = await aSender('csv');
  const other = (await aSender('csv')).secret;
  const ways: Record<string, string>[] = [
    {},
    basic('wrong'),
    basic(other),
    { authorization: `Bearer ${secret}` },
    { authorization: `Bearer ${ctx.admin}` },
    signed(body, other),
    signed(`${body} `, secret),
    { 'x-signature': '' },
  ];
  const replies = await Promise.all(ways.map(async (headers) => post(id, { body, headers })));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(ways.map(() => 401));
  const inAddress = await post(`${id}?key=${secret}`, { body });
  expect(inAddress).toAnswer(401);
  expect(await post('unknown', { body, headers: basic(secret) })).toAnswer(401);
  expect((await list()).count).toBe(0);
});

it('ends a secret with the next one', async () => {
  const { id, secret } = await aSender('csv');
  const next = await secretFor(id);
  expect(await post(id, { body, headers: basic(secret) })).toAnswer(401);
  expect(await post(id, { body, headers: basic(next) })).toAnswer(202);
  const lines = await test.listRows('auditLog', { action: 'call-source.secret-made' }, [
    'subjectId',
    'details',
  ]);
  expect(lines.filter(({ subjectId }) => subjectId === id)).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain(next);
});

it('refuses a key of another scope, and hides telephone systems of other firms', async () => {
  const { id } = await aSender('csv');
  const { key: readKey } = await make(ctx.admin, { scopes: ['read', 'import'] });
  expect(await post(id, { body, headers: basic(readKey) })).toAnswer(403);
  const otherAdmin = await test.signInAdmin({ firm: await test.aFirm() });
  const { key } = await make(otherAdmin, { scopes: ['capture'] });
  expect(await post(id, { body, headers: basic(key) })).toAnswer(404);
  expect(await test.call(`POST /call-sources/${id}/secret`, { token: otherAdmin })).toAnswer(404);
  const template = `GET /call-sources/${(await aSender('3cx')).id}/template`;
  expect(await test.call(template, { token: otherAdmin })).toAnswer(404);
  expect(await test.call(template, { token: ctx.thabo.token })).toAnswer(403);
});

const entities =
  '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><cdr><variables>&c;</variables></cdr>';

it.each([
  ['nothing', '', 'application/json', 400],
  ['no JSON', '{"id":', 'application/json', 400],
  ['another form', 'x=1', 'application/x-www-form-urlencoded', 400],
  ['XML with entities', entities, 'text/xml', 400],
  ['XML that is cut off', '<cdr><variables>', 'text/xml', 400],
  ['two roots', '<cdr></cdr></cdr>', 'text/xml', 400],
  ['an attribute of megabytes', `<cdr a="${'x'.repeat(2_000_000)}"/>`, 'text/xml', 413],
  ['more than 500 calls', JSON.stringify(Array.from({ length: 501 }, () => call)), '', 400],
])('refuses %s', async (_, sent, type, status) => {
  const { id, secret } = await aSender('freeswitch');
  expect(
    await post(id, { body: sent, type: type || 'text/plain', headers: basic(secret) }),
  ).toAnswer(status);
  expect((await list()).count).toBe(0);
});

it('reads deep XML and JSON without harm', async () => {
  const { take } = await aSender('freeswitch');
  const xml = `${'<a>'.repeat(100_000)}x${'</a>'.repeat(100_000)}`;
  expect(await take(xml, 'text/xml')).toMatchObject({ taken: 0, ignored: [{ index: 0 }] });
  const json = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  expect(await take(json)).toMatchObject({ taken: 0, ignored: [{ index: 0 }] });
  expect(await take('[]')).toEqual(none);
});

const many = (text: string) => text.repeat(Math.floor(900_000 / text.length));
const event = (value: object) => JSON.stringify({ ...call, ...value });

it.each<[string, 'csv' | 'yeastar' | 'freeswitch', string]>([
  ['brackets', 'csv', event({ otherParty: many('<') })],
  ['hosts', 'csv', event({ ownParty: `${many('@')} a` })],
  ['extensions', 'csv', event({ otherParty: `${many(';ext=')}\nx` })],
  ['brackets in a message', 'yeastar', messageWith({ call_from: many('<') })],
  ['a long name', 'csv', `{"${'x'.repeat(800_000)}":[${'1,'.repeat(5_000)}1]}`],
  ['a long element', 'freeswitch', xmlWith('x'.repeat(300_000), '<b>1</b>'.repeat(5_000))],
  ['a long element without texts', 'freeswitch', xmlWith('x'.repeat(40_000), many('<c></c>'))],
])('answers within a second to a megabyte of %s', async (_, system, sent) => {
  const { send } = await aSender(system);
  const ms = await processorMs(async () => expect(await send(sent)).toAnswer(202));
  expect(ms).toBeLessThan(1_000);
});

function messageWith(more: object): string {
  const answered = { status: 'ANSWERED', time_start: call.startedAt, talk_duration: 9 };
  return JSON.stringify({ type: 30012, msg: JSON.stringify({ ...answered, ...more }) });
}

function xmlWith(name: string, inner: string): string {
  return `<cdr><a><${name}>${inner}</${name}></a></cdr>`;
}

it.each([
  ['a NUL', 'a\0b', 'a\uFFFDb'],
  ['half of an emoji', 'a\uD83D', 'a\uFFFD'],
  ['an emoji at the end', `${'a'.repeat(39)}😀😀`, `${'a'.repeat(39)}😀`],
  ['a number', 'to 0825550101', 'to *****'],
])('takes the good calls of a list that has %s elsewhere', async (_, direction, named) => {
  const { take, events } = await aSender('csv');
  const reason = `“direction”: “${named}” is neither in nor out.`;
  const ignored = [{ index: 0, reason }];
  expect(await take([{ ...call, direction }, call])).toEqual({ taken: 1, repeated: 0, ignored });
  expect((await events()).data).toMatchObject([{ ignored }]);
});

it('keeps short values under short names alone', () => {
  const long = 'x'.repeat(501);
  const items = readEventItems(
    JSON.stringify({ a: long, b: long.slice(1), [long]: '1', c: { [long]: { d: '1' } } }),
    '',
  );
  expect(items).toEqual([new Map([['b', long.slice(1)]])]);
});

it('takes a call of last year as written, and none of the day after tomorrow', async () => {
  const { take } = await aSender('csv');
  const inHours = (hours: number) =>
    new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString();
  const calls = [
    { ...call, id: 'x', startedAt: '2025-01-05T07:00:00Z' },
    { ...call, id: 'y', startedAt: inHours(25) },
    { ...call, id: 'z', startedAt: inHours(23) },
  ];
  expect(await take(calls)).toEqual({
    taken: 2,
    repeated: 0,
    ignored: [{ index: 1, reason: 'The call begins more than a day from now.' }],
  });
});

it('takes the same call once: again, without its id, in one list, and in a file', async () => {
  const { take, id } = await aSender('csv');
  const { id: _, ...withoutId } = call;
  const later = (seconds: number) =>
    new Date(Date.parse(call.startedAt) + seconds * 1000).toISOString();
  expect(await take([call, call])).toMatchObject({ taken: 1, repeated: 1 });
  const other = { ...call, id: 'b', startedAt: later(-3) };
  expect(await take(other)).toMatchObject({ taken: 1 });
  const near = { ...withoutId, startedAt: later(5), seconds: 299 };
  expect(await take([near, near])).toMatchObject({ taken: 0, repeated: 2 });
  const file = callFile(['2026-03-17 09:03:01', '102', '0825550101', 300]);
  const reply = await sendFile(file, { source: id });
  expect(reply).toAnswer({ data: { added: 0, repeated: 1 } });
  expect(await take({ ...withoutId, startedAt: later(6) })).toMatchObject({ taken: 1 });
  expect(await take({ ...withoutId, seconds: 315 })).toMatchObject({ taken: 1 });
});

it('takes a call of a file once', async () => {
  const { take } = await aSender('csv');
  await sendFile(callFile(['2026-03-17 09:03:01', '102', '0825550101', 300]));
  expect(await take(call)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await take({ ...call, otherParty: '0825550109' })).toMatchObject({ taken: 1 });
});

it('takes a call once that several requests bring at the same time', async () => {
  const { send } = await aSender('csv');
  const replies = await Promise.all(Array.from({ length: 8 }, async () => send(call)));
  const taken = replies.map((reply) => reply.json<{ data: TakenCalls }>().data.taken);
  expect(taken.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect((await list()).count).toBe(1);
});

it('refuses a stranger before it reads the body', async () => {
  const { id } = await aSender('csv');
  const long = 'x'.repeat(2 * 1024 * 1024);
  for (const headers of [{}, basic('wrong'), { 'x-signature': '' }, basic('rcp_'.padEnd(40, 'x'))])
    expect((await post(id, { body: long, headers })).statusCode).toBe(
      'x-signature' in headers ? 413 : 401,
    );
  expect(await post('unknown', { body: long, headers: { 'x-signature': '' } })).toAnswer(401);
});

it('takes 600 calls a minute of a telephone system, and counts those beyond', async () => {
  const { take, send, events } = await aSender('csv');
  const later = await aSender('csv');
  const calls = (from: number) =>
    Array.from({ length: 300 }, (_, at) => {
      const startedAt = new Date(Date.parse(call.startedAt) + (from + at) * 60_000).toISOString();
      return { ...call, id: `${from + at}`, startedAt };
    });
  expect(await take(calls(0))).toMatchObject({ taken: 300 });
  expect(await take(calls(300))).toMatchObject({ taken: 300 });
  const reply = await send(calls(600));
  expect(reply).toAnswer(429, { code: 'too_many_requests' });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(await events()).toMatchObject({ limited: 300 });
  expect(await later.take({ ...call, startedAt: '2026-03-16T07:03:05Z' })).toMatchObject({
    taken: 1,
  });
  test.clock.advance(61_000);
  expect(await take(calls(600))).toMatchObject({ taken: 300 });
});

it('takes 3,000 calls a minute of a firm', async () => {
  const senders = [];
  for (let at = 0; at < 7; at += 1) senders.push(await aSender('csv'));
  const ignored = Array.from({ length: 500 }, () => ({ direction: 'no' }));
  const replies = [];
  for (const { send } of senders) replies.push((await send(ignored)).statusCode);
  expect(replies).toEqual([202, 202, 202, 202, 202, 202, 429]);
});

it('lists the last requests with what was ignored, and keeps the telephone system', async () => {
  const { id, take, events } = await aSender('csv');
  for (let at = 0; at < 51; at += 1) await take('[]');
  test.clock.advance(1_000);
  await take([call, { ...call, direction: '' }]);
  const { data } = await events();
  expect(data).toHaveLength(50);
  expect(data[0]).toMatchObject({ taken: 1, repeated: 0, ignored: [{ index: 1 }] });
  const [source] = await test.data<object[]>('GET /call-sources', { token: ctx.admin });
  expect(source).toMatchObject({
    _id: id,
    secretMadeAt: expect.any(String),
    lastEventAt: expect.any(String),
  });
  const reply = await test.call('PUT /call-sources', {
    token: ctx.admin,
    body: { sources: [] },
  });
  expect(reply).toAnswer(409, { message: /Calls of “csv 0” have come, so it stays/ });
});

it('reads an example without storing it', async () => {
  const { id, take } = await aSender('csv');
  await take({ ...call, id: 'known', startedAt: '2026-03-16T07:00:00Z' });
  const example = [call, { ...call, direction: '' }, { ...call, seconds: 0 }];
  const reply = await test.call(`POST /call-sources/${id}/event-tests`, {
    token: ctx.admin,
    body: { body: JSON.stringify(example) },
  });
  expect(reply).toAnswer(200, {
    data: {
      taken: 1,
      ignored: [{ index: 1 }, { index: 2 }],
      calls: [{ row: 0, startedAt: '2026-03-17T07:03:05.000Z', otherParty: '+27825550101' }],
    },
  });
  expect((await list()).count).toBe(1);
});

it('answers 404 when its telephone system is removed meanwhile', async () => {
  const { id, secret, send } = await aSender('csv');
  const firm = createFirmScope(ctx.firm.id);
  const sending = await test.db.transaction().execute(async (trx) => {
    await lockImports(trx, firm, 'calls');
    const reply = send(call);
    await expect.poll(async () => countLockWaits(test.db)).toBeGreaterThan(0);
    await trx.deleteFrom('callSources').where('firmId', '=', ctx.firm.id).execute();
    return { reply };
  });
  expect(await sending.reply).toAnswer(404);
  expect(await post(id, { body, headers: basic(secret) })).toAnswer(401);
});

it('gives the template of a 3CX, and of no other telephone system', async () => {
  const { id } = await aSender('3cx');
  const reply = await test.call(`GET /call-sources/${id}/template`, { token: ctx.admin });
  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': expect.stringContaining('recoup-3cx.xml'),
  });
  // Throws unless it is well-formed.
  readEventItems(reply.body, 'application/xml');
  const elements = [...reply.body.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name);
  expect([...new Set(elements)]).toEqual([
    'Crm',
    'Number',
    'Connection',
    'Parameters',
    'Parameter',
    'Authentication',
    'Value',
    'Scenarios',
    'Scenario',
    'Request',
    'PostValues',
  ]);
  expect(reply.body).toContain(`/core/api/call-events/${id}"`);
  const { id: other } = await aSender('yeastar');
  const refused = await test.call(`GET /call-sources/${other}/template`, { token: ctx.admin });
  expect(refused).toAnswer(404, { message: 'There is no such 3CX.' });
});

it('tells an attorney that an own call has come', async () => {
  const { take } = await aSender('csv');
  const latest = async (token: string) =>
    (await test.data<{ latest: string | null }>('GET /call-arrivals', { token })).latest;
  expect(await latest(ctx.thabo.token)).toBeNull();
  await take(call);
  const { _id } = await first();
  expect(await latest(ctx.thabo.token)).toBe(_id);
  expect(await latest(ctx.lerato.token)).toBeNull();
  expect(await latest(ctx.admin)).toBe(_id);
});

it('lets a session end that only polls', async () => {
  const token = ctx.thabo.token;
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect(await test.call('GET /call-arrivals', { token })).toAnswer(200);
    test.clock.advance(10 * 60_000);
  }
  expect(await test.call('GET /call-arrivals', { token })).toAnswer(401);
});
