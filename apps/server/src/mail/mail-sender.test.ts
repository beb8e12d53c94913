import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { type SmtpSink, startSmtp } from '../../test/smtp.ts';
import { mailJobs } from './delivery/deliver-mail.ts';
import { sendMailJob } from './delivery/outbox.repository.ts';
import { queueMail } from './delivery/outbox.service.ts';
import { createMailer, type Mailer } from './delivery/mailer.ts';
import { loadAttachment } from './mail-attachment.ts';

const test = useApp();
const from = 'recoup@post.lawfirm.co.za';
const ctx: { smtp?: SmtpSink } = {};
const smtp = (): SmtpSink => ctx.smtp as SmtpSink; // set in beforeAll

beforeAll(async () => {
  ctx.smtp = await startSmtp();
});
beforeEach(() => {
  smtp().received.length = 0;
});
afterAll(() => smtp().close());

it('names the firm as the sender, and the domain of the sender in the Message-ID', async () => {
  const { mail, id } = await sent({ name: 'Müller, Nkosi & Partners "Attorneys"' });
  expect(mail.from).toEqual({ name: 'Müller, Nkosi & Partners "Attorneys"', address: from });
  expect(mail.messageId).toBe(`<${id}@post.lawfirm.co.za>`);
});

it.each([
  ['a line break', 'Nkosi\r\nBcc: evil@evil.example', 'Nkosi Bcc: evil@evil.example'],
  [
    'an encoded word',
    'Nkosi =?utf-8?q?=0D=0ABcc:_evil=40evil.example?=',
    'Nkosi = ?utf-8?q?=0D=0ABcc:_evil=40evil.example?=',
  ],
  ['another address', 'Nkosi <evil@evil.example>, X', 'Nkosi <evil@evil.example>, X'],
  ['a closing quotation mark', 'Nkosi" <evil@evil.example>, "', 'Nkosi" <evil@evil.example>, "'],
  ['a backslash at its end', 'Nkosi\\', 'Nkosi\\'],
  ['a group', 'Nkosi: evil@evil.example;', 'Nkosi: evil@evil.example;'],
  ['marks that turn its direction', '\u202Eisokn\u2066 & Co\u2028', 'isokn & Co'],
  ['an escape', '\u001B[31mNkosi\u007F', '[31mNkosi'],
  ['only invisible marks', '\u200B\u2060\uFEFF \u202E', 'Recoup'],
])('makes of a firm whose name holds %s no other sender or recipient', async (_, name, shown) => {
  // Names that were stored before they were checked.
  const input = {
    id: newId(),
    to: 'bookkeeper@lawfirm.co.za',
    replyTo: null,
    subject: 'Hello',
    body: 'Hello',
    createdAt: test.clock.now(),
  };
  await mailer().send({ ...input, firmName: name, isNotice: false });
  const { mail, envelope } = await arrived();
  expect(mail.from).toEqual({ name: shown, address: from });
  expect(envelope).toEqual({ from, to: ['bookkeeper@lawfirm.co.za'] });
  expect([mail.to?.map(({ address }) => address), mail.cc, mail.bcc]).toEqual([
    ['bookkeeper@lawfirm.co.za'],
    undefined,
    undefined,
  ]);
});

it('marks Recoup’s own mails as auto-generated, but not a user’s mail', async () => {
  const notice = await sent({ name: 'Nkosi & Partners' });
  expect(headerOf(notice.mail, 'auto-submitted')).toBe('auto-generated');
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  await test.anEntry({ firm, attorney: admin });
  const token = await test.signIn(admin);
  await test.call('POST /exports', { token });
  const body = { from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: 'As agreed.' };
  const reply = await test.call('POST /sendMail?type=csv', { token, body });
  const { mail } = await delivered(reply.json<{ data: { _id: string } }>().data._id);
  expect([headerOf(mail, 'auto-submitted'), mail.from?.name, mail.replyTo?.[0]?.address]).toEqual([
    undefined,
    firm.name,
    admin.email,
  ]);
});

it.each([
  ['an invitation', 'POST /register', 201],
  ['a changed cell', 'PUT /users/update-cellnumber', 200],
])('marks %s', async (_, call, status) => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const token = await test.signIn(admin);
  const reply = call.startsWith('POST')
    ? await test.call(call, {
        token: await test.signInAs({ firm: null }),
        body: {
          firm: firm.id,
          role: role.attorneyAdmin,
          email: `new.${admin.email}`,
          cell: '0821234567',
          status: 2,
        },
      })
    : await test.call(`${call}/${admin.id}`, { token, body: { cellNumber: '0829876543' } });
  expect(reply).toAnswer(status);
  const { id } = await test.getRow('mails', { firmId: firm.id }, ['id']);
  const { mail } = await delivered(id);
  expect([headerOf(mail, 'auto-submitted'), mail.from?.name]).toEqual([
    'auto-generated',
    firm.name,
  ]);
});

async function sent({ name }: { name: string }) {
  const firm = await test.aFirm({ name });
  const fields = { to: 'bookkeeper@lawfirm.co.za', subject: 'Hello', body: 'Hello' };
  const mail = { firmId: firm.id, userId: null, now: test.clock.now(), ...fields };
  return delivered(await test.db.transaction().execute((trx) => queueMail(trx, mail)));
}

async function delivered(id: string) {
  await mailJobs({ db: test.db, log: test.app.log, mailer: mailer(), loadAttachment })[
    sendMailJob
  ]?.({ mailId: id });
  return { id, ...(await arrived()) };
}

function mailer(): Mailer {
  return createMailer({ smtpUrl: smtp().url, from, outboxDir: '' });
}

async function arrived() {
  const received = smtp().received.at(-1);
  const mail = await PostalMime.parse(received?.bytes ?? '');
  return { mail, envelope: { from: received?.from, to: received?.to } };
}

function headerOf(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value;
}
