import { role } from '@recoup/contract/core/access';
import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../test/factories.ts';
import { type SmtpSink, startSmtp } from '../../test/smtp.ts';
import { mailJobs } from './delivery/deliver-mail.ts';
import { sendMailJob } from './delivery/outbox.repository.ts';
import { createMailer } from './delivery/mailer.ts';
import { loadAttachment } from './mail-attachment.ts';

const test = useApp();
const token = { admin: '', attorney: '', system: '', otherAdmin: '' };
const ids = { firm: '', firmName: '', export: '' };
const ctx: { smtp?: SmtpSink; adminEmail: string } = { adminEmail: '' };
const smtp = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll
const good = { from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: 'As agreed.' };

beforeAll(async () => {
  ctx.smtp = await startSmtp();
  token.otherAdmin = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
  token.system = await test.signIn(await aUser(test.db, { firm: null }));
});
afterAll(() => smtp().close());

beforeEach(async () => {
  smtp().behave('takes');
  smtp().received.length = 0;
  const firm = await aFirm(test.db);
  const attorney = await aUser(test.db, { firm });
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  await anEntry(test.db, {
    firm,
    attorney,
    matter: await aMatter(test.db, firm),
    type: await aDisbursementType(test.db, firm),
  });
  ctx.adminEmail = admin.email;
  ids.firm = firm.id;
  ids.firmName = firm.name;
  token.admin = await test.signIn(admin);
  token.attorney = await test.signIn(attorney);
  ids.export = (await test.call('POST /exports', { token: token.admin })).json<{
    data: ExportRecord;
  }>().data._id;
});

it('shows why a mail did not arrive, and sends it again as a mail of its own', async () => {
  smtp().behave('bounces');
  const { _id } = await send();
  await deliver(_id);
  expect(await mailsInLedger()).toMatchObject([
    { _id, state: 'failed', reason: expect.stringContaining('No such mailbox here') },
  ]);
  smtp().behave('takes');
  const again = await test.call(`POST /mails/${_id}/repeats`, { token: token.admin });
  expect(again.statusCode).toBe(201);
  const repeat = again.json<{ data: ExportMail }>().data;
  await deliver(repeat._id);
  expect(smtp().received).toHaveLength(1);
  expect(await mailsInLedger()).toMatchObject([
    { _id: repeat._id, state: 'sent', to: good.to, subject: 'March' },
    { state: 'failed' },
  ]);
});

it('sends again neither what is still on its way nor what is another firm’s', async () => {
  const { _id } = await send();
  expect((await test.call(`POST /mails/${_id}/repeats`, { token: token.admin })).statusCode).toBe(
    409,
  );
  const foreign = await test.call(`POST /mails/${_id}/repeats`, { token: token.otherAdmin });
  const missing = await test.call(`POST /mails/${newId()}/repeats`, { token: token.otherAdmin });
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
});

async function send(given = {}, type = 'csv'): Promise<ExportMail> {
  const reply = await test.call(`POST /sendMail?type=${type}`, {
    token: token.admin,
    body: { ...good, ...given },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: ExportMail }>().data;
}

async function deliver(mailId: string): Promise<void> {
  const mailer = createMailer({ smtpUrl: smtp().url, from: 'recoup@recoup.test', outboxDir: '' });
  await mailJobs({ db: test.db, mailer, loadAttachment })[sendMailJob]?.({
    mailId,
  });
}

async function mailsInLedger(): Promise<ExportMail[]> {
  return (await test.call(`GET /exports/${ids.export}`, { token: token.admin })).json<{
    data: ExportRecord;
  }>().data.mails;
}
