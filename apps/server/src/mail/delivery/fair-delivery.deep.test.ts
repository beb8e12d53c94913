import { newId } from '@recoup/contract/core/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aLetterhead } from '../../../test/factories.ts';
import { type SmtpSink, startSmtp } from '../../../test/smtp.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import { mailJobs } from './deliver-mail.ts';
import { queueMail } from './outbox.service.ts';
import { createMailer } from './mailer.ts';

const test = useApp();
const ctx: { smtp?: SmtpSink } = {};
const smtp = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll
const receivers = (): string[] => smtp().received.map(({ to }) => to[0]?.split('@')[0] ?? '');

beforeAll(async () => {
  ctx.smtp = await startSmtp();
});
beforeEach(async () => {
  smtp().behave('takes');
  smtp().received.length = 0;
  await test.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(async () => smtp().close());

it.each([1, 4])('sends the first mail of a firm before the many of %s others', async (others) => {
  for (let index = 0; index < others; index += 1)
    await queue(await test.aFirm(), 'many', { count: 100 / others });
  await queue(await test.aFirm(), 'one');
  await delivering(async () => {
    await expect.poll(receivers).toContain('one');
  });
  // Those of the others that went first, and those that were under way.
  expect(receivers().indexOf('one')).toBeLessThanOrEqual(others + 3);
});

it('sends a firm’s mails in order, and a notice before its waiting exports', async () => {
  const firm = await test.aFirm();
  for (const to of ['a', 'b', 'c']) await queue(firm, to, { isExport: true });
  await queue(firm, 'notice');
  await delivering(async () => {
    await expect.poll(receivers).toHaveLength(4);
  });
  expect(receivers()).toEqual(['a', 'notice', 'b', 'c']);
});

it('sends the mail of another firm while the mail server is silent to the first', async () => {
  smtp().behave('holds');
  const firm = await test.aFirm();
  await queue(firm, 'slow', { count: 3 });
  await delivering(async () => {
    await expect.poll(() => smtp().held.length).toBeGreaterThan(0);
    await queue(await test.aFirm(), 'other');
    // One of each firm: the receivers are known once both are answered.
    await expect.poll(() => smtp().held.length).toBe(2);
    for (const answer of smtp().held.splice(0)) answer();
    await expect.poll(receivers).toEqual(expect.arrayContaining(['slow', 'other']));
  });
});

type Firm = { id: string; domain: string };
type Mails = { count?: number; isExport?: boolean };

async function queue(firm: Firm, to: string, { count = 1, isExport = false }: Mails = {}) {
  const attached = isExport
    ? {
        export: {
          id: await anExport(firm),
          attachment: 'csv' as const,
          csvProfile: null,
          layout: null,
          csvDelimiter: null,
        },
      }
    : {};
  const mail = {
    firmId: firm.id,
    userId: null,
    to: `${to}@lawfirm.co.za`,
    subject: 'Hello',
    body: 'Hello',
    now: test.clock.now(),
    ...attached,
  };
  for (let index = 0; index < count; index += 1)
    await test.db.transaction().execute(async (trx) => queueMail(trx, mail));
}

async function anExport(firm: Firm): Promise<string> {
  const id = newId();
  const { id: userId } = await test.aUser({ firm });
  const number = (await test.listRows('exports')).length;
  const facts = {
    number: number + 1,
    closing: false,
    rowCount: 0,
    byteCount: 0,
    sumCents: '0',
    sha256: Buffer.alloc(32),
    letterhead: await aLetterhead(test.db, firm.id),
  };
  await test.insertRows('exports', { id, firmId: firm.id, userId, ...facts });
  return id;
}

/** Sends what is queued by the real queue, as a server does, until the work has ended. */
async function delivering(work: () => Promise<void>): Promise<void> {
  const mailer = createMailer({ smtpUrl: smtp().url, from: 'recoup@recoup.test', outboxDir: '' });
  const handlers = mailJobs({
    db: test.db,
    log: test.app.log,
    mailer,
    loadAttachment: async () => undefined,
  });
  const jobs = await startJobs({ pool: test.pool, handlers, log: { warn: () => {} } });
  try {
    await work();
  } finally {
    smtp().behave('takes');
    for (const answer of smtp().held.splice(0)) answer();
    await jobs.stop();
  }
}
