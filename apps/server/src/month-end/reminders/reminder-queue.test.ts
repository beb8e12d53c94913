import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aRemindedFirm, reminderHandlers, remindersOf } from '../../../test/reminders.ts';
import { startJobs } from '../../platform/jobs/worker.ts';

const test = useApp();

it('sends the reminders of a firm through the job queue, and leaves no job behind', async () => {
  test.clock.set(new Date('2027-04-28T10:00:00Z'));
  const firm = await aRemindedFirm(test.db);
  const broken = await aRemindedFirm(test.db);
  const handlers = reminderHandlers({
    db: test.db,
    clock: test.clock,
    log: { warn: () => {} },
    countOpenExceptions: async (_, { firmId }) => {
      if (firmId === broken.id) throw new Error('too many entries');
      return new Map();
    },
  });
  const jobs = await startJobs({ pool: test.pool, handlers, log: { warn: () => {} } });
  const leftJobs = async (): Promise<string[]> => {
    const { rows } = await test.pool.query<{ task: string }>(
      `select task_identifier as task from graphile_worker.jobs
       where task_identifier <> 'send-mail'`,
    );
    return rows.map(({ task }) => task);
  };
  for (let count = 0; count < 2; count += 1) {
    await test.pool.query(`select graphile_worker.add_job('find-due-reminders')`);
    await expect.poll(leftJobs, { timeout: 10_000 }).toEqual([]);
  }
  await jobs.stop();
  expect(await remindersOf(test.db, firm)).toHaveLength(3);
  expect(await remindersOf(test.db, broken)).toEqual([]);
});
