import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { createAllFirmsScope } from '../core/actor.ts';
import { withScope } from '../database/connections.ts';
import { createSecretKeys, readSecretKey } from './secret-key.ts';

const test = useApp();

it('creates a key beside the embedded database for its owner alone; rejects a short one', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'recoup-key-'));
  const file = join(dataDir, 'secret-key');
  const read = () => readSecretKey({ secretKey: undefined, databaseUrl: undefined, dataDir });
  const key = read();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect([read(), readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([
    key,
    key,
    0o600,
  ]);
  writeFileSync(file, 'short');
  expect(read).toThrowError(/secret-key has fewer than 32 characters/);
  rmSync(dataDir, { recursive: true });
});

it('prefers the setting to the file, and needs none with an external database', () => {
  const elsewhere = { databaseUrl: 'postgres://x', dataDir: '/nowhere' };
  expect(readSecretKey({ ...elsewhere, secretKey: 'k'.repeat(32) })).toBe('k'.repeat(32));
  expect(readSecretKey({ ...elsewhere, secretKey: undefined })).toBeUndefined();
});

it('shares a random key of the database between processes, unreadable for requests', async () => {
  const everywhere = withScope(test.db, createAllFirmsScope());
  const keys = await Promise.all(
    [1, 2, 3].map(() => createSecretKeys(everywhere, undefined)('one-time codes')),
  );
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(
    (await createSecretKeys(everywhere, 'k'.repeat(32))('one-time codes')).equals(
      keys[0] ?? Buffer.alloc(0),
    ),
  ).toBe(false);
  await expect(sql`select key from server_keys`.execute(everywhere)).rejects.toThrow(
    /permission denied/,
  );
});

it('voids the codes that are under way when the key changes, and nothing else', async () => {
  const user = await test.aUser({ cell: '0821230009', password: 'a-long-and-quiet-river' });
  const token = await test.data<string>(`GET /v2/sendOtp?email=${user.email}`);
  const otp = /^\d{8}/.exec((await test.sms()).at(-1)?.text ?? '')?.[0];
  const app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    secretKey: 'k'.repeat(32),
  });
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/core/api${url}`, payload });
  expect(await post('/v2/verifyOtp', { otp, token })).toAnswer(400);
  expect(await post('/logon', { email: user.email, password: 'a-long-and-quiet-river' })).toAnswer(
    200,
  );
  expect(await test.call('POST /v2/verifyOtp', { body: { otp, token } })).toAnswer(200);
  await app.close();
});
