import { Readable } from 'node:stream';
import { role } from '@recoup/contract/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';

const test = useApp();

it('holds few bytes of large bodies at once, and meanwhile takes what is of ordinary size', async () => {
  const token = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  /** A body that is so large by its own words, and does not end yet. */
  const begin = async (bytes: number) => {
    let startsReading = (): void => {};
    const isRead = new Promise<void>((resolve) => (startsReading = resolve));
    const payload = new Readable({ read: () => startsReading() });
    const answer = test.app.inject({
      method: 'POST',
      url: '/core/api/upload',
      headers: { ...headers, 'content-length': String(bytes) },
      payload,
    });
    await isRead;
    return async () => {
      payload.push(null);
      return (await answer).statusCode;
    };
  };
  const body = { fileStream: 'Matter Number,Description\nM1,Lease\n' };
  const upload = async (bytes?: number) => {
    const answer = await test.call('POST /upload', {
      token,
      body,
      ...(bytes !== undefined && { headers: { 'content-length': String(bytes) } }),
    });
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, retryAfter: answer.headers['retry-after'] };
  };
  const refused = { status: 503, code: 'unavailable', retryAfter: '2' };

  const ends = [await begin(150_000_000)];
  expect(await upload(25_000_000)).toEqual(refused);
  ends.push(await begin(23_000_000));
  expect(await upload(2_000_000)).toEqual(refused);
  expect(await upload()).toMatchObject({ status: 200 });
  while (ends.length < 11) ends.push(await begin(1_000_000));
  expect(await upload()).toEqual(refused);
  expect((await test.call('POST /register', { token, body: {} })).statusCode).toBe(400);
  // Their lengths were lies.
  expect(new Set(await Promise.all(ends.map(async (end) => end())))).toEqual(new Set([400]));
  expect([await upload(25_000_000), await upload(24_000_000)]).toMatchObject([{ code: 'invalid_input' }, { code: 'invalid_input' }]);
});
