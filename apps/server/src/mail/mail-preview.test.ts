import { newId } from '@recoup/contract/core/ids';
import { exportLimits } from '@recoup/contract/exports/files';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { exportSummary } from '@recoup/contract/mail/summary';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';

const { test, token, ids, smtp, good, send, deliver, mailsInLedger } = useExportMails();

const previewed = async (query = `?export=${ids.export}`): Promise<MailPreview> => {
  const reply = await test.call(`GET /mail-preview${query}`, { token: token.admin });
  expect(reply).toAnswer(200);
  return reply.json<{ data: MailPreview }>().data;
};
const choose = async (body: object) =>
  expect((await test.call('PUT /export-settings', { token: token.admin, body })).statusCode).toBe(
    200,
  );
const sendAs = async ({ state, csv }: MailPreview, type = 'csv', input = {}) =>
  test.call(`POST /sendMail?type=${type}&export=${ids.export}`, {
    token: token.admin,
    body: { ...good, ...input, expected: { state, csv } },
  });

it('tells what a mail of an export attaches', async () => {
  const body = { name: 'Our journal', columns: [{ field: 'date' }] };
  await test.call('POST /posting-layouts', { token: token.admin, body });
  const { layouts, ...preview } = await previewed();
  expect(layouts.map(({ name }) => name)).toEqual([
    'LegalSuite journal',
    'DynamicLTA journal',
    'Sage Pastel journal',
    'Xero manual journals',
    'QuickBooks journals',
    'LEDES 98BI V2',
    'Our journal',
  ]);
  expect(preview).toEqual({
    export: ids.export,
    number: 1,
    state: 'closed',
    firmName: ids.firmName,
    rows: 1,
    sum: 10,
    firstDay: '2026-03-05',
    lastDay: '2026-03-05',
    csv: { profile: 'systems', delimiter: ';' },
    files: [
      { type: 'csv', fileName: 'recoup-export-1.csv', refusal: null },
      { type: 'xlsx', fileName: 'recoup-export-1.xlsx', refusal: null },
      { type: 'pdf', fileName: 'recoup-export-1.pdf', refusal: null },
    ],
  });
  // Without an id, the latest own export, as `sendMail`.
  await test.call('GET /download', { token: token.admin });
  expect(await previewed('')).toMatchObject({ number: 2, state: 'copy' });
});

it.each(['csv', 'xlsx', 'pdf'] as const)(
  'names the %s file as the mail carries it',
  async (type) => {
    const { files } = await previewed();
    await deliver((await send({}, type))._id);
    const { attachments } = await PostalMime.parse(smtp().received.at(-1)?.bytes ?? '');
    expect(attachments.map(({ filename }) => filename)).toEqual(
      files.filter((file) => file.type === type).map(({ fileName }) => fileName),
    );
  },
);

it('describes the export of an empty text in the words that the form fills in', async () => {
  const preview = await previewed();
  await deliver((await send({ body: '' }))._id);
  const { text } = await PostalMime.parse(smtp().received.at(-1)?.bytes ?? '');
  expect(text?.trim()).toBe(exportSummary(preview));
});

it('adds net, VAT and gross to the preview and the text of a VAT vendor', async () => {
  expect(exportSummary(await previewed())).not.toContain('VAT');
  await test.updateRows('exports', { id: ids.export }, { netCents: '869', vatCents: '131' });
  expect(await previewed()).toMatchObject({ vat: { net: 8.69, vat: 1.31, gross: 10 } });
  await deliver((await send({ body: '' }))._id);
  const { text } = await PostalMime.parse(smtp().received.at(-1)?.bytes ?? '');
  expect(text).toMatch(/^With VAT: R\s8\.69 net, R\s1\.31 VAT, R\s10\.00 gross$/m);
});

it('says why a kind of file cannot be mailed', async () => {
  await test.updateRows('exports', { id: ids.export }, { rowCount: exportLimits.mailRows.pdf + 1 });
  const { files } = await previewed();
  expect(files.map(({ type, refusal }) => [type, refusal])).toEqual([
    ['csv', null],
    ['xlsx', null],
    ['pdf', expect.stringMatching(/^This export is too large to email: 20001 rows as PDF/)],
  ]);
});

it('shows no preview to a firm without an export', async () => {
  expect(await test.call('GET /mail-preview', { token: token.otherAdmin })).toAnswer({
    code: 'no_export_yet',
  });
});

it('sends nothing when the firm’s CSV is another one than the preview said', async () => {
  const preview = await previewed();
  await choose({ csvDelimiter: ';', mailProfile: 'people' });
  expect(await sendAs(preview)).toAnswer(409, {
    code: 'changed_meanwhile',
    message: /CSV settings have changed/,
  });
  expect(await mailsInLedger()).toEqual([]);
  // The choice of CSV does not touch a PDF.
  expect(await sendAs(preview, 'pdf')).toAnswer(200);

  const people = await previewed();
  expect(people.csv).toEqual({ profile: 'people', delimiter: ';' });
  await choose({ csvDelimiter: ',' });
  expect(await sendAs(people)).toAnswer(409);
  expect(await sendAs(await previewed())).toAnswer(200);
});

it('sends the CSV for systems whichever delimiter the firm chooses', async () => {
  const preview = await previewed();
  await choose({ csvDelimiter: ',' });
  expect(await sendAs(preview)).toAnswer(200);
});

it('sends nothing when the export was reopened since, but answers a mail sent before', async () => {
  const preview = await previewed();
  const _id = newId();
  const first = await sendAs(preview, 'csv', { _id });
  const address = `PUT /exports/${ids.export}/reopening` as const;
  await test.call(address, { token: token.admin, body: { reason: 'Wrong fees' } });
  expect(await sendAs(preview)).toAnswer(409, {
    code: 'changed_meanwhile',
    message: /was reopened/,
  });
  expect(await sendAs(preview, 'csv', { _id })).toAnswer({
    data: { _id: first.json<{ data: { _id: string } }>().data._id },
  });
  const now = await previewed();
  expect(now.state).toBe('reopened');
  expect(await sendAs(now)).toAnswer(200);
});
