import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callApi } from '../../test/api.ts';
import { useApp } from '../../test/app.ts';
import { onEmpty } from '../../test/backup-files.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { testSecretKey } from '../../test/secret-key.ts';
import { buildApp } from '../app.ts';
import { createBackup, restore } from '../backup/backup.ts';
import { connect } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { migrate } from '../startup/migrate.ts';
import { findLostSecrets } from '../platform/security/lost-secrets.ts';

const test = useApp();
const { anOwner, ask, complete } = factorRequests(test);
const folder = await mkdtemp(path.join(tmpdir(), 'recoup-factors-'));
afterAll(async () => rm(folder, { recursive: true }));

it('B14: a restore keeps apps and recovery codes, and no sign-in that waits', async () => {
  const { email, secret, recoveryCodes } = await anOwner();
  const used = await ask(email);
  await complete({ challenge: used.challenge, recoveryCode: recoveryCodes[0] });
  const waiting = await ask(email);
  const file = path.join(folder, 'factors.backup');
  await createBackup(test.databaseUrl, { file, now: test.clock.now() });
  await onEmpty(async (url) => {
    await restore(url, { file });
    const pool = createPool(url, { max: 4 });
    const db = connect(pool);
    await migrate(db, pool);
    expect(await findLostSecrets(db, testSecretKey)).toEqual({ people: [], firms: [] });
    expect(await findLostSecrets(db, 'a-key-that-was-made-by-a-restore')).toEqual({
      people: [email],
      firms: [],
    });
    const settings = { publicUrl: 'http://recoup.test', secretKey: testSecretKey };
    const app = await buildApp({ db, clock: test.clock, ...settings });
    const send = async (body: object) => callApi(app, 'POST /logon/second-factor', { body });
    const challenge = async () =>
      (await callApi(app, 'POST /logon', { body: { email, password } })).json<{
        challenge: string;
        methods: string[];
      }>();
    const late = await send({ challenge: waiting.challenge, recoveryCode: recoveryCodes[1] });
    expect(late).toAnswer({ code: 'challenge_ended' });
    const one = await challenge();
    expect(one.methods).toEqual(['totp', 'recovery']);
    const again = await send({ challenge: one.challenge, recoveryCode: recoveryCodes[0] });
    expect(again).toAnswer({ code: 'wrong_code' });
    const code = codeOf(secret, test.clock.now());
    expect(await send({ challenge: one.challenge, code })).toAnswer(200);
    const two = await challenge();
    const other = { challenge: two.challenge, recoveryCode: recoveryCodes[1] };
    expect(await send(other)).toAnswer(200);
    await app.close();
    await db.destroy();
  });
});
