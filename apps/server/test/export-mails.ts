import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { mailJobs } from '../src/mail/delivery/deliver-mail.ts';
import { createMailer } from '../src/mail/delivery/mailer.ts';
import { sendMailJob } from '../src/mail/delivery/outbox.repository.ts';
import { loadAttachment } from '../src/mail/mail-attachment.ts';
import { useApp } from './app.ts';
import { type SmtpSink, startSmtp } from './smtp.ts';

const good = { from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: 'As agreed.' };

/** A mail server, and for each test a firm with an export to mail. */
export function useExportMails() {
  const test = useApp();
  const token = { admin: '', attorney: '', system: '', otherAdmin: '' };
  const ids = { firm: '', firmName: '', export: '' };
  const ctx: { smtp?: SmtpSink; adminEmail: string } = { adminEmail: '' };
  const smtp = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll

  beforeAll(async () => {
    ctx.smtp = await startSmtp();
    token.otherAdmin = await test.signInAdmin();
    token.system = await test.signInAs({ firm: null });
  });
  afterAll(() => smtp().close());
  beforeEach(async () => {
    smtp().behave('takes');
    smtp().received.length = 0;
    const firm = await test.aFirm();
    const attorney = await test.aUser({ firm });
    const admin = await test.anAdmin({ firm });
    await test.anEntry({ firm, attorney });
    ctx.adminEmail = admin.email;
    ids.firm = firm.id;
    ids.firmName = firm.name;
    token.admin = await test.signIn(admin);
    token.attorney = await test.signIn(attorney);
    const closed = await test.call('POST /exports', { token: token.admin });
    ids.export = closed.json<{ data: ExportRecord }>().data._id;
  });

  const send = async (input = {}, type = 'csv'): Promise<ExportMail> => {
    const body = { ...good, ...input };
    const reply = await test.call(`POST /sendMail?type=${type}`, { token: token.admin, body });
    expect(reply).toAnswer(200);
    return reply.json<{ data: ExportMail }>().data;
  };
  const deliver = async (mailId: string): Promise<void> => {
    const mailer = createMailer({ smtpUrl: smtp().url, from: 'recoup@recoup.test', outboxDir: '' });
    await mailJobs({ db: test.db, log: test.app.log, mailer, loadAttachment })[sendMailJob]?.({
      mailId,
    });
  };
  const mailsInLedger = async (): Promise<ExportMail[]> => {
    const reply = await test.call(`GET /exports/${ids.export}`, { token: token.admin });
    return reply.json<{ data: ExportRecord }>().data.mails;
  };
  return { test, token, ids, ctx, smtp, good, send, deliver, mailsInLedger };
}
