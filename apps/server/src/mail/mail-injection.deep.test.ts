import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { mailQuota } from '@recoup/contract/mail/endpoints';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { type Received, type SmtpSink, startSmtp } from '../../test/smtp.ts';
import { mailJobs } from './delivery/deliver-mail.ts';
import { sendMailJob } from './delivery/outbox.repository.ts';
import { createMailer, type Mailer } from './delivery/mailer.ts';
import { loadAttachment } from './mail-attachment.ts';

type MailField = 'to' | 'subject' | 'body' | 'from';
type MailPayload = { field: MailField; text: string };

/** Line ends in SMTP, in a header or in some decoder on the way. */
const lineEnds = [
  '\r\n',
  '\n',
  '\r',
  '\r\n ',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u0000',
  '\u560d\u560a',
  '%0d%0a',
  '=0D=0A',
  '\\r\\n',
  '&#13;&#10;',
];

/** An injected recipient, sender, body or SMTP command. */
const follow = [
  'Bcc: evil@evil.example',
  'Cc: evil@evil.example',
  'To: evil@evil.example',
  'Reply-To: evil@evil.example',
  'Content-Type: text/html\r\n\r\n<script>alert(1)</script>',
  '.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>\r\n' +
    'DATA\r\nSubject: x\r\n\r\nx\r\n.\r\n',
];

/** Addresses that some parser on the way reads as two, none, or another. */
const addresses = [
  'a@lawfirm.co.za,evil@evil.example',
  'a@lawfirm.co.za;evil@evil.example',
  'a@lawfirm.co.za evil@evil.example',
  'a@lawfirm.co.za\tevil@evil.example',
  '<evil@evil.example>a@lawfirm.co.za',
  'a@lawfirm.co.za<evil@evil.example>',
  '"a@lawfirm.co.za" <evil@evil.example>',
  'undisclosed:evil@evil.example;',
  'list: a@lawfirm.co.za, evil@evil.example;',
  '"evil@evil.example x"@lawfirm.co.za',
  'evil@evil.example(a@lawfirm.co.za)',
  'a(x)@lawfirm.co.za(y)evil.example',
  'a@lawfirm.co.za%evil@evil.example',
  '@evil.example:a@lawfirm.co.za',
  'evil.example!a@lawfirm.co.za',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@l\u0430wfirm.co.za',
  'a@lawfirm。co。za',
  'a@xn--lwfirm-4ve.co.za\u0000.evil.example',
  '=?utf-8?q?evil=40evil.example=2C?=a@lawfirm.co.za',
  'a@lawfirm.co.za> SIZE=1 ORCPT=rfc822;evil@evil.example',
  'a@lawfirm.co.za>\r\nRCPT TO:<evil@evil.example',
  '-oQ/tmp -X/tmp/x evil@evil.example',
  'a@lawfirm.co.za -be ${run{/bin/true}}',
  `a@${'x'.repeat(64)}.co.za`,
  `${'x'.repeat(65)}@lawfirm.co.za`,
  '',
  ' ',
  '@',
  'a@',
  '@lawfirm.co.za',
];

/** Subjects and texts that mean something to a decoder, a mail reader or nodemailer itself. */
const words = [
  '=?utf-8?q?March=0D=0ABcc:_evil=40evil.example?=',
  '=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
  '=?utf-7?q?+AA0-+AAo-Bcc:_evil=40evil.example?=',
  '.',
  '..',
  '\r\n.\r\n',
  '\n.\n',
  '\r.\r',
  '\r\n.\r\nQUIT\r\n',
  '--_NmP-\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  'From evil@evil.example Sat Mar 21 00:00:00 2026',
  '{"path":"/etc/passwd"}',
  'file:///etc/passwd',
  'https://evil.example/steal',
  '${7*7}{{7*7}}<%= 7*7 %>',
  `x${' '.repeat(150)}Bcc: evil@evil.example`,
  '\u202eelpmaxe.live@live :ccB',
  '\ufeffBcc: evil@evil.example',
];

/** Well over two hundred tries to make one mail another one. */
const mailPayloads: readonly MailPayload[] = [
  ...lineEnds.flatMap((end) =>
    follow.flatMap((text) => [
      { field: 'to' as const, text: `a@lawfirm.co.za${end}${text}` },
      { field: 'subject' as const, text: `March${end}${text}` },
    ]),
  ),
  ...lineEnds.flatMap((end) =>
    follow.slice(-3).map((text) => ({ field: 'body' as const, text: `As agreed.${end}${text}` })),
  ),
  ...addresses.flatMap((text) => [
    { field: 'to' as const, text },
    { field: 'from' as const, text: text.trim() === '' ? 'evil@evil.example' : text },
  ]),
  ...words.flatMap((text) => [
    { field: 'subject' as const, text },
    { field: 'body' as const, text },
  ]),
];

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
  await mailJobs({ db: test.db, log: test.app.log, mailer, loadAttachment })[sendMailJob]?.({
    mailId,
  });
}
