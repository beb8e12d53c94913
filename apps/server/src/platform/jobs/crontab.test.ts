import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { jobCrontab, jobHandlers } from '../../app-jobs.ts';
import { startJobs } from './worker.ts';

const test = useApp();

it('checks for due reminders every five minutes, by a job that has a handler', async () => {
  const config = {
    smtpUrl: undefined,
    mailFrom: 'recoup@recoup.test',
    dataDir: '/nowhere',
    publicUrl: 'http://recoup.test',
    log: { warn: () => {} },
  };
  const handlers = jobHandlers(test.db, config);
  const jobs = await startJobs({
    pool: test.pool,
    handlers,
    crontab: jobCrontab,
    log: { warn: () => {} },
  });
  const known = async (): Promise<string[]> => {
    const { rows } = await test.pool.query<{ identifier: string }>(
      'select identifier from graphile_worker._private_known_crontabs',
    );
    return rows.map(({ identifier }) => identifier);
  };
  await expect.poll(known).toEqual(['find-due-reminders']);
  await jobs.stop();
  expect(jobCrontab.split(' ').slice(0, 6).join(' ')).toBe('*/5 * * * * find-due-reminders');
  expect(Object.keys(handlers)).toContain('find-due-reminders');
});
