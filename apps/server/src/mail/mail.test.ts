import { createHash } from 'node:crypto';
import { fileTypes } from '@recoup/contract/exports/files';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { minutes } from '../platform/core/clock.ts';

const { test, token, ids, ctx, smtp, good, send, deliver, mailsInLedger } = useExportMails();

it('tells a user without an export to export first', async () => {
  const reply = await test.call('POST /sendMail?type=csv', { token: token.otherAdmin, body: good });
  const message = 'There is no export to send yet. Please export the entries first.';
  expect([reply.statusCode, reply.json()]).toEqual([409, { code: 'no_export_yet', message }]);
});

const isEmpty = 'Empty Field Found in Mail!';
const isNoAddress = 'Please enter one valid email address.';
const isNoLine = 'Must be one line without control characters.';

it.each<[string, object, string, string?]>([
  ['no type', {}, isEmpty, ''],
  ['another type', {}, isEmpty, '?type=exe'],
  ['no To', { to: '' }, isEmpty],
  ['no Subject', { subject: '  ' }, isEmpty],
  ['neither', { to: '', subject: '' }, isEmpty],
  ['a From', { from: 'boss@firm.co.za' }, 'The sender cannot be chosen. Leave it empty.'],
  ['two recipients', { to: 'a@firm.co.za,b@firm.co.za' }, isNoAddress],
  ['two recipients behind a semicolon', { to: 'a@firm.co.za; b@firm.co.za' }, isNoAddress],
  ['a name beside the address', { to: 'Boss <a@firm.co.za>' }, isNoAddress],
  ['a quoted address', { to: '"a@evil.example b"@firm.co.za' }, isNoAddress],
  ['a comment in the address', { to: 'a@firm.co.za(x)evil.example' }, isNoAddress],
  ['an encoded word in To', { to: '=?utf-8?q?x?=@firm.co.za' }, isNoAddress],
  ['a header in To', { to: 'a@firm.co.za\r\nBcc: evil@evil.example' }, 'Must be one line.'],
  ['a line end behind To', { to: 'a@firm.co.za\n' }, 'Must be one line.'],
  ['a header in Subject', { subject: 'March\r\nBcc: evil@evil.example' }, isNoLine],
  ['a Unicode line end in Subject', { subject: 'March\u2028Bcc: x@evil.example' }, isNoLine],
  ['a long Subject', { subject: 'x'.repeat(201) }, 'Must not be more than 200 characters long.'],
  ['a long Text', { body: 'x'.repeat(20 * 1024 + 1) }, 'Must not be more than 20 KB.'],
])('rejects a mail with %s', async (_, input, message, query = '?type=csv') => {
  const body = { ...good, ...input };
  const reply = await test.call(`POST /sendMail${query}`, { token: token.admin, body });
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
  const count = (await test.listRows('mails', { exportId: ids.export })).length;
  return count;
}

it('sends the export that is named, although the user took another one since', async () => {
  const copy = await test.call('GET /download', { token: token.admin });
  const latest =
    /^\/core\/api\/exports\/(.+)\/file$/.exec(String(copy.headers['content-location']))?.[1] ?? '';
  expect(await send()).toMatchObject({ export: latest });
  const query = `type=csv&export=${ids.export}`;
  const reply = await test.call(`POST /sendMail?${query}`, { token: token.admin, body: good });
  expect(reply).toAnswer(200, { data: { export: ids.export } });
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
  expect(await test.call('PUT /export-settings', { token: token.admin, body })).toAnswer(200);
  expect(await attached()).toMatch(/^\uFEFFDate;Matter Number;.*\r\n.*;10,00;/);
});

it('accepts an empty text and no sender, and then describes the file', async () => {
  const { from: _, ...body } = { ...good, body: '' };
  const reply = await test.call('POST /sendMail?type=csv', { token: token.admin, body });
  expect(reply).toAnswer(200);
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
    'Total: R\u00A010.00',
  ]);
});

it('sends a text without the characters that no kind of file can hold', async () => {
  const { _id } = await send({ body: 'As\u0007 agreed\uFFFE\uFFFF\uFDD0.' });
  await deliver(_id);
  const { text } = await PostalMime.parse(smtp().received.at(-1)?.bytes ?? '');
  expect(text?.trim()).toBe('As agreed\uFDD0.');
});

it('accepts twenty mails an hour from a firm, also of thirty at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      test.call('POST /sendMail?type=csv', { token: token.admin, body: good }),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  const refused = replies.find(({ statusCode }) => statusCode !== 200);
  expect([refused?.statusCode, refused?.json()]).toMatchObject([
    429,
    { code: 'too_many_requests', message: expect.stringContaining('20 emails an hour') },
  ]);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
  await test.updateRows(
    'mails',
    { firmId: ids.firm },
    { createdAt: new Date(test.clock.now().getTime() - minutes(61)) },
  );
  expect((await send()).state).toBe('queued');
});

it('accepts a hundred mails a day from a firm', async () => {
  const { _id } = await send();
  const row = await test.getRow('mails', { id: _id });
  const earlier = new Date(test.clock.now().getTime() - minutes(120));
  const rows = Array.from({ length: 99 }, () => newId()).map((id) => ({
    ...row,
    id,
    createdAt: earlier,
  }));
  await test.insertRows('mails', rows);
  const reply = await test.call('POST /sendMail?type=csv', { token: token.admin, body: good });
  expect(reply).toAnswer(429, { message: /100 emails a day/ });
});

it.each([
  ['csv', { byteCount: 10_000_001 }, '11 MB of CSV'],
  ['xlsx', { rowCount: 150_001 }, '150001 rows as XLSX'],
  ['pdf', { rowCount: 20_001 }, '20001 rows as PDF'],
])('reports at once that %s is too large to mail', async (type, size, words) => {
  await test.updateRows('exports', { id: ids.export }, size);
  const reply = await test.call(`POST /sendMail?type=${type}`, { token: token.admin, body: good });
  expect(reply).toAnswer(413, { message: expect.stringContaining(words) });
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
  expect(again).toAnswer(201);
  const repeat = again.json<{ data: ExportMail }>().data;
  await deliver(repeat._id);
  expect(smtp().received).toHaveLength(1);
  expect(await mailsInLedger()).toMatchObject([
    { _id: repeat._id, state: 'sent', to: good.to, subject: 'March' },
    { state: 'failed' },
  ]);
});

it('mails the CSV of the settings at acceptance, also when it is sent later or again', async () => {
  const choose = async (csvDelimiter: string, mailProfile: string) => {
    const body = { csvDelimiter, mailProfile };
    await test.call('PUT /export-settings', { token: token.admin, body });
  };
  await choose(';', 'people');
  const { _id } = await send();
  await choose(',', 'systems');
  await deliver(_id);
  const again = await test.call(`POST /mails/${_id}/repeats`, { token: token.admin });
  const repeat = again.json<{ data: ExportMail }>().data;
  await deliver(repeat._id);
  const mails = await mailsInLedger();
  const { sha256 } = mails[0] ?? { sha256: null };
  expect(mails).toMatchObject([
    { _id: repeat._id, profile: 'people', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { _id, profile: 'people', sha256 },
  ]);
  const sent = await Promise.all(smtp().received.map(({ bytes }) => PostalMime.parse(bytes)));
  const hashes = sent.map(({ attachments: [file] }) =>
    createHash('sha256')
      .update(new Uint8Array(file?.content as ArrayBuffer)) // the format of postal-mime
      .digest('hex'),
  );
  expect(hashes).toEqual([sha256, sha256]);
  const { _id: now } = await send();
  await deliver(now);
  expect((await mailsInLedger())[0]).toMatchObject({ profile: 'systems' });
});

it('repeats no mail in delivery', async () => {
  const { _id } = await send();
  expect(await test.call(`POST /mails/${_id}/repeats`, { token: token.admin })).toAnswer(409);
});
