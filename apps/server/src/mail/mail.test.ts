import { createHash } from 'node:crypto';
import { fileTypes } from '@recoup/contract/exports/files';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';

const { test, token, ids, ctx, smtp, good, send, deliver, mailsInLedger } = useExportMails();

it('tells a user without an export to export first', async () => {
  const reply = await test.call('POST /sendMail?type=csv', { token: token.otherAdmin, body: good });
  const message = 'There is no export to send yet. Please export the entries first.';
  expect([reply.statusCode, reply.json()]).toEqual([409, { code: 'no_export_yet', message }]);
});

it.each([
  ['no type', '', {}, 'Empty Field Found in Mail!'],
  ['another type', '?type=exe', {}, 'Empty Field Found in Mail!'],
  ['no To', '?type=csv', { to: '' }, 'Empty Field Found in Mail!'],
  ['no Subject', '?type=csv', { subject: '  ' }, 'Empty Field Found in Mail!'],
  ['neither', '?type=csv', { to: '', subject: '' }, 'Empty Field Found in Mail!'],
  [
    'a From',
    '?type=csv',
    { from: 'boss@lawfirm.co.za' },
    'The sender cannot be chosen. Leave it empty.',
  ],
  [
    'two recipients',
    '?type=csv',
    { to: 'a@lawfirm.co.za,b@lawfirm.co.za' },
    'Please enter one valid email address.',
  ],
  [
    'two recipients behind a semicolon',
    '?type=csv',
    { to: 'a@lawfirm.co.za; b@lawfirm.co.za' },
    'Please enter one valid email address.',
  ],
  [
    'a name beside the address',
    '?type=csv',
    { to: 'Boss <a@lawfirm.co.za>' },
    'Please enter one valid email address.',
  ],
  [
    'a quoted address',
    '?type=csv',
    { to: '"a@evil.example b"@lawfirm.co.za' },
    'Please enter one valid email address.',
  ],
  [
    'a comment in the address',
    '?type=csv',
    { to: 'a@lawfirm.co.za(x)evil.example' },
    'Please enter one valid email address.',
  ],
  [
    'an encoded word in To',
    '?type=csv',
    { to: '=?utf-8?q?x?=@lawfirm.co.za' },
    'Please enter one valid email address.',
  ],
  [
    'a header in To',
    '?type=csv',
    { to: 'a@lawfirm.co.za\r\nBcc: evil@evil.example' },
    'Must be one line.',
  ],
  ['a line end behind To', '?type=csv', { to: 'a@lawfirm.co.za\n' }, 'Must be one line.'],
  [
    'a header in Subject',
    '?type=csv',
    { subject: 'March\r\nBcc: evil@evil.example' },
    'Must be one line without control characters.',
  ],
  [
    'a Unicode line end in Subject',
    '?type=csv',
    { subject: 'March\u2028Bcc: evil@evil.example' },
    'Must be one line without control characters.',
  ],
  [
    'a long Subject',
    '?type=csv',
    { subject: 'x'.repeat(201) },
    'Must not be more than 200 characters long.',
  ],
  ['a long Text', '?type=csv', { body: 'x'.repeat(20 * 1024 + 1) }, 'Must not be more than 20 KB.'],
])('rejects a mail with %s', async (_, query, given, message) => {
  const reply = await test.call(`POST /sendMail${query}`, {
    token: token.admin,
    body: { ...good, ...given },
  });
  expect(reply).toAnswer(400, { message });
  expect(await countMails()).toBe(0);
});

it.each(['csv', 'xlsx', 'pdf'] as const)(
  'sends exactly the latest export as %s, from us, to one person, with the user to reply to',
  async (type) => {
    const mail = await send({}, type);
    expect(mail).toMatchObject({
      export: ids.export,
      type,
      to: good.to,
      subject: 'March',
      state: 'queued',
      reason: null,
      sentAt: null,
    });
    await deliver(mail._id);
    const [received] = smtp().received;
    expect(received).toMatchObject({ from: 'recoup@recoup.test', to: [good.to] });
    const parsed = await PostalMime.parse(received?.bytes ?? '');
    expect(parsed).toMatchObject({
      from: { address: 'recoup@recoup.test' },
      replyTo: [{ address: ctx.adminEmail }],
      subject: 'March',
    });
    const [attachment] = parsed.attachments;
    expect(attachment).toMatchObject({
      filename: `recoup-export-1.${type}`,
      mimeType: fileTypes[type],
    });
    const file = await test.call(`GET /exports/${ids.export}/file`, {
      token: token.admin,
      headers: { accept: fileTypes[type] },
    });
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const content = attachment?.content as ArrayBuffer; // the format of postal-mime
    expect(digest(new Uint8Array(content))).toBe(digest(file.rawPayload));
    expect(await mailsInLedger()).toMatchObject([
      { state: 'sent', reason: null, sentAt: expect.any(String) },
    ]);
  },
);

async function countMails(): Promise<number> {
  const { count } = await test.db
    .selectFrom('mails')
    .where('exportId', '=', ids.export)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
