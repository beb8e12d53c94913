import { userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countedWhile } from '../../../test/counted-outcomes.ts';
import { useHandOver, aHandOverProcess, takeJobs } from '../../../test/hand-over-firm.ts';
import { sql } from 'kysely';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { lockClosings } from '../../exports/closings.service.ts';
import { createFirmScope } from '../../platform/core/actor.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, check, lastRun, due, scheduled } = useHandOver(test);

describe('a run that closes nothing', () => {
  it('is skipped with a mail while exceptions block, and runs when they are gone', async () => {
    await firm().record();
    // A call type of an attorney without call fees.
    await test.aDisbursementType(firm().firm, { fixed: false, calculated: true });
    await test.assignTypes(firm().firm);
    const { _id } = await firm().add();
    test.clock.set(due);
    const lines: object[] = [];
    const process = aHandOverProcess(test, { lines });
    expect(await countedWhile('handOver', async () => process.check())).toEqual(['skipped']);
    expect(lines).toMatchObject([
      { firm: firm().firm.id, handOver: _id, outcome: 'skipped', reason: expect.any(String) },
    ]);
    expect(await lastRun()).toMatchObject({
      state: 'skipped',
      message:
        'One blocking exception is open. ' +
        'Please correct or accept them, then run the hand-over again.',
      export: null,
      canRepeat: false,
    });
    expect(await firm().mails()).toMatchObject([
      { to: firm().admin.email, subject: 'Hand-over skipped: Month end' },
    ]);
    expect(await firm().exports()).toEqual([]);
    const again = await firm().ask(`POST /hand-over-runs/${(await lastRun())?._id}/repeats`);
    expect(again).toAnswer(409);
    await test.deleteRows('userDisbursementTypes');
    test.clock.advance(60_000);
    await firm().data(`POST /hand-overs/${_id}/runs`);
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent', dueAt: '2026-03-18T14:01:00.000Z' });
  });

  it('says that there was nothing to export, and sends no empty file and no mail', async () => {
    await firm().add();
    test.clock.set(due);
    await check();
    expect(await lastRun()).toMatchObject({
      state: 'empty',
      message: 'There was nothing to export.',
    });
    expect([await firm().mails(), sink().seen.filter((path) => path.includes('export'))]).toEqual([
      [],
      [],
    ]);
  });

  it('fails before it closes where a line does not fit the layout, and says which', async () => {
    await scheduled({ layout: 'legalsuite' });
    await check();
    const run = await lastRun();
    expect(run).toMatchObject({ state: 'failed', export: null });
    expect(run?.message).toMatch(/needs settings that are missing.*Enter the account of “Type/);
    expect(await firm().exports()).toEqual([]);
    expect(await firm().mails()).toMatchObject([{ subject: 'Hand-over failed: Month end' }]);
  });

  it('fails in the name of a person who is not the admin any more', async () => {
    await firm().record();
    const { _id } = await firm().add();
    const { admin, firm: of } = firm();
    await test.updateRows('users', { id: admin.id }, { status: userStatus.inactive });
    const next = await test.anAdmin({ firm: of });
    test.clock.set(due);
    await check();
    const token = await test.signIn(next);
    const ask = async (what: string, body?: object) =>
      test.data<never>(what, { token, ...(body && { body }) });
    expect(await ask('GET /hand-over-runs')).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/^Ayanda Admin, who saved .* save it/) },
    ]);
    expect(await firm().mails()).toMatchObject([{ to: next.email }]);
    const input = { name: 'Month end', on: 'daily', time: '16:00', server: firm().server };
    expect(await ask(`PUT /hand-overs/${_id}`, input)).toMatchObject({ by: { _id: next.id } });
    test.clock.advance(60_000);
    await ask(`POST /hand-overs/${_id}/runs`);
    await check();
    const run = (await test.listRows('handOverRuns')).at(-1);
    expect(run).toMatchObject({ state: 'sent' });
  });
});

it('mails the export in the name of the admin, and shows what became of the mail', async () => {
  await scheduled({ server: null, email: 'ledger@zulu.example', type: 'xlsx' });
  await check();
  const [made] = await firm().exports();
  expect(made?.mails).toMatchObject([{ to: 'ledger@zulu.example', type: 'xlsx', state: 'queued' }]);
  expect(await lastRun()).toMatchObject({
    state: 'sending',
    to: 'ledger@zulu.example',
    canRepeat: false,
  });
  const failed = { state: 'failed', lastError: 'No such mailbox', attempts: 1 };
  await test.updateRows('mails', { exportId: made?._id ?? '' }, failed);
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    message: 'No such mailbox',
    canRepeat: true,
  });
  await firm().data(`POST /hand-over-runs/${(await lastRun())?._id}/repeats`);
  expect(await lastRun()).toMatchObject({ state: 'sending', message: null });
  expect((await firm().exports())[0]?.mails).toHaveLength(2);
});

it('stands in the audit log as a job in the name of the admin', async () => {
  await scheduled();
  await check();
  const lines = await test.listRows('auditLog', { firmId: firm().firm.id, actorKind: 'job' }, [
    'action',
    'actorId',
    'sessionId',
  ]);
  const { id } = firm().admin;
  expect(lines).toEqual([
    { action: 'export.closed', actorId: id, sessionId: null },
    { action: 'hand-over.closed', actorId: id, sessionId: null },
    { action: 'hand-over.sent', actorId: null, sessionId: null },
  ]);
});

it('names the place where the file went, also when the server has moved meanwhile', async () => {
  await scheduled();
  sink().behave('refuses to write');
  await check();
  sink().behave('takes');
  sink().files.set('/new', null);
  const place = { name: 'Ledger', host: '127.0.0.1', port: sink().port, user: 'recoup' };
  await firm().data(`PUT /sftp-servers/${firm().server}`, { ...place, folder: '/new' });
  test.clock.advance(60_000);
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sent', to: '127.0.0.1, /new' });
});

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
  await scheduled();
  const processes = [aHandOverProcess(test), aHandOverProcess(test)];
  await processes[0]?.find();
  const [payload] = await takeJobs(test.db, 'run-hand-over');
  await Promise.all(processes.map(async (each) => each.run(payload)));
  await processes[1]?.run(payload);
  expect(await firm().runs()).toHaveLength(1);
  expect(await firm().exports()).toHaveLength(1);
});

it('leaves neither export nor run when a process dies while it closes', async () => {
  await scheduled();
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
  const { _id } = await scheduled();
  expect(await firm().save(_id, { name: 'Renamed' })).toMatchObject({ nextAt: due.toISOString() });
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sent', dueAt: due.toISOString() });
  test.clock.set(new Date('2026-03-19T14:00:00Z'));
  expect(await firm().save(_id, { time: '18:00' })).toMatchObject({
    nextAt: '2026-03-19T16:00:00.000Z',
  });
});

it('goes where it was saved to while the run waited for another closing', async () => {
  const { _id } = await scheduled({ server: null, email: 'old@ledger.example' });
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
