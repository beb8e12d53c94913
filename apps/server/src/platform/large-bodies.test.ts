import { Readable } from 'node:stream';
import { role } from '@recoup/contract/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';

const test = useApp();

it('holds few large bodies at once, and meanwhile takes what is of ordinary size', async () => {
  const token = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const small = { fileStream: 'Matter Number,Description\nM1,Lease\n' };
  const upload = async (bytes?: number) =>
    test.call('POST /upload', { token, body: small, ...(bytes !== undefined && { headers: { 'content-length': String(bytes) } }) });
  let startsReading = (): void => {};
  const isRead = new Promise<void>((resolve) => (startsReading = resolve));
  const payload = new Readable({ read: () => startsReading() });
  const first = test.app.inject({
    method: 'POST',
    url: '/core/api/upload',
    headers: { ...headers, 'content-length': '150000000' },
    payload,
  });
  await isRead;
  const refused = await upload(20_000_000);
  expect([refused.statusCode, refused.json<{ code: string }>().code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  expect((await upload()).statusCode).toBe(200);
  payload.push(null);
  // Its length was a lie.
  expect((await first).statusCode).toBe(400);
  expect((await upload(20_000_000)).json()).toMatchObject({ code: 'invalid_input' });
});
