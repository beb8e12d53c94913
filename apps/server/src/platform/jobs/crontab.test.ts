import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { jobCrontab, jobHandlers } from '../../app-jobs.ts';
import { startJobs } from './worker.ts';

const test = useApp();

it('checks for due reminders and hand-overs, by jobs that have a handler', async () => {
  const config = {
    smtpUrl: undefined,
    smtpOauth: undefined,
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
      'select identifier from graphile_worker._private_known_crontabs order by 1',
    );
    return rows.map(({ identifier }) => identifier);
  };
  await expect
    .poll(known)
    .toEqual([
      'back-up-when-due',
      'find-due-call-pulls',
      'find-due-hand-overs',
      'find-due-reminders',
      'queue-taxation-packs',
    ]);
  await jobs.stop();
  const [reminders, handOvers, callPulls, backups, packs] = jobCrontab.split('\n');
  expect(reminders).toMatch(/^\*\/5 \* \* \* \* find-due-reminders /);
  expect(handOvers).toMatch(/^\* \* \* \* \* find-due-hand-overs /);
  expect(callPulls).toMatch(/^\* \* \* \* \* find-due-call-pulls /);
  expect(backups).toMatch(/^\* \* \* \* \* back-up-when-due /);
  expect(packs).toMatch(/^\* \* \* \* \* queue-taxation-packs /);
  expect(Object.keys(handlers)).toEqual(
    expect.arrayContaining([
      'find-due-reminders',
      'find-due-hand-overs',
      'find-due-call-pulls',
      'queue-taxation-packs',
    ]),
  );
});
