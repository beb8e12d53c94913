import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours, minutes } from '../../platform/core/clock.ts';

const test = useApp();

it('allows strangers with many networks sixty attempts a day at an account', async () => {
  const { email } = await test.aUser({ cell: '0821110021' });
  const begin = async (network: number) => {
    const sent = (await test.sms()).length;
    const reply = await test.call(`GET /v2/sendOtp?email=${email}`, { from: `10.4.0.${network}` });
    const { data: token } = reply.json<{ data: string }>();
    const texts = (await test.sms()).slice(sent).map(({ text }) => text);
    const code = /^\d{8}/.exec(texts[0] ?? '')?.[0];
    return { token, code, wrong: String((Number(code ?? '0') + 1) % 100_000_000).padStart(8, '0') };
  };
  const verify = async (otp: string, token: string, network: number) =>
    (await test.call('POST /v2/verifyOtp', { body: { otp, token }, from: `10.4.1.${network}` }))
      .statusCode;
  let [evaluated, inBurst] = [0, 0];
  for (let network = 1; network <= 30; network += 1) {
    // A burst of many networks has four codes, and leaves the rest of the day's to a later hour.
    if (network % 6 === 0) test.clock.advance(minutes(16));
    if (network === 6) inBurst = evaluated;
    const { token, code, wrong } = await begin(network);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => verify(wrong, token, network)),
    );
    // A code that was never sent is never accepted.
    if (code !== undefined) evaluated += statuses.filter((status) => status === 400).length;
  }
  expect([inBurst, evaluated]).toEqual([20, 60]);
  test.clock.advance(hours(24));
  const next = await begin(1);
  expect(await verify(next.code ?? '', next.token, 1)).toBe(200);
});
