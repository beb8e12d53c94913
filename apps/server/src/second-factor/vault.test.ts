import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callApi } from '../../test/api.ts';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { testSecretKey } from '../../test/secret-key.ts';
import { buildApp, prepareFirstStart } from '../app.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import { readConfig } from '../startup/config.ts';
import { openSecret, sealSecret } from '../platform/security/sealing.ts';
import { findLostSecrets } from '../platform/security/lost-secrets.ts';
import { deriveKey } from '../platform/security/secret-key.ts';
import { requireFactorKey } from './vault.ts';

const test = useApp();
const { anOwner, begin } = factorRequests(test);
const otherKey = 'another-secret-key-of-32-letters';

async function requireKey(key: string | undefined): Promise<void> {
  requireFactorKey(await findLostSecrets(test.db, key), key);
}

async function startWith(secretKey: string | undefined) {
  return buildApp({ db: test.db, clock: test.clock, publicUrl: 'http://recoup.test', secretKey });
}

describe('B14, rule 8: secrets are encrypted with a key outside the database', () => {
  it('starts without a key while nobody has an app', async () => {
    const token = await test.signInAs();
    await begin(token);
    await expect(requireKey(undefined)).resolves.toBeUndefined();
  });

  it('stores no secret in the clear, and none with a key that the database has', async () => {
    const { id, secret } = await anOwner();
    const { sealedSecret, ...row } = await test.getRow('secondFactors', { userId: id });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(sealedSecret?.toString('latin1')).not.toContain(secret);
    const key = deriveKey(testSecretKey, 'second factors');
    expect(openSecret(key, [id, row.id], sealedSecret ?? Buffer.alloc(0))).toBe(secret);
  });

  it.each([
    ['without the key', undefined, 'is missing'],
    ['with another key', otherKey, 'is another one'],
  ])('does not start %s once a secret is there, and says what to do', async (_, key, text) => {
    await test.deleteRows('secondFactors');
    const { email } = await anOwner();
    const start = requireKey(key);
    await expect(start).rejects.toThrow(StartupError);
    await expect(start).rejects.toThrow(text);
    await expect(start).rejects.toThrow('RECOUP_SECRET_KEY');
    await expect(start).rejects.toThrow('reset-factor');
    // Without a page and a sign-in, the operator learns here whose they are.
    await expect(start).rejects.toThrow(`They are: ${email}`);
    await expect(requireKey(testSecretKey)).resolves.toBeUndefined();
    const env = {
      DATABASE_URL: 'postgres://x@y/z',
      ...(key !== undefined && { RECOUP_SECRET_KEY: key }),
    };
    const first = prepareFirstStart(test.db, readConfig(env), test.clock.now());
    await expect(first).rejects.toThrow(text);
  });

  it.each([
    ['without the key', undefined],
    ['with another key', otherKey],
  ])('starts %s while it is held, and opens no account without its factor', async (_, key) => {
    await test.deleteRows('secondFactors');
    const { email, secret, recoveryCodes } = await anOwner();
    await test.insertRows('holds', { reason: 'restored' });
    const env = {
      DATABASE_URL: 'postgres://x@y/z',
      ...(key !== undefined && { RECOUP_SECRET_KEY: key }),
    };
    const lines = await prepareFirstStart(test.db, readConfig(env), test.clock.now());
    expect(lines.join('\n')).toMatch(
      /HELD[^]*cannot read the authenticator apps of .*reset-factor/,
    );
    expect(lines.join('\n')).toContain(email);
    const app = await startWith(key);
    const signIn = async () =>
      (await callApi(app, 'POST /logon', { body: { email, password } })).json<{
        challenge: string;
      }>();
    const { challenge } = await signIn();
    const code = codeOf(secret, test.clock.now());
    expect(await callApi(app, 'POST /logon/second-factor', { body: { challenge, code } })).toAnswer(
      400,
      { code: 'wrong_code', message: /cannot read your authenticator app/ },
    );
    const again = { challenge, recoveryCode: recoveryCodes[0] };
    expect(await callApi(app, 'POST /logon/second-factor', { body: again })).toAnswer(200);
    await app.close();
    await test.deleteRows('holds');
  });

  it.each([
    ['without a key', undefined],
    ['with another key than that of earlier ones', otherKey],
  ])('begins no app %s', async (_, secretKey) => {
    await anOwner();
    const token = await test.signInAdmin();
    const app = await startWith(secretKey);
    const reply = await callApi(app, 'POST /second-factors', { token, body: { kind: 'totp' } });
    expect(reply).toAnswer(409, { code: 'conflict', message: /RECOUP_SECRET_KEY/ });
    await app.close();
  });
});

it('takes no policy where nobody can add a second factor', async () => {
  const token = await test.signInAdmin();
  const app = await startWith(undefined);
  const save = async (secondFactor: object) =>
    callApi(app, 'PUT /firm-settings', { token, body: { secondFactor } });
  expect(await save({ policy: 'admins' })).toAnswer({
    code: 'conflict',
    message: /RECOUP_SECRET_KEY/,
  });
  expect(await callApi(app, 'GET /users', { token })).toAnswer(200);
  expect(await save({ policy: 'off' })).toAnswer(200);
  await app.close();
  const start = async (env: Record<string, string>) => {
    const day = { RECOUP_SYSTEM_ADMIN_FACTOR_FROM: '2026-03-19' };
    const config = readConfig({ DATABASE_URL: 'postgres://x@y/z', ...day, ...env });
    return prepareFirstStart(test.db, config, test.clock.now());
  };
  await test.deleteRows('secondFactors');
  await expect(start({})).rejects.toThrow('RECOUP_SYSTEM_ADMIN_FACTOR_FROM');
  await start({ RECOUP_PUBLIC_URL: 'https://recoup.test' });
});

it('opens a secret for its user and factor alone, and no changed byte', () => {
  const key = deriveKey(testSecretKey, 'second factors');
  const [userId, id] = [randomUUID(), randomUUID()];
  const owner = [userId, id] as const;
  const sealed = sealSecret(key, owner, 'JBSWY3DPEHPK3PXP');
  expect(openSecret(key, owner, sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(openSecret(key, [randomUUID(), id], sealed)).toBeUndefined();
  expect(openSecret(key, [userId, randomUUID()], sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, openSecret(key, owner, changed)]).toEqual([at, undefined]);
  }
  expect(openSecret(key, owner, sealed.subarray(0, 20))).toBeUndefined();
  expect(sealSecret(key, owner, 'JBSWY3DPEHPK3PXP').equals(sealed)).toBe(false);
});
