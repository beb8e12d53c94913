import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createSession } from '../../account/session/sessions.service.ts';
import { createInitialPassword } from '../../account/operator.service.ts';
import { hours, minutes } from '../../platform/core/clock.ts';

const test = useApp();
const password = 'paper-lion-station-18';
const fresh = 'lantern-harbour-quiet-7';

type Data = { data: { _id: string } };

/** An attorney who has an initial password, and the calls of the firm admin who gave it. */
async function anAttorney(cell: string) {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const token = async () => test.signIn(admin);
  const body = {
    role: 0,
    firm: firm.id,
    name: 'Thabo Mokoena',
    email: `t.mokoena@${firm.domain}`,
    cell,
    password,
  };
  const register = async () => test.call('POST /register', { token: await token(), body });
  const id = (await register()).json<Data>().data._id;
  const renew = async () =>
    test.call(`PUT /users/${id}/first-sign-in`, { token: await token(), body: {} });
  const logon = async () => test.call('POST /logon', { body: { email: body.email, password } });
  return { id, register, renew, logon };
}

const signInOf = async (id: string) => test.getRow('users', { id }, ['passwordHash', 'invitedAt']);

/** Sends the request while another transaction changes the user, which commits once it waits. */
async function during(id: string, change: object, ask: () => ReturnType<typeof test.call>) {
  const other = await test.db.startTransaction().execute();
  await other.updateTable('users').set(change).where('id', '=', id).execute();
  const requested = ask();
  await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
  await other.commit().execute();
  return requested;
}

it('keeps the password that is chosen during a renewal', async () => {
  const { id, renew } = await anAttorney('0825550111');
  const chosen = { passwordHash: 'of the own password', passwordResetRequired: false };
  expect(await during(id, chosen, renew)).toAnswer({ code: 'conflict' });
  expect(await signInOf(id)).toMatchObject({ passwordHash: chosen.passwordHash });
});

it.each([
  ['receives no SMS', '0825550111', '0115550111'],
  ['receives SMS', '0115550111', '0825550111'],
])('is not renewed while the cell becomes one that %s', async (_, before, after) => {
  const { id, renew } = await anAttorney(before);
  const first = await signInOf(id);
  expect(await during(id, { cell: after }, renew)).toAnswer(409, { code: 'changed_meanwhile' });
  expect(await signInOf(id)).toEqual(first);
});

it.each(['0825550111', '0115550111'])(
  'ends sessions of the earlier initial password at a renewal, with the cell %s',
  async (cell) => {
    const { id, renew } = await anAttorney(cell);
    const open = async (kind: 'restricted' | 'reset') =>
      createSession(test.db, { userId: id, kind, now: test.clock.now() });
    const [session, grant] = [await open('restricted'), await open('reset')];
    expect(await test.call('GET /me', { token: session })).toAnswer(200);
    expect(await renew()).toAnswer(200);
    expect(await test.call('GET /me', { token: session })).toAnswer(401);
    const reset = await test.call(`PUT /users/update-passwordv2/${id}`, {
      token: grant,
      body: { newPassword: fresh },
    });
    expect(reset).toAnswer(401);
  },
);

it('ends a system admin’s sessions with a new password, and rejects a blocked one', async () => {
  const user = await test.aUser({ firm: null, password });
  const token = await test.signIn(user);
  await createInitialPassword(test.db, { email: user.email, now: test.clock.now() });
  expect(await test.call('GET /me', { token })).toAnswer(401);
  await test.updateRows('users', { id: user.id }, { status: 0 });
  const before = await signInOf(user.id);
  await expect(
    createInitialPassword(test.db, { email: user.email, now: test.clock.now() }),
  ).rejects.toThrow('is blocked');
  expect(await signInOf(user.id)).toEqual(before);
});

it('does not extend an attorney’s 14 days on a repeated registration', async () => {
  const { id, register, logon } = await anAttorney('0825550111');
  const first = await signInOf(id);
  test.clock.advance(hours(13 * 24));
  expect(await register()).toAnswer(201);
  expect(await signInOf(id)).toEqual(first);
  test.clock.advance(hours(24));
  expect(await logon()).toAnswer({ code: 'first_sign_in_ended' });
});

it('restarts the 14 days of a firm admin who is registered once more', async () => {
  const firm = await test.aFirm();
  const body = { role: 1, firm: firm.id, email: `lerato@${firm.domain}`, cell: '0825559902' };
  const register = async () =>
    test.call('POST /register', { token: await test.signInAs({ firm: null }), body });
  await register();
  test.clock.advance(hours(15 * 24));
  expect(await register()).toAnswer(201);
  await test.call(`GET /v2/sendOtp?email=${body.email}`);
  expect((await test.sms()).at(-1)).toMatchObject({
    to: body.cell,
    text: expect.stringMatching(/^\d{8} is your/),
  });
});

it('sends codes again to an invited person whose codes strangers have used up', async () => {
  const { id, renew } = await anAttorney('0825550177');
  const { email } = await test.getRow('users', { id }, ['email']);
  const codesFor = async (network: string) => {
    const before = (await test.sms()).length;
    await test.call(`GET /v2/sendOtp?email=${email}`, { from: network });
    return (await test.sms()).length - before;
  };
  // Four hours of a burst from many networks each quarter of an hour.
  for (let network = 0; network < 60; network += 1) {
    if (network % 5 === 0) test.clock.advance(minutes(16));
    await codesFor(`10.7.0.${network}`);
  }
  expect(await codesFor('10.8.0.1')).toBe(0);
  expect(await renew()).toAnswer(200);
  expect(await codesFor('10.8.0.1')).toBe(1);
});
