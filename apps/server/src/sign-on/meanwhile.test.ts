import { expect, it } from 'vitest';
import { countLockWaits } from '../../test/lock-waits.ts';
import { ticketIn, useSignOn } from '../../test/sign-on-firm.ts';

const { test, aFirmWith } = useSignOn();

it('opens no session, and no deadlock, while the account of the ticket is removed', async () => {
  const { attorney, link, walk, logon } = await aFirmWith();
  await link(attorney);
  const location = await walk();
  expect(ticketIn(location)).toMatch(/\./);
  const removal = await test.db.startTransaction().execute();
  // In the order in which the product removes an account.
  const { id } = attorney;
  await removal.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  const logging = logon(location);
  await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
  await removal.deleteFrom('identities').where('userId', '=', id).execute();
  await removal.commit().execute();
  expect(await logging).toAnswer(401, { code: 'challenge_ended' });
});
