import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { callApi } from '../../test/api.ts';

const test = useApp();
const { send, ask, complete, anOwner, mailsTo, actionsOn } = factorRequests(test);

describe('B14, rule 4: recovery codes', () => {
  it('are ten of 80 bits, shown once, and kept as hashes', async () => {
    const { id, token, recoveryCodes } = await anOwner();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const list = await send('GET /second-factors', { token }, 200);
    expect(list.body).not.toContain(recoveryCodes[0]);
    const rows = await test.listRows('recoveryCodes', { userId: id });
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows.map(({ hash }) => hash.toString('latin1')));
    expect(recoveryCodes.filter((code) => stored.includes(code.replaceAll('-', '')))).toEqual([]);
  });

  it('sign in once each, typed with hyphens, blanks or capitals', async () => {
    const { id, email, recoveryCodes } = await anOwner();
    const [first = '', second = ''] = recoveryCodes;
    for (const recoveryCode of [first.toUpperCase(), second.replaceAll('-', ' ')]) {
      const { challenge } = await ask(email);
      expect(await complete({ challenge, recoveryCode })).toAnswer(200);
    }
    const used = (await actionsOn(id)).filter((action) => action === 'user.recovery-code-used');
    expect(used).toHaveLength(2);
    const { challenge } = await ask(email);
    expect(await complete({ challenge, recoveryCode: first })).toAnswer(400, {
      code: 'wrong_code',
    });
  });

  it('let one of two parallel sign-ins through', async () => {
    const { email, recoveryCodes } = await anOwner();
    const challenges = [await ask(email, '10.62.1.1'), await ask(email, '10.62.1.2')];
    const replies = await Promise.all(
      challenges.map(async ({ challenge }, index) =>
        callApi(test.app, 'POST /logon/second-factor', {
          body: { challenge, recoveryCode: recoveryCodes[0] },
          from: `10.62.1.${index + 1}`,
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400,
    ]);
  });

  it('are renewed, and factors removed, by who signed in with the own factor alone', async () => {
    const { id } = await anOwner();
    // As a sign-in at a provider that asks for the second factor itself.
    const token = await test.signIn({ id });
    const refused = { message: /your own second factor/ };
    expect(await test.call('POST /recovery-codes', { token, body: {} })).toAnswer(409, refused);
    const [factor] = await test.data<{ _id: string }[]>('GET /second-factors', { token });
    const removal = `DELETE /second-factors/${factor?._id ?? ''}`;
    expect(await test.call(removal, { token })).toAnswer(409, refused);
  });

  it('are no code of another user', async () => {
    const [one, two] = [await anOwner(), await anOwner()];
    const { challenge } = await ask(two.email);
    const reply = await complete({ challenge, recoveryCode: one.recoveryCodes[0] });
    expect(reply).toAnswer({ code: 'wrong_code' });
  });

  it('warn the owner by mail when two are left', async () => {
    const { email, recoveryCodes } = await anOwner();
    const warnings = async () =>
      (await mailsTo(email)).filter((subject) => subject.startsWith('Few recovery codes'));
    for (const [index, recoveryCode] of recoveryCodes.entries()) {
      const { challenge } = await ask(email);
      expect(await complete({ challenge, recoveryCode })).toAnswer(200);
      expect([index, (await warnings()).length]).toEqual([index, index < 7 ? 0 : 1]);
    }
    expect((await ask(email)).methods).toEqual(['totp']);
  });

  it('end with new ones, which are told to the owner', async () => {
    const { id, email, token, secret, recoveryCodes } = await anOwner();
    const reply = await send('POST /recovery-codes', { token, body: {} }, 201);
    const fresh = reply.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes;
    const { challenge } = await ask(email);
    expect(await complete({ challenge, recoveryCode: recoveryCodes[0] })).toAnswer({
      code: 'wrong_code',
    });
    expect(await complete({ challenge, recoveryCode: fresh[0] })).toAnswer(200);
    expect((await mailsTo(email)).at(-1)).toBe('New recovery codes for your Recoup account');
    expect(await actionsOn(id)).toEqual([
      'user.factor-added',
      'user.recovery-codes-renewed',
      'user.recovery-code-used',
    ]);
    const { challenge: last } = await ask(email);
    const code = codeOf(secret, test.clock.now());
    expect(await complete({ challenge: last, code })).toAnswer(200);
  });

  it('are refused to a user without a second factor', async () => {
    const token = await test.signInAs();
    expect(await test.call('POST /recovery-codes', { token, body: {} })).toAnswer(409, {
      code: 'conflict',
    });
    expect(await test.call('POST /recovery-codes', { body: {} })).toAnswer(401);
  });
});
