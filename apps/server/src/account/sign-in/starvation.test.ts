import { availableParallelism } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hashingLimiter } from '../../platform/security/password-hashing.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();

/** Takes every lane of the hashing queue until the test has ended. */
function takeEveryLane(): void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  for (let lane = 0; lane < availableParallelism(); lane += 1) {
    const share = { group: 'held', member: String(lane), isKnown: true };
    void hashingLimiter.run(share, () => held);
  }
}

deepIt('answers 160 code requests and a wrong code while every hashing lane is busy', async () => {
  const from = '203.0.113.67';
  takeEveryLane();
  const requested = await Promise.all(
    Array.from({ length: 160 }, async (_, index) =>
      test.call(`GET /v2/sendOtp?email=n${index}@nowhere.co.za`, { from }),
    ),
  );
  expect(new Set(requested.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const body = { otp: '12345678', token: requested[0]?.json<{ data: string }>().data };
  expect(await test.call('POST /v2/verifyOtp', { body, from })).toAnswer(400);
});

deepIt('rejects more than 300 code requests from one network in 15 minutes', async () => {
  const ask = async (from: string) =>
    test.call('GET /v2/sendOtp?email=nobody@nowhere.co.za', { from });
  for (let count = 0; count < 300; count += 1)
    expect((await ask('203.0.113.68')).statusCode).toBe(200);
  const refused = await ask('203.0.113.68');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
  expect(await ask('203.0.113.69')).toAnswer(200);
});
