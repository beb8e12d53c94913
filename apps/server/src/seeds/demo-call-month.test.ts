import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deepIt } from '../../test/deep.ts';
import { useApp } from '../../test/app.ts';
import { prepareFirstStart } from '../app.ts';
import { readConfig } from '../startup/config.ts';
import { demoAttorneys, demoFirmAdmins } from './demo-people.ts';

const test = useApp();

async function openCalls({ email }: { email: string }): Promise<CallRecord[]> {
  const person = await test.getRow('users', { email }, ['id', 'email']);
  const token = await test.signIn(person);
  return await test.data<CallRecord[]>('GET /call-records?isOpen=true', { token });
}

deepIt('shows a month of calls, two of five of which were recorded by hand', async () => {
  await prepareFirstStart(test.db, readConfig({}), test.clock.now());
  const { rows } = await sql`
    select reltuples = (select count(*) from call_records) as "isCounted"
    from pg_class where oid = 'call_records'::regclass`.execute(test.db);
  expect(rows).toEqual([{ isCounted: true }]);
  const all = await openCalls(demoFirmAdmins.anneke);
  expect(all.length).toBeGreaterThan(1500);
  expect(new Set(all.map(({ attorney }) => attorney?._id)).size).toBe(20);
  expect(all.filter(({ price }) => price === null)).toEqual([]);
  const byHand = all.filter(({ entry }) => entry !== null).length;
  expect(byHand / all.length).toBeCloseTo(0.4, 1);
  expect(new Set(all.map(({ proposal }) => proposal))).toEqual(
    new Set(['code', 'number', 'choice', null]),
  );
  expect(all.some(({ legs }) => legs === 2)).toBe(true);
  const months = new Set(all.map(({ startedAt }) => startedAt.slice(0, 7)));
  expect([...months]).toEqual(['2026-02']);
  const own = await openCalls(demoAttorneys.devan);
  expect(own.length).toBeGreaterThan(50);
  expect(own.length).toBeLessThan(all.length / 10);
});

it('prints the sign-ins that there are', async () => {
  const start = async () => prepareFirstStart(test.db, readConfig({}), test.clock.now());
  expect(await start()).toContainEqual(expect.stringContaining(demoAttorneys.devan.email));
  await test.updateRows(
    'users',
    { email: demoAttorneys.devan.email },
    { email: 'gone@ventermoodley.co.za' },
  );
  const lines = await start();
  expect(lines).not.toContainEqual(expect.stringContaining(demoAttorneys.devan.email));
  expect(lines).toContainEqual(expect.stringContaining(demoFirmAdmins.lerato.email));
});
