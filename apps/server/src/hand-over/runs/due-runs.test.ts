import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aHandOverProcess, takeJobs, useHandOver } from '../../../test/hand-over-firm.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { lockClosings } from '../../exports/closings.service.ts';
import { createFirmScope } from '../../platform/core/actor.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, check, lastRun, due } = useHandOver(test);

it('is made up for once, when no process ran at it, for the days up to it alone', async () => {
  await firm().record();
  await firm().add();
  await firm().record({ date: '2026-03-20' });
  test.clock.set(new Date('2026-03-21T09:00:00Z'));
  await check();
  await check();
  expect(await firm().runs()).toMatchObject([
    { state: 'sent', dueAt: due.toISOString(), upTo: '2026-03-18' },
  ]);
  expect(await firm().exports()).toMatchObject([{ rows: 1, to: '2026-03-18' }]);
  expect((await firm().handOver())?.nextAt).toBe('2026-03-21T14:00:00.000Z');
});

it('comes once, also to two processes that run the same job', async () => {
  await firm().record();
  await firm().add();
  test.clock.set(due);
  const processes = [aHandOverProcess(test), aHandOverProcess(test)];
  await processes[0]?.find();
  const [payload] = await takeJobs(test.db, 'run-hand-over');
  await Promise.all(processes.map(async (each) => each.run(payload)));
  await processes[1]?.run(payload);
  expect(await firm().runs()).toHaveLength(1);
  expect(await firm().exports()).toHaveLength(1);
});

it('leaves neither export nor run when a process dies while it closes', async () => {
  await firm().record();
  await firm().add();
  test.clock.set(due);
  const table = sql`alter table hand_over_runs`;
  await sql`${table} add constraint dies check (false) not valid`.execute(test.db);
  await expect(check()).rejects.toThrow(/dies/);
  expect([await firm().exports(), await firm().runs()]).toEqual([[], []]);
  await sql`${table} drop constraint dies`.execute(test.db);
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sent', export: { number: 1 } });
});

it('moves when it is changed on the day, also after a run', async () => {
  await firm().record();
  const { _id } = await firm().add();
  expect(await firm().save(_id, { time: '11:30' })).toMatchObject({
    nextAt: '2026-03-18T09:30:00.000Z',
  });
  expect(await firm().save(_id, { time: '09:00' })).toMatchObject({
    nextAt: '2026-03-19T07:00:00.000Z',
  });
  expect(await firm().save(_id, { isOn: false })).toMatchObject({ nextAt: null });
  test.clock.set(due);
  await check();
  expect(await firm().runs()).toEqual([]);
  expect(await firm().ask(`POST /hand-overs/${_id}/runs`)).toAnswer(409, { code: 'conflict' });
});

it('still comes when it is saved at its time, unless the time changes', async () => {
  await firm().record();
  const { _id } = await firm().add();
  test.clock.set(due);
  expect(await firm().save(_id, { name: 'Renamed' })).toMatchObject({
    nextAt: due.toISOString(),
  });
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sent', dueAt: due.toISOString() });
  test.clock.set(new Date('2026-03-19T14:00:00Z'));
  expect(await firm().save(_id, { time: '18:00' })).toMatchObject({
    nextAt: '2026-03-19T16:00:00.000Z',
  });
});

it('goes where it was saved to while the run waited for another closing', async () => {
  await firm().record();
  const { _id } = await firm().add({ server: null, email: 'old@ledger.example' });
  test.clock.set(due);
  const process = aHandOverProcess(test);
  await process.find();
  const [payload] = await takeJobs(test.db, 'run-hand-over');
  let running: Promise<void> | undefined;
  await test.db.transaction().execute(async (trx) => {
    await lockClosings(trx, createFirmScope(firm().firm.id));
    running = process.run(payload);
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await firm().save(_id, { server: null, email: 'new@ledger.example' });
  });
  await running;
  expect(await firm().exports()).toEqual([]);
  await check();
  expect(await firm().exports()).toMatchObject([{ mails: [{ to: 'new@ledger.example' }] }]);
  expect(await firm().runs()).toMatchObject([{ dueAt: due.toISOString() }]);
});

it('on the first working day leaves the new month alone', async () => {
  await firm().record({ date: '2026-03-31' });
  await firm().add({ on: 'first_working_day', time: '08:00' });
  await firm().record({ date: '2026-04-01' });
  expect((await firm().handOver())?.nextAt).toBe('2026-04-01T06:00:00.000Z');
  test.clock.set(new Date('2026-04-01T06:00:00Z'));
  await check();
  expect(await firm().exports()).toMatchObject([{ rows: 1, to: '2026-03-31' }]);
});
