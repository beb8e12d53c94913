import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();

it.each([
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'iframe' },
])('sends nothing for a link, a picture or a frame: %o', async (headers) => {
  const user = await test.aUser({ cell: '0821110044' });
  const reply = await test.call(`GET /v2/sendOtp?email=${user.email}`, { headers });
  const sent = (await test.sms()).filter(({ to }) => to === '0821110044');
  expect([reply.statusCode, sent]).toEqual([403, []]);
});

const ofScripts: Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-mode': 'cors' },
];

it.each(ofScripts)(
  'sends a code for a script of the page and for a program: %o',
  async (headers) => {
    const user = await test.aUser();
    expect(await test.call(`GET /v2/sendOtp?email=${user.email}`, { headers })).toAnswer(200);
  },
);
