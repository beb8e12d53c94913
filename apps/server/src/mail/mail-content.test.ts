import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';

const { test, token, ids, smtp, good, send, deliver } = useExportMails();

it('sends the export that is named, although the user took another one since', async () => {
  const copy = await test.call('GET /download', { token: token.admin });
  const latest =
    /^\/core\/api\/exports\/(.+)\/file$/.exec(String(copy.headers['content-location']))?.[1] ?? '';
  expect(await send()).toMatchObject({ export: latest });
  const ask = async (who: string | undefined, named: string) =>
    test.call(`POST /sendMail?type=csv&export=${named}`, { token: who, body: good });
  expect(await ask(token.admin, ids.export)).toAnswer(200, { data: { export: ids.export } });
  for (const [who, named, status] of [
    [undefined, ids.export, 401],
    [token.attorney, ids.export, 403],
    [token.otherAdmin, ids.export, 404],
    [token.admin, newId(), 404],
    [token.admin, '1', 400],
  ] as const) {
    expect(await ask(who, named)).toAnswer(status);
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
