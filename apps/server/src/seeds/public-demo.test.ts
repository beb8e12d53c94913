import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { setBlocked } from '../account/operator.service.ts';
import { prepareFirstStart } from '../app.ts';
import { readConfig } from '../startup/config.ts';
import { demoAttorneys, demoFirmAdmins, demoOffice } from './demo-people.ts';

const test = useApp();
const start = async (env: NodeJS.ProcessEnv) =>
  prepareFirstStart(test.db, readConfig(env), test.clock.now());
const https = { RECOUP_PUBLIC_URL: 'https://recoup.example.co.za' };
const count = async () =>
  Number(
    (
      await test.db
        .selectFrom('firms')
        .select(test.db.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

it('creates a demo behind https only if configured, and warns at each start', async () => {
  const first = await start(https);
  expect(first).toEqual([expect.stringMatching(/^System admin: admin@recoup\.localhost {2}\S+ /)]);
  expect(await count()).toBe(0);
  await test.deleteRows('users');
  for (const lines of [
    await start({ ...https, RECOUP_DEMO: '1' }),
    await start({ ...https, RECOUP_DEMO: '1' }),
  ]) {
    expect(lines.at(-1)).toMatch(/^WARNING: .*passwords of the demo are published/);
  }
  expect(await count()).toBe(3);
});

it('does not open an earlier demo to other machines', async () => {
  expect(await start({})).not.toContainEqual(expect.stringContaining('WARNING'));
  for (const env of [https, { HOST: '0.0.0.0' }, { HOST: '0.0.0.0', RECOUP_DEMO: '0' }]) {
    await expect(start(env)).rejects.toThrowError(/holds the demo.*RECOUP_DEMO=1/);
  }
});

it('starts again once no account of the demo has its published password', async () => {
  const people = [demoFirmAdmins, demoAttorneys, demoOffice].flatMap((each) => Object.values(each));
  const [last, ...others] = people.map(({ email }) => email);
  for (const email of others)
    await setBlocked(test.db, { email, isBlocked: true, now: test.clock.now() });
  await expect(start(https)).rejects.toThrowError(`EMAIL: ${last})`);
  await setBlocked(test.db, { email: last ?? '', isBlocked: true, now: test.clock.now() });
  expect(await start(https)).not.toContainEqual(expect.stringContaining('WARNING'));
});
