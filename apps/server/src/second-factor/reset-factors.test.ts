import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { minutes } from '../platform/core/clock.ts';
import { resetFactorsByEmail } from './reset-factors.ts';

const test = useApp();
const { logon, ask, complete, addApp, mailsTo, actionsOn } = factorRequests(test);

async function anOffice() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, password });
  const attorney = await test.aUser({ firm, password, name: 'Thabo Mokoena' });
  const tokens = { admin: await test.signIn(admin), attorney: await test.signIn(attorney) };
  const app = await addApp(tokens.attorney);
  return { firm, admin, attorney, tokens, app };
}

const reset = async (id: string, token?: string, body?: object) =>
  test.call(`DELETE /users/${id}/second-factors`, { token, body });

describe('B14, rule 6: an administrator resets the factors of a user', () => {
  it('ends the sessions, tells the owner by mail and SMS, and is audited', async () => {
    const { admin, attorney, tokens, firm } = await anOffice();
    await test.call('PUT /firm-settings', {
      token: tokens.admin,
      body: { secondFactor: { policy: 'all', from: '2026-03-19' } },
    });
    expect(await reset(attorney.id, tokens.admin)).toAnswer(200);
    expect(await test.call('GET /me', { token: tokens.attorney })).toAnswer(401);
    expect((await mailsTo(attorney.email)).at(-1)).toBe(
      'The second factors of your Recoup account were removed',
    );
    const { cell } = await test.getRow('users', { id: attorney.id }, ['cell']);
    const texts = (await test.sms()).filter(({ to }) => to === cell).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('removed the second factors')]);
    expect(await actionsOn(attorney.id)).toEqual(['user.factor-added', 'user.factors-reset']);
    const { actorId, firmId } = await test.getRow(
      'auditLog',
      { action: 'user.factors-reset', subjectId: attorney.id },
      ['actorId', 'firmId'],
    );
    expect([actorId, firmId]).toEqual([admin.id, firm.id]);
    expect(await test.listRows('recoveryCodes', { userId: attorney.id })).toEqual([]);
    // The policy asks for a new one at the next sign-in.
    test.clock.advance(minutes(14 * 60));
    const { token } = (await logon(attorney.email)).json<{ token: string }>();
    expect(await test.call('GET /matters', { token })).toAnswer({
      code: 'second_factor_enrolment_required',
    });
  });

  it('needs the admin’s own second factor, if there is one, in this session', async () => {
    const { admin, attorney, tokens } = await anOffice();
    const own = await addApp(tokens.admin);
    // As one that a restore of a backup from before may bring back.
    const stale = await test.signIn(admin);
    expect(await reset(attorney.id, stale)).toAnswer(409, {
      code: 'conflict',
      message: /your own second factor/,
    });
    const { challenge } = await ask(admin.email);
    const signIn = await complete({ challenge, code: codeOf(own.secret, test.clock.now()) });
    const { token } = signIn.json<{ token: string }>();
    expect(await reset(attorney.id, token)).toAnswer(200);
  });

  it('needs a recent sign-in or the password', async () => {
    const { attorney, tokens } = await anOffice();
    test.clock.advance(minutes(11));
    expect(await reset(attorney.id, tokens.admin)).toAnswer({ code: 'reauthentication_required' });
    expect(await reset(attorney.id, tokens.admin, { password: 'wrong' })).toAnswer(400, {
      code: 'invalid_input',
    });
    expect(await reset(attorney.id, tokens.admin, { password })).toAnswer(200);
    expect(await reset(attorney.id, tokens.admin)).toAnswer(409, {
      message: 'Thabo Mokoena has no second factor.',
    });
  });

  it('is for nobody’s own factors, and the system admin’s for a firm admin', async () => {
    const { admin, tokens } = await anOffice();
    await addApp(tokens.admin);
    expect(await reset(admin.id, tokens.admin)).toAnswer(404);
    const system = await test.signInAs({ firm: null });
    expect(await reset(admin.id, system)).toAnswer(200);
  });
});

describe('the operator', () => {
  it('resets the factors of a user without another administrator', async () => {
    const system = await test.aUser({ firm: null, password });
    const token = await test.signIn(system);
    await addApp(token);
    const of = { email: ` ${system.email.toUpperCase()}`, now: test.clock.now() };
    expect(await resetFactorsByEmail(test.db, of)).toContain('every session has ended');
    expect(await test.call('GET /me', { token })).toAnswer(401);
    expect(await logon(system.email)).toAnswer(200);
    expect((await mailsTo(system.email)).at(-1)).toBe(
      'The second factors of your Recoup account were removed',
    );
    expect(await actionsOn(system.id)).toEqual(['user.factor-added', 'user.factors-reset']);
    expect(await resetFactorsByEmail(test.db, of)).toContain('nothing was changed');
    await expect(
      resetFactorsByEmail(test.db, { email: 'x@nowhere.co.za', now: test.clock.now() }),
    ).rejects.toThrow('no user with the email');
  });
});
