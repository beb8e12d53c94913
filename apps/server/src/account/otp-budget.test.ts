import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { hours } from '../platform/clock.ts';

const test = useApp();

it('takes twenty tries a day for an account, over fresh codes and from everywhere, and more again the next day', async () => {
  const { email } = await aUser(test.db, { cell: '0821110021' });
  const begin = async () => {
    const { data: token } = (await test.call(`GET /v2/sendOtp?email=${email}`, { from: '10.4.0.1' })).json<{ data: string }>();
    const code = /^\d{8}/.exec((await test.sms()).at(-1)?.text ?? '')?.[0] ?? '';
    return { token, code, wrong: String((Number(code) + 1) % 100_000_000).padStart(8, '0') };
  };
  const verify = async (otp: string, token: string, network = 0) =>
    (await test.call('POST /v2/verifyOtp', { body: { otp, token }, from: `10.4.1.${network}` })).statusCode;
  let evaluated = 0;
  for (let round = 0; round < 6; round += 1) {
    const { token, wrong } = await begin();
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => verify(wrong, token, 10 * round + index)));
    evaluated += statuses.filter((status) => status === 400).length;
    test.clock.advance(hours(3));
  }
  expect(evaluated).toBe(20);
  const spent = await begin();
  expect(await verify(spent.code, spent.token)).toBe(429);
  test.clock.advance(hours(24));
  const next = await begin();
  expect(await verify(next.code, next.token)).toBe(200);
});
