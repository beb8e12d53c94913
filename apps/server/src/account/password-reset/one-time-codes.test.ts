import { expect, it } from 'vitest';
import { useResetCodes } from '../../../test/reset-codes.ts';
import { minutes, seconds } from '../../platform/core/clock.ts';
import { deepIt } from '../../../test/deep.ts';

const { codesFor, elsewhere, sendOtp, started, test, verify } = useResetCodes();

function wrong(code: string): string {
  return String((Number(code) + 1) % 100_000_000).padStart(8, '0');
}

it('sends nothing for a page of another site', async () => {
  const user = await test.aUser({ cell: '0821110003' });
  const reply = await test.call(`GET /v2/sendOtp?email=${user.email}`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(reply).toAnswer(403);
  expect(await codesFor('0821110003')).toEqual([]);
});

it('sends one code a minute, and both answers open it', async () => {
  const { user, token, code } = await started({ cell: '0821110004' });
  const again = await sendOtp(user.email);
  expect(again).not.toBe(token);
  expect(await codesFor('0821110004')).toEqual([code]);
  expect(await verify(code, again)).toAnswer(200);
  expect(await verify(code, token)).toAnswer(400);
});

it('voids the old code with a new one', async () => {
  const { user, token, code } = await started({ cell: '0821110005' });
  test.clock.advance(seconds(60));
  const next = await sendOtp(user.email);
  const codes = await codesFor('0821110005');
  expect(codes).toHaveLength(2);
  expect(await verify(code, token)).toAnswer(400);
  expect(await verify(codes[1] ?? '', next)).toAnswer(200);
});

it('sends three codes in a quarter of an hour, and answers the fourth request alike', async () => {
  const { user } = await started({ cell: '0821110006' });
  for (let count = 0; count < 4; count += 1) {
    test.clock.advance(seconds(61));
    await sendOtp(user.email);
  }
  expect(await codesFor('0821110006')).toHaveLength(3);
});

it('holds a code for five minutes', async () => {
  const first = await started({ cell: '0821110007' });
  test.clock.advance(minutes(5) - 1);
  expect(await verify(first.code, first.token)).toAnswer(200);
  const second = await started({ cell: '0821110008' });
  test.clock.advance(minutes(5));
  expect(await verify(second.code, second.token)).toAnswer(400);
});

it('allows an account five attempts over all its codes', async () => {
  const { user, token, code } = await started({ cell: '0821110009' });
  for (let count = 0; count < 3; count += 1)
    expect((await verify(wrong(code), token)).statusCode).toBe(400);
  test.clock.advance(seconds(61));
  const next = await sendOtp(user.email);
  const newCode = (await codesFor('0821110009')).at(-1) ?? '';
  for (let count = 0; count < 2; count += 1)
    expect((await verify(wrong(newCode), next)).statusCode).toBe(400);
  const refused = await verify(newCode, next);
  expect(refused).toAnswer(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
});

deepIt('evaluates at most five of 500 wrong codes at once, from anywhere', async () => {
  const { token, code, user } = await started({ cell: '0821110010' });
  const replies = await Promise.all(
    Array.from({ length: 500 }, async () => verify(wrong(code), token, elsewhere())),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(495);
  const row = await test.getRow('otpChallenges', { userId: user.id }, ['tries']);
  expect(row.tries).toBe(5);
});

it.each([
  [{ otp: '', token: 'a'.repeat(43) }, 'otp'],
  [{ otp: '1234567', token: 'a'.repeat(43) }, 'otp'],
  [{ otp: 12345678, token: 'a'.repeat(43) }, 'otp'],
  [{ otp: '12345678' }, 'token'],
  [{ otp: '12345678', token: 'not a token' }, 'token'],
])('rejects %j with the text of the specification', async (body, field) => {
  expect(await test.call('POST /v2/verifyOtp', { body, from: elsewhere() })).toAnswer(400, {
    fields: { [field]: 'Please enter valid OTP' },
  });
});

it('answers an unknown token as a wrong code', async () => {
  const { token, code } = await started({ cell: '0821110017' });
  const [known, unknown] = [
    await verify(wrong(code), token),
    await verify('12345678', 'a'.repeat(43)),
  ];
  expect(known.body).toBe(unknown.body);
});

it('accepts a code with spaces', async () => {
  const { token, code } = await started({ cell: '0821110018' });
  expect(await verify(` ${code.slice(0, 4)} ${code.slice(4)} `, token)).toAnswer(200);
});
