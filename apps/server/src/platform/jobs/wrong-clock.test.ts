import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aHandOverFirm, useHandOver } from '../../../test/hand-over-firm.ts';
import { anIntakeProcess } from '../../../test/matter-intake.ts';
import { plannedWork } from '../../app-jobs.ts';
import { hours, minutes, seconds, systemClock } from '../core/clock.ts';
import { scheduleCheckAge } from '../monitoring/schedule-check.ts';
import { startScheduleCheck } from './schedule-check.ts';
import { startJobs } from './worker.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, check, lastRun, due } = useHandOver(test);
const wrongClocks = [
  ['4 hours', hours(4)],
  ['a month', hours(31 * 24)],
] as const;
/** The crontab wakes up once a minute. */
const patience = { timeout: 75_000 };
const morning = new Date('2026-03-18T11:00:00Z');

/** Counts of the work that was pulled back, by its name in the log. */
async function pullBack(now = test.clock.now()): Promise<Record<string, number>> {
  const lines: { work?: string; count?: number; err?: Error }[] = [];
  const log = { warn: (line: object) => void lines.push(line) };
  await (
    await startScheduleCheck({ work: plannedWork(test.db), clock: { now: () => now }, log })
  ).stop();
  expect(lines.map(({ err }) => err?.message)).toEqual(lines.map(() => undefined));
  return Object.fromEntries(lines.map(({ work = '', count = 0 }) => [work, count]));
}

describe.each(wrongClocks)('a clock that was %s ahead', (_, ahead) => {
  afterEach(async () => {
    vi.useRealTimers();
    await test.pool.query(`delete from graphile_worker._private_known_crontabs;
      delete from graphile_worker._private_jobs`);
  });

  it('stops no line of the crontab', async () => {
    const warned: string[] = [];
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: inMinute(54, ahead) });
    const jobs = await startJobs({
      pool: test.pool,
      handlers: { tick: async () => {} },
      crontab: '* * * * * tick ?jobKey=tick',
      log: { warn: (__: object, text?: string) => void warned.push(text ?? '') },
    });
    // The worker registers its lines after it has started.
    await expect.poll(async () => executeAt(systemClock.now())).toBe(1);
    // Leaves the restarted worker time to plan the next minute.
    const right = inMinute(42, 0);
    vi.setSystemTime(right);
    expect(await pullBack(right)).toEqual({ 'crontab lines': 1 });
    await expect
      .poll(() => warned, patience)
      .toEqual(['the job queue restarts: the clock of this machine was ahead, and went back']);
    await expect.poll(lastTick, patience).toBeGreaterThan(right.getTime());
    await jobs.stop();
  });

  it('runs a hand-over at its next time, and hands each entry over once', async () => {
    await firm().record();
    await firm().add();
    test.clock.set(new Date(morning.getTime() + ahead));
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent' });
    test.clock.set(morning);
    expect(await pullBack()).toEqual({ 'hand-overs': 1 });
    expect(await pullBack()).toEqual({});
    expect(await firm().handOver()).toMatchObject({ nextAt: due.toISOString() });
    await check();
    expect(await firm().exports()).toHaveLength(1);
    await firm().record({ narration: 'After the wrong clock' });
    test.clock.set(due);
    await check();
    await check();
    const runs = await firm().runs();
    expect(runs.filter(({ dueAt }) => dueAt === due.toISOString())).toMatchObject([
      { state: 'sent' },
    ]);
    expect((await firm().exports()).map(({ rows }) => rows)).toEqual([1, 1]);
    expect([...sink().files.keys()].filter((name) => name.endsWith('.csv'))).toHaveLength(2);
  });

  it('runs a hand-over now that a user requested meanwhile', async () => {
    await firm().record();
    const { _id } = await firm().add({ on: 'day_of_month', day: 1 });
    test.clock.set(new Date(morning.getTime() + ahead + 1));
    await firm().data(`POST /hand-overs/${_id}/runs`);
    test.clock.set(morning);
    expect(await pullBack()).toEqual({ 'hand-overs': 1 });
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent' });
    expect(await firm().handOver()).toMatchObject({ nextAt: '2026-04-01T14:00:00.000Z' });
  });

  it('tries a file again at its next time', async () => {
    await firm().record();
    await firm().add();
    await sink().close();
    test.clock.set(new Date(due.getTime() + ahead));
    await check();
    test.clock.set(due);
    expect(await pullBack()).toMatchObject({ 'files of hand-overs': 1 });
    const [run] = await test.listRows('handOverRuns');
    expect(run?.nextTryAt).toEqual(new Date(due.getTime() + minutes(1)));
    expect(run?.giveUpAt).toEqual(new Date(due.getTime() + hours(24)));
    expect(await pullBack()).toEqual({});
  });

  it('imports matters at the next time, and tries a failed import after its pause', async () => {
    const one = await aHandOverFirm(test, sink());
    const input = { server: one.server, pattern: '*.csv', days: 'daily', time: '16:00' };
    await one.data('PUT /matter-intake', input);
    test.clock.set(new Date(due.getTime() + ahead));
    await anIntakeProcess(test).check();
    test.clock.set(morning);
    expect(await pullBack()).toEqual({ 'imports of matters': 1 });
    expect(await one.data('GET /matter-intake')).toMatchObject({ nextAt: due.toISOString() });
    const nextAt = new Date(morning.getTime() + ahead + minutes(15));
    await test.updateRows('matterIntakes', { firmId: one.firm.id }, { nextAt, tries: 2 });
    expect(await pullBack()).toEqual({ 'imports of matters': 1 });
    expect(await one.data('GET /matter-intake')).toMatchObject({
      nextAt: new Date(morning.getTime() + minutes(15)).toISOString(),
    });
    expect(await pullBack()).toEqual({});
    await test.deleteRows('matterIntakes');
  });

  it('ends the wait of jobs, and leaves failed ones their pause', async () => {
    await test.pool.query('delete from graphile_worker._private_jobs');
    await addJob({ task: 'never-tried', waits: ahead });
    await addJob({ task: 'failed-twice', waits: ahead + seconds(7), attempts: 2 });
    expect(await pullBack()).toEqual({ jobs: 2 });
    expect(await waits()).toEqual({ 'never-tried': 0, 'failed-twice': 7 });
  });

  it('ends the wait of a delivery to a webhook, which keeps its pause', async () => {
    await test.pool.query('delete from graphile_worker._private_jobs');
    const { _id } = await firm().data<{ _id: string }>('POST /webhooks', {
      url: 'http://127.0.0.1:9/',
      events: ['import.done'],
    });
    await firm().data(`POST /webhooks/${_id}/tests`);
    const triedAt = new Date(test.clock.now().getTime() + ahead);
    const nextTryAt = new Date(triedAt.getTime() + minutes(5));
    await test.updateRows(
      'webhookDeliveries',
      { webhookId: _id },
      { tries: 3, triedAt, nextTryAt },
    );
    await test.pool.query(`update graphile_worker._private_jobs
      set run_at = now() + interval '${(ahead + minutes(5)) / 1_000} seconds'`);
    expect(await pullBack()).toEqual({ 'webhook deliveries': 1 });
    expect(await waits()).toEqual({ 'deliver-webhook': 300 });
    expect(await pullBack()).toEqual({});
  });
});

it('keeps times that lie ahead by right', async () => {
  await test.pool.query('delete from graphile_worker._private_jobs');
  const one = firm();
  for (const schedule of [
    { name: 'Daily' },
    { name: 'Next month', on: 'day_of_month', day: 17 },
    { name: 'Last day', on: 'last_working_day' },
    { name: 'Off', isOn: false },
  ])
    await one.add(schedule);
  await one.record();
  await one.data('PUT /matter-intake', { server: one.server, days: 'daily', time: '06:00' });
  test.clock.set(due);
  await check();
  await addJob({ task: 'failed-often', waits: hours(6), attempts: 12 });
  await addJob({ task: 'deliver-webhook', waits: hours(8) });
  expect(await pullBack()).toEqual({});
  // Another process whose clock is a little behind.
  expect(await pullBack(new Date(due.getTime() - seconds(40)))).toEqual({});
  await test.deleteRows('matterIntakes');
});

it('takes over the jobs of a process that died while the clock was ahead', async () => {
  await test.pool.query('delete from graphile_worker._private_jobs');
  await addJob({ task: 'left', waits: 0 });
  await test.pool.query(`update graphile_worker._private_jobs
    set locked_at = now() + interval '4 hours', locked_by = 'pool-dead', attempts = 1`);
  const ran: string[] = [];
  const handlers = { left: async () => void ran.push('left') };
  const jobs = await startJobs({ pool: test.pool, handlers, log: { warn: () => {} } });
  await expect.poll(() => ran).toEqual(['left']);
  await jobs.stop();
});

it('goes on where one kind of work cannot be checked, and tells its age', async () => {
  const warned: string[] = [];
  const pulled: string[] = [];
  const broken = {
    name: 'broken',
    pullBack: async () => {
      throw new Error('away');
    },
  };
  const good = { name: 'good', pullBack: async () => pulled.push('good') };
  const log = { warn: (_: object, text?: string) => void warned.push(text ?? '') };
  const before = scheduleCheckAge();
  const start = async (work: (typeof broken | typeof good)[]) =>
    (await startScheduleCheck({ work, clock: test.clock, log })).stop();
  await start([broken, good]);
  expect(warned).toEqual([
    'a schedule could not be checked',
    'work that a wrong clock had planned ahead was pulled back to its next time',
  ]);
  expect(scheduleCheckAge()).toBeGreaterThanOrEqual(before);
  await start([good]);
  expect(scheduleCheckAge()).toBeLessThan(1);
});

/** The present minute, at a second of it. */
function inMinute(second: number, ahead: number): Date {
  const at = performance.timeOrigin + performance.now() + ahead;
  return new Date(Math.floor(at / minutes(1)) * minutes(1) + seconds(second));
}

/** Returns the count of lines. */
async function executeAt(at: Date): Promise<number | null> {
  const { rowCount } = await test.pool.query(
    'update graphile_worker._private_known_crontabs set last_execution = $1',
    [at],
  );
  return rowCount;
}

async function lastTick(): Promise<number> {
  const { rows } = await test.pool.query<{ at: Date | null }>(
    `select last_execution as at from graphile_worker._private_known_crontabs
     where identifier = 'tick'`,
  );
  return rows[0]?.at?.getTime() ?? 0;
}

async function addJob({
  task,
  waits: ms,
  attempts = 0,
}: {
  task: string;
  waits: number;
  attempts?: number;
}): Promise<void> {
  await test.pool.query(
    `select graphile_worker.add_job($1, run_at := now() + $2 * interval '1 millisecond')`,
    [task, ms],
  );
  await test.pool.query(
    `update graphile_worker._private_jobs set attempts = $1
     where task_id = (select id from graphile_worker._private_tasks where identifier = $2)`,
    [attempts, task],
  );
}

/** Seconds, by task. */
async function waits(): Promise<Record<string, number>> {
  const { rows } = await test.pool.query<{ task: string; seconds: number }>(
    `select t.identifier as task, greatest(0, round(extract(epoch from j.run_at - now())))::integer
       as seconds
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by 1`,
  );
  return Object.fromEntries(rows.map(({ task, seconds: count }) => [task, count]));
}
