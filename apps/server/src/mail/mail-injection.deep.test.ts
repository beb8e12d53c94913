import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { mailQuota } from '@recoup/contract/mail/endpoints';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { type MailField, mailPayloads } from '../../test/mail-payloads.ts';
import { type Received, type SmtpSink, startSmtp } from '../../test/smtp.ts';
import { mailJobs } from './delivery/deliver-mail.ts';
import { sendMailJob } from './delivery/outbox.repository.ts';
import { createMailer, type Mailer } from './delivery/mailer.ts';
import { loadAttachment } from './mail-attachment.ts';

const test = useApp();
const good = { to: 'a@lawfirm.co.za', subject: 'March', body: 'As agreed.', from: '' };
const ctx: { smtp?: SmtpSink; mailer?: Mailer; token: string; replyTo: string } = {
  token: '',
  replyTo: '',
};
const sink = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll
/** The headers of every mail that we send, and no other. */
const headerNames = [
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

beforeAll(async () => {
  ctx.smtp = await startSmtp();
  ctx.mailer = createMailer({ smtpUrl: sink().url, from: 'recoup@recoup.test', outboxDir: '' });
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  await test.anEntry({ firm, attorney: admin });
  ctx.token = await test.signIn(admin);
  ctx.replyTo = admin.email;
  await test.call('POST /exports', { token: ctx.token });
});
afterAll(() => sink().close());

it('has more than two hundred payloads', () => {
  expect(mailPayloads.length).toBeGreaterThan(200);
});

it.each<MailField>(['to', 'subject', 'body', 'from'])(
  'makes of no payload in %s a mail to, from or about anything else',
  async (field) => {
    const texts = mailPayloads.filter((each) => each.field === field).map(({ text }) => text);
    const wrong: string[] = [];
    for (let at = 0; at < texts.length; at += mailQuota.hour)
      wrong.push(...(await tryTexts(field, texts.slice(at, at + mailQuota.hour))));
    expect(wrong).toEqual([]);
  },
);

it.each([
  ['line breaks', '\n'.repeat(20 * 1024)],
  ['letters with an accent', 'é'.repeat(10 * 1024)],
  ['emoji', '😀'.repeat(5 * 1024)],
])('accepts 20 KB of %s with any escaping of the client', async (_, text) => {
  const escaped = JSON.stringify({ ...good, body: text }).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const reply = await test.call('POST /sendMail?type=csv', {
    token: ctx.token,
    body: escaped.replaceAll('\\n', '\\u000a'),
  });
  expect(reply).toAnswer(200);
});

/** Each is rejected with a sentence, or sent as exactly one mail with the typed text. */
async function tryTexts(field: MailField, texts: readonly string[]): Promise<string[]> {
  sink().received.length = 0;
  const faults: string[] = [];
  const accepted = new Map<string, typeof good>();
  for (const text of texts) {
    const input = { ...good, [field]: text };
    const reply = await test.call('POST /sendMail?type=csv', { token: ctx.token, body: input });
    if (reply.statusCode === 200) accepted.set(reply.json<{ data: ExportMail }>().data._id, input);
    else if (reply.statusCode !== 400)
      faults.push(`${JSON.stringify(text)}: answered ${reply.statusCode}`);
  }
  const ids = [...accepted.keys()];
  // Three at a time, as the product does.
  while (ids.length > 0) await Promise.all(ids.splice(0, 3).map(deliver));
  // The firm's quota is another test's business.
  await test.deleteRows('mails');
  if (field === 'from' && accepted.size > 0)
    faults.push(`a sender was taken ${accepted.size} times`);
  if (sink().received.length !== accepted.size)
    faults.push(`${sink().received.length} mails arrived of ${accepted.size}`);
  for (const received of sink().received) faults.push(...(await faultsOf(received, accepted)));
  return faults;
}

async function faultsOf(
  received: Received,
  accepted: ReadonlyMap<string, typeof good>,
): Promise<string[]> {
  const mail = await PostalMime.parse(received.bytes);
  const value = accepted.get(/^<([\w-]+)@recoup\.test>$/.exec(mail.messageId ?? '')?.[1] ?? '');
  if (!value) return [`a mail of another id arrived: ${mail.messageId}`];
  const names = mail.headers.map(({ key }) => key).toSorted();
  const to = value.to.trim().toLowerCase();
  const expected = {
    envelope: { from: 'recoup@recoup.test', to: [to] },
    names: headerNames,
    from: 'recoup@recoup.test',
    to: [to],
    replyTo: [ctx.replyTo],
    cc: 0,
    bcc: 0,
    attachments: ['recoup-export-1.csv'],
    isHtml: false,
    // Marks that reverse what a reader sees are left out of a subject.
    subject: value.subject.replaceAll(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g, '').trim(),
    text: plain(value.body),
  };
  const found = {
    envelope: { from: received.from, to: received.to },
    names,
    from: mail.from?.address,
    to: mail.to?.map(({ address }) => address),
    replyTo: mail.replyTo?.map(({ address }) => address),
    cc: mail.cc?.length ?? 0,
    bcc: mail.bcc?.length ?? 0,
    attachments: mail.attachments.map(({ filename }) => filename),
    isHtml: mail.html !== undefined,
    subject: mail.subject,
    text: plain(mail.text ?? ''),
  };
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

/** Mail knows one line end, and of the other control characters the tab alone. */
function plain(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .trim();
}

async function deliver(mailId: string): Promise<void> {
  const mailer = ctx.mailer as Mailer; // set in beforeAll
  await mailJobs({ db: test.db, mailer, loadAttachment })[sendMailJob]?.({ mailId });
}
