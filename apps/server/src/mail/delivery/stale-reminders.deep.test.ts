import { beforeEach, expect, it } from 'vitest';
import { useExportMails } from '../../../test/export-mails.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import { mailJobs } from './deliver-mail.ts';
import { createMailer } from './mailer.ts';
import { queueMail } from './outbox.service.ts';

const { test, ids, send, smtp, token } = useExportMails();
const receivers = (): string[] => smtp().received.map(({ to }) => to[0]?.split('@')[0] ?? '');
const fromNow = (ms: number): Date => new Date(Date.now() + ms);

beforeEach(async () => {
  await test.pool.query('delete from graphile_worker._private_jobs');
});

it('sends a reminder on its day, and marks a later one as failed', async () => {
  const firm = await test.aFirm();
  await test.updateRows('firms', { id: firm.id }, { remindersOn: true });
  const late = await queue(firm.id, 'late', { sendUntil: fromNow(-minutes(1)) });
  await queue(firm.id, 'timely', { sendUntil: fromNow(hours(1)) });
  expect(await delivered(1)).toEqual(['timely']);
  expect(await outcomeOf(late)).toEqual({
    state: 'failed',
    lastError: 'The day of this reminder is over.',
  });
});

it('sends no reminder of a firm that has switched reminders off, but its other mails', async () => {
  const firm = await test.aFirm();
  const reminder = await queue(firm.id, 'reminder', { sendUntil: fromNow(hours(1)) });
  await queue(firm.id, 'notice');
  expect(await delivered(1)).toEqual(['notice']);
  await expect
    .poll(() => outcomeOf(reminder))
    .toEqual({ state: 'failed', lastError: 'The firm has switched reminders off.' });
});

it('lets no other mail of the firm wait behind its many reminders', async () => {
  const firm = await test.aFirm();
  await test.updateRows('firms', { id: firm.id }, { remindersOn: true });
  const sendUntil = fromNow(hours(1));
  for (const to of ['a', 'b', 'c']) await queue(firm.id, to, { sendUntil });
  await queue(firm.id, 'notice');
  await queue(firm.id, 'invitation');
  expect(await delivered(5)).toEqual(['a', 'notice', 'b', 'invitation', 'c']);
});

it('counts no reminder in the quota, and lists none with exports', async () => {
  const sendUntil = fromNow(hours(1));
  for (let count = 0; count < 101; count += 1) await queue(ids.firm, 'reminder', { sendUntil });
  expect((await send()).state).toBe('queued');
  const list = await test.call('GET /exports', { token: token.admin });
  const { data } = list.json<{ data: { mails: unknown[] }[] }>();
  expect(data.flatMap(({ mails }) => mails)).toHaveLength(1);
});

async function queue(firmId: string, to: string, { sendUntil }: { sendUntil?: Date } = {}) {
  const mail = {
    firmId,
    userId: null,
    to: `${to}@lawfirm.co.za`,
    subject: 'Hello',
    body: 'Hello',
    now: test.clock.now(),
    ...(sendUntil && { sendUntil }),
  };
  return test.db.transaction().execute(async (trx) => queueMail(trx, mail));
}

async function outcomeOf(id: string) {
  return test.getRow('mails', { id }, ['state', 'lastError']);
}

/** The receivers of what the real queue sends, in order. */
async function delivered(count: number): Promise<string[]> {
  const mailer = createMailer({ smtpUrl: smtp().url, from: 'recoup@recoup.test', outboxDir: '' });
  const handlers = mailJobs({
    db: test.db,
    log: test.app.log,
    mailer,
    loadAttachment: async () => undefined,
  });
  const jobs = await startJobs({ pool: test.pool, handlers, log: { warn: () => {} } });
  await expect.poll(receivers).toHaveLength(count);
  await jobs.stop();
  return receivers();
}
