import { role } from '@recoup/contract/core/access';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../test/factories.ts';

const test = useApp();

/** A firm admin with an export, who sends one mail under one id. */
async function aSender() {
  const firm = await aFirm(test.db);
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  await anEntry(test.db, {
    firm,
    attorney: admin,
    matter: await aMatter(test.db, firm),
    type: await aDisbursementType(test.db, firm),
  });
  const token = await test.signIn(admin);
  const takeExport = async () => test.call('GET /download', { token });
  await takeExport();
  const mail = {
    from: '',
    to: 'bookkeeper@lawfirm.co.za',
    subject: 'March',
    body: 'As agreed.',
    _id: newId(),
  };
  return {
    takeExport,
    send: async (given: object = {}) =>
      test.call('POST /sendMail?type=csv', { token, body: { ...mail, ...given } }),
    mails: async () =>
      test.db.selectFrom('mails').where('userId', '=', admin.id).select('id').execute(),
  };
}

it('sends a mail once that comes again under its id, also when both come at once', async () => {
  const { send, mails } = await aSender();
  const replies = await Promise.all([send(), send()]);
  replies.push(await send());
  expect(new Set(replies.map((reply) => reply.json<{ data: ExportMail }>().data._id)).size).toBe(1);
  expect(await mails()).toHaveLength(1);
  for (const other of [{ to: 'b@lawfirm.co.za' }, { subject: 'April' }, { body: 'Else.' }]) {
    expect((await send(other)).json()).toMatchObject({ code: 'conflict' });
  }
});

it.each([
  ['As agreed.', '', 409],
  ['As agreed.', ' \n', 409],
  ['', 'As agreed.', 409],
  ['', '', 200],
  ['', ' \n', 200],
])('answers the text %j, and %j under the same id, with %i', async (first, second, status) => {
  const { send, mails, takeExport } = await aSender();
  expect((await send({ body: first })).statusCode).toBe(200);
  // The summary is of the export that was sent, and not of the latest one.
  await takeExport();
  expect((await send({ body: second })).statusCode).toBe(status);
  expect(await mails()).toHaveLength(1);
});
