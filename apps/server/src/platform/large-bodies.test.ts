import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { role } from '@recoup/contract/access';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';

const test = useApp();

/** Somebody of a firm of their own, with `begin` for a body that is so large by its own words and does not end yet. */
async function aSender() {
  const token = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
  return {
    async begin(bytes: number) {
      let startsReading = (): void => {};
      const isRead = new Promise<void>((resolve) => (startsReading = resolve));
      const payload = new Readable({ read: () => startsReading() });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': String(bytes) };
      const answer = test.app.inject({ method: 'POST', url: '/core/api/upload', headers, payload });
      await isRead;
      return async () => {
        payload.push(null);
        return (await answer).statusCode;
      };
    },
    async upload(bytes?: number) {
      const body = { fileStream: 'Matter Number,Description\nM1,Lease\n' };
      const headers = bytes === undefined ? {} : { 'content-length': String(bytes) };
      const answer = await test.call('POST /upload', { token, body, headers });
      return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, retryAfter: answer.headers['retry-after'] };
    },
    register: async () => test.call('POST /register', { token, body: {} }),
  };
}

const refused = { status: 503, code: 'unavailable', retryAfter: '2' };
/** The answer to a body that was let in, and then was not what its length said. */
const letIn = { status: 400, code: 'invalid_input' };
type End = () => Promise<number>;
const endAll = async (ends: readonly End[]) => new Set(await Promise.all(ends.map(async (end) => end())));

it('holds few bytes of large bodies at once, and meanwhile takes what is of ordinary size', async () => {
  const [one, two, three] = [await aSender(), await aSender(), await aSender()];
  const four = await aSender();
  const ends = [await one.begin(150_000_000)];
  expect(await two.upload(25_000_000)).toEqual(refused);
  ends.push(await two.begin(12_000_000), await four.begin(11_000_000));
  expect(await three.upload(2_000_000)).toEqual(refused);
  expect(await three.upload()).toMatchObject({ status: 200 });
  while (ends.length < 12) ends.push(await three.begin(1_000_000));
  expect(await one.upload()).toEqual(refused);
  expect((await one.register()).statusCode).toBe(400);
  expect(await endAll(ends)).toEqual(new Set([400]));
  expect([await two.upload(25_000_000), await three.upload(12_000_000)]).toMatchObject([letIn, letIn]);
});

it('leaves half of the room to other firms, however much one sends', async () => {
  const [busy, other] = [await aSender(), await aSender()];
  const ends = [await busy.begin(6_000_000), await busy.begin(6_000_000)];
  expect(await busy.upload(1_100_000)).toEqual(refused);
  while (ends.length < 6) ends.push(await busy.begin(1_000_000));
  expect(await busy.upload()).toEqual(refused);
  expect([await other.upload(8_000_000), await other.upload()]).toMatchObject([letIn, { status: 200 }]);
  expect(await endAll(ends)).toEqual(new Set([400]));
  expect([await busy.upload(12_000_000), await busy.upload()]).toMatchObject([letIn, { status: 200 }]);
});

const logonBody = JSON.stringify({ email: 'nobody@large.example', password: 'not the password' });
const logon = [
  'POST /core/api/logon HTTP/1.1',
  'host: recoup.test',
  'content-type: application/json',
  `content-length: ${logonBody.length}`,
  '',
  logonBody,
].join('\r\n');

it.each([
  { when: 'while their session is looked up', table: 'sessions', before: '', isHeld: false },
  { when: 'while an answer before theirs is awaited', table: 'limits', before: logon, isHeld: true },
])('keeps no place for who leaves $when', async ({ table, before, isHeld }) => {
  const token = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
  const { server } = test.app;
  if (!server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const upload = [
    'POST /core/api/upload HTTP/1.1',
    'host: recoup.test',
    `authorization: Bearer ${token}`,
    'content-length: 11000000',
    '',
    '',
  ];
  const code = async () => {
    const headers = { 'content-length': '2000000' };
    const answer = await test.call('POST /upload', { token, body: { fileStream: 'Matter Number,Description\nM1,Lease\n' }, headers });
    return answer.json<{ code?: string }>().code;
  };
  await test.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens on TCP
    socket.write(before + upload.join('\r\n'));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await waiting.execute(trx)).rows).toHaveLength(1), 10_000);
    if (isHeld) await untilHeld(code);
    socket.destroy();
    await once(socket, 'close');
    await vi.waitFor(async () => expect(await connections()).toBe(0), 10_000);
  });
  for (let asked = 0; asked < 5; asked += 1) expect(await code()).toBe('invalid_input');
});

async function connections(): Promise<number> {
  return new Promise((resolve, reject) => test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}

async function untilHeld(code: () => Promise<string | undefined>): Promise<void> {
  await vi.waitFor(async () => expect(await code()).toBe('unavailable'), 10_000);
}
