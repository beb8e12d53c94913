import { role } from '@recoup/contract/core/access';
import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import PostalMime from 'postal-mime';
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

it('sends the export that is named, although the user took another one since', async () => {
  const copy = await test.call('GET /download', { token: token.admin });
  const latest =
    /^\/core\/api\/exports\/(.+)\/file$/.exec(String(copy.headers['content-location']))?.[1] ?? '';
  expect(await send()).toMatchObject({ export: latest });
  const ask = async (who: string | undefined, named: string) =>
    test.call(`POST /sendMail?type=csv&export=${named}`, { token: who, body: good });
  const reply = await ask(token.admin, ids.export);
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { data: { export: ids.export } }]);
  for (const [who, named, status] of [
    [undefined, ids.export, 401],
    [token.attorney, ids.export, 403],
    [token.otherAdmin, ids.export, 404],
    [token.admin, newId(), 404],
    [token.admin, '1', 400],
  ] as const) {
    expect((await ask(who, named)).statusCode).toBe(status);
  }
});

it('attaches the CSV for people if the firm chose it, else the CSV for systems', async () => {
  const attached = async (): Promise<string> => {
    const { _id } = await send();
    await deliver(_id);
    const { attachments } = await PostalMime.parse(smtp().received.at(-1)?.bytes ?? '');
    const content = attachments[0]?.content as ArrayBuffer; // the format of postal-mime
    return Buffer.from(content).toString();
  };
  expect(await attached()).toMatch(/^Date,Matter Number,/);
  const body = { csvDelimiter: ';', mailProfile: 'people' };
  expect((await test.call('PUT /export-settings', { token: token.admin, body })).statusCode).toBe(
    200,
  );
  expect(await attached()).toMatch(/^\uFEFFDate;Matter Number;.*\r\n.*;10,00;/);
});

it('takes an empty text, and no from at all, and then says what the file is', async () => {
  const { from: _, ...body } = { ...good, body: '' };
  const reply = await test.call('POST /sendMail?type=csv', { token: token.admin, body });
  expect(reply.statusCode).toBe(200);
  await deliver(reply.json<{ data: ExportMail }>().data._id);
  const bytes = smtp().received[0]?.bytes ?? Buffer.alloc(0);
  expect(bytes.toString()).toMatch(/^Content-Type: multipart\/mixed;/m);
  const { text, attachments } = await PostalMime.parse(bytes);
  expect(attachments.map(({ filename }) => filename)).toEqual(['recoup-export-1.csv']);
  expect(text?.trim().split('\n')).toEqual([
    ids.firmName,
    'Disbursements, export 1',
    'Day: 2026-03-05',
    'Lines: 1',
    'Sum: R\u00A010.00',
  ]);
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
