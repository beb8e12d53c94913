import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests, wrongCode } from '../../test/second-factors.ts';
import { deleteExpired } from '../account/expired-rows.repository.ts';
import { hours, minutes } from '../platform/core/clock.ts';
import { deleteOldPendingFactors } from './enrolment.ts';

const test = useApp();
const { send, begin, confirm, logon, ask, complete, addApp, anOwner, mailsTo, actionsOn } =
  factorRequests(test);

async function someone() {
  const user = await test.anAdmin({ password });
  return { ...user, token: await test.signIn(user) };
}

async function list(token: string) {
  return (await send('GET /second-factors', { token }, 200)).json<{
    data: { _id: string; name: string; lastUsedAt: string | null }[];
    count: number;
    recoveryCodesLeft: number;
  }>();
}

describe('B14, rule 1: a secret counts only after a code was entered', () => {
  it('does not ask for a second factor that nobody confirmed', async () => {
    const { email, token } = await someone();
    const { secret, url } = await begin(token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(url).toContain(`secret=${secret}`);
    expect(await list(token)).toMatchObject({ data: [], count: 0, recoveryCodesLeft: 0 });
    expect(await logon(email)).toAnswer(200);
  });

  it('keeps a confirmed one while another is begun, and takes no code of that', async () => {
    const owner = await anOwner();
    const { secret } = await begin(owner.token);
    const { challenge } = await ask(owner.email);
    const now = test.clock.now();
    expect(await complete({ challenge, code: codeOf(secret, now) })).toAnswer(400, {
      code: 'wrong_code',
    });
    expect(await complete({ challenge, code: codeOf(owner.secret, now) })).toAnswer(200);
  });

  it('refuses a wrong code, and confirms with the right one afterwards', async () => {
    const { token, id: userId, email } = await someone();
    const { _id, secret } = await begin(token, { kind: 'totp', name: 'Phone' });
    const now = test.clock.now();
    expect(await confirm(token, _id, { code: wrongCode(secret, now) })).toAnswer(400, {
      code: 'wrong_code',
    });
    expect(
      (await confirm(token, _id, { response: { id: 'x', type: 'public-key' } })).json(),
    ).toEqual(
      expect.objectContaining({ code: 'invalid_input', fields: { code: expect.any(String) } }),
    );
    const code = codeOf(secret, now);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await confirm(token, _id, { code: typed })).toAnswer(200);
    expect(await confirm(token, _id, { code })).toAnswer({ code: 'conflict' });
    expect(await list(token)).toMatchObject({
      data: [{ _id, kind: 'totp', name: 'Phone', lastUsedAt: now.toISOString() }],
      recoveryCodesLeft: 10,
    });
    expect(await mailsTo(email)).toEqual(['A second factor was added to your Recoup account']);
    expect(await actionsOn(userId)).toEqual(['user.factor-added']);
  });

  it('is confirmed only by the session that began it, within an hour', async () => {
    const { token, ...user } = await someone();
    const { _id, secret } = await begin(token);
    const other = await test.signIn(user);
    const code = () => codeOf(secret, test.clock.now());
    expect(await confirm(other, _id, { code: code() })).toAnswer(404, {
      message: 'This second factor cannot be confirmed any more. Please begin it again.',
    });
    for (let count = 0; count < 3; count += 1) {
      test.clock.advance(minutes(20));
      await test.call('GET /me', { token });
    }
    expect(await confirm(token, _id, { code: code() })).toAnswer(404);
  });

  it('keeps three that are not confirmed, and ten that are', async () => {
    const { token } = await someone();
    const begun = [];
    for (let count = 0; count < 4; count += 1) {
      test.clock.advance(1000);
      begun.push(await begin(token));
    }
    const confirmed = [];
    for (const { _id, secret } of begun)
      confirmed.push(
        (await confirm(token, _id, { code: codeOf(secret, test.clock.now()) })).statusCode,
      );
    expect(confirmed).toEqual([404, 200, 200, 200]);
    for (let count = 0; count < 6; count += 1) await addApp(token);
    const [last, extra] = [await begin(token), await begin(token)];
    const lastCode = codeOf(last.secret, test.clock.now());
    expect(await confirm(token, last._id, { code: lastCode })).toAnswer(200);
    const code = codeOf(extra.secret, test.clock.now());
    expect(await confirm(token, extra._id, { code })).toAnswer({
      code: 'conflict',
      message: /You have 10/,
    });
    const more = await test.call('POST /second-factors', { token, body: { kind: 'totp' } });
    expect(more).toAnswer(409, { code: 'conflict' });
  });
});

describe('B14, rule 4: changes need a recent sign-in or the password', () => {
  const change = [
    [
      'adding one',
      (token: string, body: object) =>
        test.call('POST /second-factors', { token, body: { kind: 'totp', ...body } }),
      201,
    ],
    [
      'new recovery codes',
      (token: string, body: object) => test.call('POST /recovery-codes', { token, body }),
      201,
    ],
  ] as const;

  it.each(change)('asks for it before %s', async (_, call, good) => {
    const { token } = await anOwner();
    test.clock.advance(minutes(11));
    expect(await call(token, {})).toAnswer({ code: 'reauthentication_required' });
    expect(await call(token, { password: 'wrong' })).toAnswer({
      code: 'invalid_input',
      fields: { password: 'Incorrect password.' },
    });
    expect(await call(token, { password })).toAnswer(good);
    expect(await call(token, {})).toAnswer(good);
  });

  it('asks for it before one is removed, and tells the owner', async () => {
    const owner = await anOwner();
    const { token, email } = owner;
    const second = await addApp(token, 'Tablet');
    expect(second.recoveryCodes).toEqual([]);
    test.clock.advance(minutes(11));
    const remove = async (id: string, body?: object) =>
      test.call(`DELETE /second-factors/${id}`, { token, body });
    expect(await remove(second.id)).toAnswer({ code: 'reauthentication_required' });
    expect(await remove(second.id, { password })).toAnswer(200);
    expect(await remove(second.id)).toAnswer(404);
    expect(await list(token)).toMatchObject({ count: 1, recoveryCodesLeft: 10 });
    expect(await remove(owner.factorId)).toAnswer(200);
    expect(await list(token)).toMatchObject({ count: 0, recoveryCodesLeft: 0 });
    expect(await logon(email)).toAnswer(200);
    expect((await mailsTo(email)).filter((subject) => subject.includes('removed'))).toHaveLength(2);
    expect(await actionsOn(owner.id)).toEqual([
      'user.factor-added',
      'user.factor-added',
      'user.factor-removed',
      'user.factor-removed',
    ]);
  });
});

describe('what belongs to others', () => {
  it.each([
    ['a kind that is not known', { kind: 'sms' }, 'kind'],
    ['no kind', {}, 'kind'],
    ['an empty name', { kind: 'totp', name: ' ' }, 'name'],
    ['a long name', { kind: 'totp', name: 'n'.repeat(51) }, 'name'],
    ['a name with a line end', { kind: 'totp', name: 'a\nb' }, 'name'],
    ['an unknown field', { kind: 'totp', secret: 'mine' }, 'secret'],
  ])('refuses %s', async (_, body, field) => {
    const { token } = await someone();
    expect(await test.call('POST /second-factors', { token, body })).toAnswer(400, {
      fields: { [field]: expect.any(String) },
    });
  });
});

it('deletes what nobody confirmed, and challenges, when they have expired', async () => {
  const owner = await anOwner();
  await begin(owner.token);
  await ask(owner.email);
  const later = new Date(test.clock.now().getTime() + hours(2));
  await deleteExpired(test.db, later);
  await deleteOldPendingFactors(test.db, later);
  const factors = await test.listRows('secondFactors', { userId: owner.id });
  const challenges = await test.listRows('logonChallenges', {}, ['userId']);
  expect([challenges, factors.length]).toEqual([[], 1]);
});
