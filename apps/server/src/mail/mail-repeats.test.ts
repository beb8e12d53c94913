import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
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
  expect(again.statusCode).toBe(201);
  const repeat = again.json<{ data: ExportMail }>().data;
  await deliver(repeat._id);
  expect(smtp().received).toHaveLength(1);
  expect(await mailsInLedger()).toMatchObject([
    { _id: repeat._id, state: 'sent', to: good.to, subject: 'March' },
    { state: 'failed' },
  ]);
});

it('repeats neither a mail in delivery nor a mail of another firm', async () => {
  const { _id } = await send();
  expect((await test.call(`POST /mails/${_id}/repeats`, { token: token.admin })).statusCode).toBe(
    409,
  );
  const foreign = await test.call(`POST /mails/${_id}/repeats`, { token: token.otherAdmin });
  const missing = await test.call(`POST /mails/${newId()}/repeats`, { token: token.otherAdmin });
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
});
