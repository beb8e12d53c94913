import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { hours } from '../platform/core/clock.ts';
import { deleteExpired } from './expired-rows.repository.ts';

const test = useApp();

it('deletes expired rows', async () => {
  const user = await aUser(test.db, { cell: '0821110020' });
  await test.call(`GET /v2/sendOtp?email=${user.email}`);
  await test.sms();
  await test.signIn(user);
  await test.insertRows('knownPlaces', {
    userId: user.id,
    place: Buffer.alloc(32),
    seenAt: test.clock.now(),
  });
  await deleteExpired(test.db, new Date(test.clock.now().getTime() + hours(61 * 24)));
  expect(await test.listRows('otpChallenges')).toEqual([]);
  expect(await test.listRows('sessions')).toEqual([]);
  expect(await test.listRows('limits')).toEqual([]);
  expect(await test.listRows('knownPlaces')).toEqual([]);
});
