import { createHash } from 'node:crypto';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';

const { test, token, smtp, good, send, deliver, mailsInLedger } = useExportMails();

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

it('repeats neither a mail in delivery nor a mail of another firm', async () => {
  const { _id } = await send();
  expect(await test.call(`POST /mails/${_id}/repeats`, { token: token.admin })).toAnswer(409);
  const foreign = await test.call(`POST /mails/${_id}/repeats`, { token: token.otherAdmin });
  const missing = await test.call(`POST /mails/${newId()}/repeats`, { token: token.otherAdmin });
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
});
