import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { minutes } from '../platform/core/clock.ts';

// The clock stands at 18 March 2026, 10:00 in South Africa.
const test = useApp({ systemAdminFactorFrom: '2026-03-19' });
const { send, begin, confirm, addApp } = factorRequests(test);

const enrolment = { code: 'second_factor_enrolment_required' };

async function anOffice() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, password });
  const attorney = await test.aUser({ firm, password });
  const tokens = { admin: await test.signIn(admin), attorney: await test.signIn(attorney) };
  return { firm, ...tokens };
}

async function require(token: string, secondFactor: object) {
  return test.call('PUT /firm-settings', { token, body: { secondFactor } });
}

const codeAt = async (what: string, token: string) => {
  const reply = await test.call(what, { token });
  return reply.statusCode < 300 ? reply.statusCode : reply.json<{ code: string }>().code;
};

describe('B14, rule 3: a policy asks for a second factor', () => {
  it.each([
    ['admins', [enrolment.code, 200]],
    ['all', [enrolment.code, enrolment.code]],
    ['off', [200, 200]],
  ])('of %s', async (policy, [ofAdmin, ofAttorney]) => {
    const { admin, attorney } = await anOffice();
    expect(await require(admin, { policy })).toAnswer(200);
    expect(await codeAt('GET /matters', admin)).toBe(ofAdmin);
    expect(await codeAt('GET /matters', attorney)).toBe(ofAttorney);
  });

  it('opens no more than the own account and adding one, and all after that', async () => {
    const { admin: token } = await anOffice();
    await require(token, { policy: 'all' });
    expect(await send('GET /me', { token }, 200)).toAnswer({
      secondFactor: { isOwed: true, isOn: false, requiredFrom: '2026-03-18' },
    });
    expect(await send('GET /second-factors', { token }, 200)).toAnswer({ isRequired: true });
    for (const what of ['GET /sessions', 'DELETE /sessions', 'POST /recovery-codes', 'PUT /me'])
      expect([what, await codeAt(what, token)]).toEqual([what, enrolment.code]);
    const { secret, _id } = await begin(token);
    expect(await codeAt('GET /users', token)).toBe(enrolment.code);
    expect(await confirm(token, _id, { code: codeOf(secret, test.clock.now()) })).toAnswer(200);
    expect(await codeAt('GET /users', token)).toBe(200);
    expect(await send('GET /me', { token }, 200)).toAnswer({
      secondFactor: { isOwed: false, isOn: true, requiredFrom: '2026-03-18' },
    });
  });

  it('ends sign-ins of before with the first one: a password alone opens nothing', async () => {
    const user = await test.anAdmin({ password });
    const [thief, token] = [await test.signIn(user), await test.signIn(user)];
    await addApp(token);
    expect(await codeAt('GET /users', token)).toBe(200);
    expect(await codeAt('GET /users', thief)).toBe('unauthenticated');
    const body = { kind: 'totp', password };
    expect(await test.call('POST /second-factors', { token: thief, body })).toAnswer(401);
  });

  it('lets an owing user sign out', async () => {
    const { admin: token } = await anOffice();
    await require(token, { policy: 'all' });
    expect(await test.call('POST /logout', { token })).toAnswer(200);
  });

  it('asks a new user for the password first', async () => {
    const { admin, firm } = await anOffice();
    await require(admin, { policy: 'all' });
    const input = { firm, password, pwdResetRequired: true };
    const { email, id } = await test.aUser(input);
    const reply = await test.call('POST /logon', { body: { email, password }, from: '10.63.1.1' });
    const { token } = reply.json<{ token: string }>();
    expect(await codeAt('GET /second-factors', token)).toBe('password_change_required');
    const body = { oldPassword: password, newPassword: 'lantern-harbour-quiet-7' };
    await send(`PUT /users/update-password/${id}`, { token, body }, 200);
    expect(await codeAt('GET /matters', token)).toBe(enrolment.code);
    await addApp(token);
    expect(await codeAt('GET /matters', token)).toBe(200);
  });

  it('keeps the last second factor while it holds', async () => {
    const { admin: token } = await anOffice();
    const { id } = await addApp(token);
    await require(token, { policy: 'admins' });
    expect(await test.call(`DELETE /second-factors/${id}`, { token })).toAnswer(409, {
      code: 'conflict',
      message: /Add another one/,
    });
    const other = await addApp(token);
    expect(await test.call(`DELETE /second-factors/${id}`, { token })).toAnswer(200);
    const [one, two] = [other.id, (await addApp(token)).id];
    const both = await Promise.all(
      [one, two].map((each) => test.call(`DELETE /second-factors/${each}`, { token })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('shows the admin who has none', async () => {
    const { admin: token, attorney } = await anOffice();
    await addApp(attorney);
    const { data } = (await send('GET /users', { token }, 200)).json<{
      data: { role: number; hasSecondFactor: boolean }[];
    }>();
    expect(data.map((each) => [each.role, each.hasSecondFactor])).toEqual(
      expect.arrayContaining([
        [0, true],
        [1, false],
      ]),
    );
  });
});

describe('the settings of the firm', () => {
  it('begin on the named South African day, and with a new policy today', async () => {
    const { admin: token } = await anOffice();
    const saved = async (secondFactor: object) =>
      (await require(token, secondFactor)).json<{ data: { secondFactor: object } }>().data
        .secondFactor;
    expect(await saved({ policy: 'all', from: '2026-03-19' })).toEqual({
      policy: 'all',
      from: '2026-03-19',
    });
    expect(await codeAt('GET /matters', token)).toBe(200);
    expect(await saved({ policy: 'all' })).toEqual({ policy: 'all', from: '2026-03-19' });
    expect(await saved({ policy: 'admins' })).toEqual({ policy: 'admins', from: '2026-03-18' });
  });

  it('audits the change', async () => {
    const { admin: token, firm } = await anOffice();
    await require(token, { policy: 'admins', from: '2026-04-01' });
    const { details } = await test.getRow(
      'auditLog',
      { subjectId: firm.id, action: 'firm.updated' },
      ['details'],
    );
    expect(details).toEqual({
      'secondFactor.policy': ['off', 'admins'],
      'secondFactor.from': [null, '2026-04-01'],
    });
  });

  it.each([
    [{ policy: 'some' }, 'secondFactor.policy'],
    [{}, 'secondFactor.policy'],
    [{ policy: 'all', from: '2026-02-30' }, 'secondFactor.from'],
    [{ policy: 'all', from: null }, 'secondFactor.from'],
    [null, 'secondFactor'],
  ])('refuse %j', async (secondFactor, field) => {
    const { admin: token } = await anOffice();
    expect(await test.call('PUT /firm-settings', { token, body: { secondFactor } })).toAnswer(400, {
      fields: { [field]: expect.any(String) },
    });
  });
});

describe('the setting of the installation', () => {
  const ctx = { system: '', admin: '' };
  beforeAll(async () => {
    test.clock.set(new Date('2026-03-18T21:50:00Z'));
    ctx.system = await test.signInAs({ firm: null });
    ctx.admin = await test.signInAdmin();
  });

  it('asks system admins from its day on, and nobody else', async () => {
    expect(await codeAt('GET /firms', ctx.system)).toBe(200);
    // Midnight in South Africa is 22:00 in Greenwich.
    test.clock.advance(minutes(10));
    test.clock.advance(-1);
    expect(await codeAt('GET /firms', ctx.system)).toBe(200);
    test.clock.advance(1);
    expect(await codeAt('GET /firms', ctx.system)).toBe(enrolment.code);
    expect(await codeAt('GET /matters', ctx.admin)).toBe(200);
    await addApp(ctx.system);
    expect(await codeAt('GET /firms', ctx.system)).toBe(200);
  });
});
