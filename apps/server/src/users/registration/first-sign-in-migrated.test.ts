import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { callApi } from '../../../test/api.ts';
import { copyDatabase } from '../../../test/database.ts';
import { aFirm, aUser } from '../../../test/factories.ts';
import { buildApp } from '../../app.ts';
import { createAfterResponse } from '../../platform/http/after-response.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import { connect } from '../../platform/database/connections.ts';
import { createPool } from '../../platform/database/pool.ts';
import { migrate } from '../../startup/migrate.ts';
import { packageRoot } from '../../platform/core/package-root.ts';
import type { Sms } from '../../sms/gateway.ts';

const password = 'paper-lion-station-18';

it('allows initial passwords and invitations 14 days from the migration', async () => {
  const { db, upgrade } = await aDatabaseOf('0025');
  const firm = await aFirm(db);
  const own = await aUser(db, { firm, password });
  const initial = await aUser(db, { firm, password, pwdResetRequired: true });
  const invited = await aUser(db, { firm, pwdResetRequired: true });
  await db
    .updateTable('users')
    .set({ createdAt: new Date('2020-01-01') })
    .execute();
  await upgrade();
  const end = Date.now() + hours(14 * 24);

  let time = end - minutes(1);
  const [sms, background]: [string[], ReturnType<typeof createAfterResponse>] = [
    [],
    createAfterResponse(),
  ];
  const smsGateway = { send: async ({ text }: Sms) => void sms.push(text) };
  const app = await buildApp({
    db,
    clock: { now: () => new Date(time) },
    background,
    smsGateway,
    publicUrl: 'http://recoup.test',
  });
  onTestFinished(async () => app.close());
  const firstSignIns = async () => {
    const logon = async ({ email }: { email: string }) =>
      (await callApi(app, 'POST /logon', { body: { email, password } })).statusCode;
    await callApi(app, `GET /v2/sendOtp?email=${invited.email}`, {});
    await background.settled();
    return [await logon(own), await logon(initial), sms.at(-1)];
  };
  expect(await firstSignIns()).toEqual([
    200,
    200,
    expect.stringMatching(/^\d{8} is your Recoup one-time password/),
  ]);
  time = end + minutes(1);
  expect(await firstSignIns()).toEqual([
    200,
    401,
    expect.stringMatching(/^Your invitation to Recoup has ended after 14 days/),
  ]);
});

/** An empty database as the migrations up to that number make it. `upgrade` runs all others. */
async function aDatabaseOf(last: string) {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  const all = join(packageRoot, 'migrations');
  for (const name of await readdir(all)) {
    if (name.slice(0, 4) <= last) await cp(join(all, name), join(folder, name));
  }
  const { url, drop } = await copyDatabase(inject('databaseUrl'), 'template0');
  const pool = createPool(url, { max: 4 });
  const db = connect(pool);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
    await rm(folder, { recursive: true });
  });
  await migrate(db, pool, folder);
  return { db, upgrade: async () => migrate(db, pool) };
}
