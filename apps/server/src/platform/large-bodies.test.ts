import { Readable } from 'node:stream';
import { role } from '@recoup/contract/access';
import { expect, it } from 'vitest';
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
  const ends = [await one.begin(150_000_000)];
  expect(await two.upload(25_000_000)).toEqual(refused);
  ends.push(await two.begin(23_000_000));
  expect(await three.upload(2_000_000)).toEqual(refused);
  expect(await three.upload()).toMatchObject({ status: 200 });
  while (ends.length < 11) ends.push(await three.begin(1_000_000));
  expect(await one.upload()).toEqual(refused);
  expect((await one.register()).statusCode).toBe(400);
  expect(await endAll(ends)).toEqual(new Set([400]));
  expect([await two.upload(25_000_000), await three.upload(24_000_000)]).toMatchObject([letIn, letIn]);
});

it('leaves half of the room to other firms, however much one sends', async () => {
  const [busy, other] = [await aSender(), await aSender()];
  const ends = [await busy.begin(6_000_000), await busy.begin(6_000_000)];
  expect(await busy.upload(1_100_000)).toEqual(refused);
  while (ends.length < 6) ends.push(await busy.begin(1_000_000));
  expect(await busy.upload()).toEqual(refused);
  expect([await other.upload(8_000_000), await other.upload()]).toMatchObject([letIn, { status: 200 }]);
  expect(await endAll(ends)).toEqual(new Set([400]));
  expect([await busy.upload(23_000_000), await busy.upload()]).toMatchObject([letIn, { status: 200 }]);
});
