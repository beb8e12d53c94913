import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countedWhile } from '../../../test/counted-outcomes.ts';
import { type SmtpSink, startSmtp } from '../../../test/smtp.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import { type LoadAttachment, mailJobs } from './deliver-mail.ts';
import { sendMailJob } from './outbox.repository.ts';
import { queueMail } from './outbox.service.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { MailRejectedError, MailSignInError } from './smtp-errors.ts';

const test = useApp();
const from = 'recoup@recoup.test';
const ctx: { smtp?: SmtpSink; outboxDir: string } = { outboxDir: '' };
const smtp = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll

beforeAll(async () => {
  ctx.smtp = await startSmtp();
  ctx.outboxDir = await mkdtemp(join(tmpdir(), 'recoup-outbox-'));
});
beforeEach(() => {
  smtp().behave('takes');
  smtp().received.length = 0;
});
afterAll(async () => {
  await smtp().close();
  await rm(ctx.outboxDir, { recursive: true });
});

it('sends a queued mail with the user as Reply-To, and records that it was sent', async () => {
  const id = await queue({
    to: 'bookkeeper@lawfirm.co.za',
    replyTo: 'lerato@lawfirm.co.za',
    subject: 'Sheriff’s fees',
    body: 'Line 1\n.\nLine 3',
  });
  expect(await countedWhile('mail', async () => deliver(id))).toEqual(['sent']);
  const [received] = smtp().received;
  expect(received).toMatchObject({ from, to: ['bookkeeper@lawfirm.co.za'] });
  const mail = await PostalMime.parse(received?.bytes ?? '');
  expect(mail).toMatchObject({
    from: { address: from },
    replyTo: [{ address: 'lerato@lawfirm.co.za' }],
    subject: 'Sheriff’s fees',
    messageId: `<${id}@recoup.test>`,
  });
  expect(mail.text?.trim()).toBe('Line 1\n.\nLine 3');
  expect(await stateOf(id)).toMatchObject({
    state: 'sent',
    attempts: 0,
    lastError: null,
    sentAt: expect.any(Date),
  });
});

it('does not send a mail again that was sent', async () => {
  const id = await queue();
  await deliver(id);
  await deliver(id);
  expect(smtp().received).toHaveLength(1);
});

it('sends once when two processes get the same mail at the same time', async () => {
  smtp().behave('delays');
  const id = await queue();
  const outcomes = await Promise.allSettled([deliver(id), deliver(id), deliver(id)]);
  expect(smtp().received).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
});

it.each(['refuses', 'drops'] as const)(
  'keeps a mail and the reason when the server %s, and sends it later under the same id',
  async (manner) => {
    smtp().behave(manner);
    const id = await queue();
    await expect(deliver(id)).rejects.toThrow(/\S/);
    expect(await stateOf(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastError: expect.stringMatching(/\S/),
    });
    smtp().behave('takes');
    await deliver(id);
    expect(sentIds()).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent', lastError: null });
  },
);

it('gives up at once when the mailbox is rejected for good, and logs why', async () => {
  smtp().behave('bounces');
  const id = await queue();
  await deliver(id);
  expect(await stateOf(id)).toMatchObject({
    state: 'failed',
    lastError: expect.stringContaining('No such mailbox here'),
  });
});

const away = new Error('timeout exceeded when trying to connect');
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });
it.each([
  ['our own database was away before the mail server was asked', 'file', away, 0],
  ['our own database took too long over it', 'file', coded('canceling statement', '57014'), 1],
  ['our own database had no room for the file', 'file', coded('No space left', '53100'), 1],
  ['there is no such file', 'file', new Error('No such export.'), 1],
  ['the mail server says nothing', 'mail', coded('Connection timeout', 'ETIMEDOUT'), 1],
])(
  'tries again, and counts failures of others than the own database: %s',
  async (_, where, failure, attempts) => {
    const id = await queue();
    const loadAttachment = vi.fn<LoadAttachment>();
    const mailer = mailerTo(smtp().url);
    const send = vi.fn<Mailer['send']>(async (mail) => mailer.send(mail));
    (where === 'file' ? loadAttachment : send).mockRejectedValueOnce(failure);
    const handlers = mailJobs({ db: test.db, log: test.app.log, mailer: { send }, loadAttachment });
    await expect(handlers[sendMailJob]?.({ mailId: id })).rejects.toThrow(/\S/);
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts });
    expect(sentIds()).toEqual([]);
    await handlers[sendMailJob]?.({ mailId: id });
    expect(sentIds()).toEqual([id]);
  },
);

it.each([
  ['retry', new Error(`Message failed: 451 4.7.1 <clerk@lawfirm.co.za> said hunter2-hunter2`)],
  ['failed', new MailRejectedError(`Rejected: 550 5.1.1 <clerk@lawfirm.co.za> hunter2-hunter2`)],
])(
  'logs and counts a failure once, without the words of the server: %s',
  async (outcome, failure) => {
    const id = await queue();
    const send: Mailer['send'] = async () => Promise.reject(failure);
    const handlers = mailJobs({
      db: test.db,
      log: test.app.log,
      mailer: { send },
      loadAttachment: async () => undefined,
    });
    const counted = await countedWhile('mail', async () => {
      const job = handlers[sendMailJob]?.({ mailId: id });
      const thrown = await job?.catch((error: Error) => error.message);
      expect(thrown).toBe(outcome === 'retry' ? 'The mail server answered 451 4.7.1.' : undefined);
    });
    expect(counted).toEqual([outcome]);
    const lines = test.log.filter((line) => line.includes(id));
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        mail: id,
        outcome,
        tries: 1,
        reason: expect.stringMatching(/^The mail server answered \d/),
      },
    ]);
    expect(test.log.join('')).not.toMatch(/clerk@|hunter2/);
  },
);

it('logs once why mails wait for the sign-in', async () => {
  const reason = 'The mail server refused the sign-in (535 5.7.3).';
  const handlers = mailJobs({
    db: test.db,
    log: test.app.log,
    mailer: { send: async () => Promise.reject(new MailSignInError(reason)) },
    loadAttachment: async () => undefined,
  });
  const ids = [await queue(), await queue(), await queue()];
  const counted = await countedWhile('mail', async () => {
    for (const mailId of ids) await handlers[sendMailJob]?.({ mailId });
  });
  expect(counted).toEqual(['retry', 'retry', 'retry']);
  const lines = test.log.filter((line) => ids.some((id) => line.includes(id)));
  expect(lines).toEqual([expect.stringContaining(`"reason":"${reason}`)]);
});

it.each([
  [
    535,
    '5.7.3 Authentication unsuccessful',
    /\(535 5\.7\.3\)\. The user name or password is wrong/,
  ],
  [
    550,
    '5.7.30 Basic authentication is not supported for Client Submission',
    /\(550 5\.7\.30\)\. Microsoft 365 takes no user name and password any more: .*SMTP_OAUTH_USER/,
  ],
])('never gives up a mail because the server refuses the client: %s %s', async (...refusal) => {
  const [code, text, sentence] = refusal;
  smtp().refuseSignIn({ code, text: `${text} for p4ssword` });
  const id = await queue();
  await test.updateRows('mails', { id }, { attempts: 11 });
  const signedIn = smtp().url.replace('smtp://', 'smtp://user:p4ssword@');
  const handlers = handlersFor(signedIn);
  await handlers[sendMailJob]?.({ mailId: id });
  const { lastError, ...state } = await stateOf(id);
  expect([lastError, state]).toEqual([
    expect.stringMatching(sentence),
    { state: 'queued', attempts: 11, sentAt: null },
  ]);
  expect(lastError).not.toContain('p4ssword');
  const { rows } = await test.pool.query<{ waits: boolean }>(
    `select run_at > now() + interval '4 minutes' as waits from graphile_worker._private_jobs
      where payload->>'mailId' = $1 order by run_at desc limit 1`,
    [id],
  );
  expect(rows).toEqual([{ waits: true }]);
  smtp().behave('takes');
  await handlersFor(signedIn)[sendMailJob]?.({ mailId: id });
  expect(sentIds()).toEqual([id]);
});

it('gives up after twelve tries', async () => {
  smtp().behave('refuses');
  const id = await queue();
  await test.updateRows('mails', { id }, { attempts: 11 });
  await deliver(id);
  expect(await stateOf(id)).toMatchObject({
    state: 'failed',
    attempts: 12,
    lastError: expect.stringContaining('Try again later'),
  });
});

it.each([
  ['a second recipient', { to: 'a@lawfirm.co.za, evil@evil.example' }],
  ['a header in the address', { to: 'a@lawfirm.co.za\r\nBcc: evil@evil.example' }],
  ['a header in the subject', { subject: 'Hello\r\nBcc: evil@evil.example' }],
  [
    'an encoded word in the subject',
    { subject: 'Hello =?utf-8?q?=0D=0ABcc:_evil=40evil.example?=' },
  ],
  ['a header in the reply address', { replyTo: 'a@lawfirm.co.za\nBcc: evil@evil.example' }],
])('never sends a mail with %s', async (_, input) => {
  const id = await queue(input);
  await deliver(id);
  expect(smtp().received).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
});

it('writes the mail into the outbox once without an SMTP server, despite retries', async () => {
  const id = await queue({ subject: 'Into a file' });
  await deliver(id, 'outbox');
  await test.updateRows('mails', { id }, { state: 'queued' });
  await deliver(id, 'outbox');
  const files = await readdir(ctx.outboxDir);
  expect(files).toEqual([
    expect.stringMatching(new RegExp(`^2026-03-18T08-00-00-000Z-${id}\\.eml$`)),
  ]);
  const mail = await PostalMime.parse(await readFile(join(ctx.outboxDir, files[0] ?? '')));
  expect(mail).toMatchObject({ subject: 'Into a file', messageId: `<${id}@recoup.test>` });
});

it('gets queued mails from the queue, also after their process died', async () => {
  const died = await queue();
  await takenByTheDead(died);
  const jobs = await startJobs({
    pool: test.pool,
    handlers: handlersFor(smtp().url),
    log: { warn: () => {} },
  });
  const fresh = await queue();
  await expect.poll(() => sentIds()).toEqual([died, fresh]);
  await jobs.stop();
});

async function queue(
  value: { to?: string; replyTo?: string; subject?: string; body?: string } = {},
): Promise<string> {
  const mail = { to: 'bookkeeper@lawfirm.co.za', subject: 'Hello', body: 'Hello', ...value };
  return test.db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { firmId: null, userId: null, now: test.clock.now(), ...mail }),
    );
}

function handlersFor(smtpUrl: string | undefined) {
  return mailJobs({
    db: test.db,
    log: test.app.log,
    mailer: mailerTo(smtpUrl),
    loadAttachment: async () => undefined,
  });
}

function mailerTo(smtpUrl: string | undefined): Mailer {
  return createMailer({ smtpUrl, from, outboxDir: ctx.outboxDir });
}

async function deliver(mailId: string, to: 'smtp' | 'outbox' = 'smtp'): Promise<void> {
  await handlersFor(to === 'smtp' ? smtp().url : undefined)[sendMailJob]?.({ mailId });
}

function stateOf(id: string) {
  return test.getRow('mails', { id }, ['state', 'attempts', 'lastError', 'sentAt']);
}

/** As a process leaves a job that is killed in the middle of it. */
async function takenByTheDead(mailId: string): Promise<void> {
  await test.pool.query(
    `delete from graphile_worker._private_jobs where payload->>'mailId' <> $1`,
    [mailId],
  );
  await test.pool.query(
    `update graphile_worker._private_jobs
      set locked_at = now() - interval '10 seconds', locked_by = 'pool-dead', attempts = 1`,
  );
}

function sentIds(): string[] {
  return smtp()
    .received.map(
      ({ bytes }) => /^Message-ID: <(.{36})@recoup\.test>/m.exec(bytes.toString())?.[1] ?? '',
    )
    .toSorted((a, b) => a.localeCompare(b));
}
