import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();

/** A firm admin with an export, who sends one mail under one id. */
async function aSender() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  await test.anEntry({ firm, attorney: admin });
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
    firm,
    mail,
    takeExport,
    send: async (input: object = {}, query = 'type=csv') =>
      test.call(`POST /sendMail?${query}`, { token, body: { ...mail, ...input } }),
    mails: async () => test.listRows('mails', { userId: admin.id }, ['id']),
  };
}

it('sends a mail once that comes again under its id, also when both come at once', async () => {
  const { send, mails } = await aSender();
  const replies = await Promise.all([send(), send()]);
  replies.push(await send());
  expect(new Set(replies.map((reply) => reply.json<{ data: ExportMail }>().data._id)).size).toBe(1);
  expect(await mails()).toHaveLength(1);
  for (const other of [{ to: 'b@lawfirm.co.za' }, { subject: 'April' }, { body: 'Else.' }]) {
    expect(await send(other)).toAnswer({ code: 'conflict' });
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
  expect(await send({ body: first })).toAnswer(200);
  // The summary is of the export that was sent, and not of the latest one.
  await takeExport();
  expect(await send({ body: second })).toAnswer(status);
  expect(await mails()).toHaveLength(1);
});

const other = { code: 'conflict', message: 'Another email was sent under this id.' };

it('answers 409 for another kind of file, or another export, under the same id', async () => {
  const { send, takeExport, firm, mails } = await aSender();
  const exportIds = async () =>
    (await test.listRows('exports', { firmId: firm.id })).map(({ id }) => id);
  await send();
  await takeExport();
  const [sent = '', later = ''] = await exportIds();
  expect((await send({}, 'type=pdf')).json()).toEqual(other);
  expect((await send({}, `type=csv&export=${later}`)).json()).toEqual(other);
  expect(await send({}, `type=csv&export=${sent}`)).toAnswer(200);
  expect(await mails()).toHaveLength(1);
});

it('answers 409 when another user of the firm sends the same mail id', async () => {
  const { send, mail, firm } = await aSender();
  await send();
  const [{ id } = { id: '' }] = await test.listRows('exports', { firmId: firm.id }, ['id']);
  const colleague = await test.anAdmin({ firm });
  const reply = await test.call(`POST /sendMail?type=csv&export=${id}`, {
    token: await test.signIn(colleague),
    body: mail,
  });
  expect([reply.statusCode, reply.json()]).toEqual([409, other]);
});

it('answers an empty text again with the mail, also after the firm was renamed', async () => {
  const { send, firm, mails } = await aSender();
  const first = await send({ body: '' });
  await test.updateRows('firms', { id: firm.id }, { name: 'Renamed Inc.' });
  const again = await send({ body: ' ' });
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  const [{ body } = { body: '' }] = await test.listRows('mails', { firmId: firm.id }, ['body']);
  expect(await send({ body })).toAnswer(200);
  expect(await mails()).toHaveLength(1);
});

it.each(['a\ud800', 'a\uFFFD'])('rejects the text %j, which cannot be stored', async (body) => {
  const { send, mails } = await aSender();
  expect(await send({ body })).toAnswer(400, {
    fields: { body: 'Contains characters that cannot be stored.' },
  });
  expect(await mails()).toEqual([]);
});
