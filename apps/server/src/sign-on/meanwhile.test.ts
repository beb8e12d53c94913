import { expect, it } from 'vitest';
import { countLockWaits } from '../../test/lock-waits.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { failureIn, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';

const { test, provider, aFirmWith, aLinkedFirm } = useSignOn();

type Change = Readonly<Record<string, unknown>> | null;

it('links no email once the firm has switched that off, while the provider is asked', async () => {
  const { attorney, walk, save } = await aFirmWith({ linksByEmail: true });
  const { email } = attorney;
  provider().person = { sub: 'new', email, email_verified: true };
  provider().lies = { meanwhile: async () => save({ linksByEmail: false }) };
  expect(failureIn(await walk())).toBe('unknown');
  provider().lies = { meanwhile: async () => save({ linksByEmail: true }) };
  expect(ticketIn(await walk())).toMatch(/\./);
});

it('waits for a change that is being saved', async () => {
  const { firm, attorney, walk } = await aFirmWith({ linksByEmail: true });
  const { email } = attorney;
  provider().person = { sub: 'new', email, email_verified: true };
  const saving = await test.db.startTransaction().execute();
  const signOn = saving.updateTable('signOns').where('firmId', '=', firm.id);
  await signOn.set({ linksByEmail: false }).execute();
  const walking = walk();
  await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
  await saving.commit().execute();
  expect(failureIn(await walking)).toBe('unknown');
});

it.each<[string, Change]>([
  ['ended', null],
  ['replaced', { issuer: 'http://127.0.0.1:9/other' }],
  ['saved with another client', { clientId: 'another' }],
])('signs in, links and confirms nobody if the provider is %s meanwhile', async (_, change) => {
  const { firm, attorney, walk, follow, link, save } = await aLinkedFirm();
  const [token, other] = [await test.signIn(attorney), await test.aUser({ firm })];
  const during = async (work: () => Promise<string>) => {
    await save();
    provider().lies = { meanwhile: async () => save(change) };
    return failureIn(await work());
  };
  expect(await during(walk)).toBe('off');
  expect(await during(async () => follow('POST /sign-on-confirmations', token))).toBe('off');
  provider().person = { sub: 'another' };
  expect(await during(async () => link(other))).toBe('off');
  expect(await test.listRows('identities', { userId: other.id }, ['id'])).toEqual([]);
});

it.each<[string, Change]>([
  ['ended', null],
  ['replaced', { issuer: 'http://127.0.0.1:9/other' }],
])('completes no second factor once the provider is %s', async (_, change) => {
  const { attorney, walk, logon, save } = await aLinkedFirm();
  const { addApp, complete } = factorRequests(test);
  const { secret } = await addApp(await test.signIn(attorney));
  const prove = async () => {
    const { challenge } = (await logon(await walk())).json<{ challenge: string }>();
    return async () => {
      test.clock.advance(60_000);
      return complete({ challenge, code: codeOf(secret, test.clock.now()) });
    };
  };
  const early = await prove();
  expect(await early()).toAnswer(200);
  const late = await prove();
  expect(await save(change)).toAnswer(200);
  expect(await late()).toAnswer(401, { code: 'challenge_ended' });
});

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
