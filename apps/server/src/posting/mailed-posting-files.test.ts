import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aPostingFirm } from '../../test/posting-firm.ts';
import { withScope } from '../platform/database/connections.ts';
import { createAllFirmsScope } from '../platform/core/actor.ts';
import { loadAttachment } from '../mail/mail-attachment.ts';
import { lockQueuedMail } from '../mail/delivery/outbox.repository.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => {
  const firm = await aPostingFirm(test);
  await firm.record({ amountCents: 3300 });
  return firm;
});
const mail = { from: '', to: 'bookkeeper@elsewhere.co.za', subject: 'March', body: 'Attached' };

it('attaches the posting file to a mail', async () => {
  const { _id } = await of().close();
  const send = `POST /sendMail?type=csv&export=${_id}&layout=legalsuite`;
  expect(await of().ask(send, mail)).toAnswer(422, { code: 'layout_incomplete' });
  expect((await of().getExport(_id)).mails).toEqual([]);
  await of().save('legalsuite', { accounts: { [of().call]: 'Recovery' } });
  const { data } = (await of().ask(send, mail)).json<{ data: ExportMail }>();
  expect(data).toMatchObject({ state: 'queued', layout: 'legalsuite' });
  expect((await of().getExport(_id)).postings).toMatchObject([{ layout: 'legalsuite', sum: 33 }]);
  const attached = await attachmentOf(data._id);
  expect(attached?.fileName).toBe('recoup-export-1-legalsuite-1-rows-R33.00.csv');
  expect(attached?.content).toEqual((await of().file(_id, 'legalsuite')).rawPayload);
});

it('does not send a file whose settings were removed since', async () => {
  const { _id } = await of().close();
  await of().save('legalsuite', { accounts: { [of().call]: 'Recovery' } });
  const send = `POST /sendMail?type=csv&export=${_id}&layout=legalsuite`;
  const { data } = (await of().ask(send, mail)).json<{ data: ExportMail }>();
  await of().save('legalsuite', { accounts: {} });
  await expect(attachmentOf(data._id)).rejects.toThrow('settings that are missing');
});

it('does not mind how the firm mails CSV, which is another file', async () => {
  const { _id } = await of().close();
  await of().save('legalsuite', { accounts: { [of().call]: 'Recovery' } });
  const expected = { state: 'closed', csv: { profile: 'people', delimiter: ';' } };
  const send = `POST /sendMail?type=csv&export=${_id}`;
  expect(await of().ask(send, { ...mail, expected })).toAnswer(409);
  expect(await of().ask(`${send}&layout=legalsuite`, { ...mail, expected })).toAnswer(200);
});

it('mails a posting file as CSV alone', async () => {
  const { _id } = await of().close();
  const reply = await of().ask(`POST /sendMail?type=pdf&export=${_id}&layout=legalsuite`, mail);
  expect(reply).toAnswer(400, { fields: { type: /csv/ } });
});

async function attachmentOf(id: string) {
  const db = withScope(test.db, createAllFirmsScope(), 'jobs');
  const queued = await db.transaction().execute(async (trx) => lockQueuedMail(trx, id));
  return queued && loadAttachment(db, queued);
}
