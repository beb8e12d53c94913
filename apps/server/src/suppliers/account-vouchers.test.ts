import type { Reversal } from '@recoup/contract/entries/reversals';
import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccounts } from '../../test/account-firm.ts';
import { useApp } from '../../test/app.ts';
import { pdf, photo } from '../../test/voucher-files.ts';

const test = useApp();
const of = useAccounts(test);
const { ids, token, line, record, read, close } = of;

/** The account's lines name pages 1-2, 4 and none. */
let account: Awaited<ReturnType<typeof record>>;
const entries = { first: '', second: '', third: '' };

beforeEach(async () => {
  account = await record({
    total: 300,
    lines: [line({ pages: '1-2' }), line({ pages: '4', matter: ids.two }), line()],
  });
  const [first = '', second = '', third = ''] = account.lines.map(({ entry }) => entry ?? '');
  Object.assign(entries, { first, second, third });
});

async function add(file: Buffer, { id = account._id, type = 'application/pdf' } = {}) {
  // Files are in the order of their times.
  test.clock.advance(1000);
  return test.call(`POST /supplier-accounts/${id}/vouchers?fileName=Nel.pdf`, {
    token: token.admin,
    body: file,
    headers: { 'content-type': type },
  });
}
async function added(file: Buffer): Promise<Voucher> {
  const reply = await add(file);
  expect(reply).toAnswer(201);
  return reply.json<{ data: Voucher }>().data;
}
const list = async (path: string, as = token.admin) =>
  test.data<Voucher[]>(`GET /${path}/vouchers`, { token: as });
const download = async (path: string, as = token.admin) =>
  test.call(`GET /vouchers/${path}`, { token: as });
const pageCount = async (bytes: Buffer) => (await PDFDocument.load(bytes)).getPageCount();

it('shows each line the pages that it names, and the firm admin the whole file', async () => {
  const voucher = await added(pdf({ pages: 5 }));

  expect(voucher).toMatchObject({ kind: 'pdf', pages: 5, name: 'Nel.pdf', shownPages: null });
  expect((await read(account._id)).vouchers).toBe(1);
  expect(await list(`supplier-accounts/${account._id}`)).toMatchObject([{ _id: voucher._id }]);
  expect(await list(`entries/${entries.first}`, token.attorney)).toMatchObject([
    { _id: voucher._id, pages: 2, shownPages: '1-2', isOfAccount: true },
  ]);
  expect(await list(`entries/${entries.third}`)).toEqual([]);
  expect((await of.entry(entries.second)).vouchers).toBe(1);

  const whole = await download(voucher._id);
  expect(await pageCount(whole.rawPayload)).toBe(5);
  const part = await download(`${voucher._id}?entry=${entries.first}`, token.attorney);
  expect(await pageCount(part.rawPayload)).toBe(2);
  // An attorney gets the pages of own lines, also without naming an entry.
  const own = await download(voucher._id, token.ben);
  expect(await pageCount(own.rawPayload)).toBe(1);
  expect(await download(`${voucher._id}?entry=${entries.first}`, token.ben)).toAnswer(404);
  expect(await download(`${voucher._id}?entry=${entries.third}`)).toAnswer(404);
});

it('numbers the pages of several files through, also after one was removed', async () => {
  const photoReply = await add(await photo(), { type: 'image/jpeg' });
  const { data: first } = photoReply.json<{ data: Voucher }>();
  const second = await added(pdf({ pages: 4 }));

  expect(await list(`entries/${entries.first}`)).toMatchObject([
    { _id: first._id, pages: null, shownPages: null },
    { _id: second._id, pages: 1, shownPages: '1' },
  ]);
  expect(await list(`entries/${entries.second}`)).toMatchObject([{ shownPages: '3' }]);

  const path = `DELETE /supplier-accounts/${account._id}/vouchers/${first._id}`;
  expect(await test.call(path, { token: token.admin })).toAnswer(200);
  // The pages of the other file are not those that the line meant.
  expect(await list(`entries/${entries.first}`)).toMatchObject([{ shownPages: '1' }]);
  expect(await list(`entries/${entries.second}`)).toMatchObject([{ shownPages: '3' }]);
  // A file of one page takes the place of the removed one, and a longer one the place behind.
  const again = await added(pdf());
  expect(await list(`entries/${entries.first}`)).toMatchObject([
    { _id: second._id, shownPages: '1' },
    { _id: again._id, shownPages: '1' },
  ]);
  await added(pdf({ pages: 2 }));
  expect(await list(`entries/${entries.first}`)).toHaveLength(2);
});

it('gives an attorney who links it elsewhere no more pages', async () => {
  const voucher = await added(pdf({ pages: 5 }));
  const matter = { id: ids.two };
  const firm = { id: ids.firm };
  const attorney = { id: ids.ben };
  const entry = await test.anEntry({ firm, attorney, matter, type: { id: ids.agent } });

  const reply = await test.call(`POST /entries/${entry.id}/vouchers`, {
    token: token.ben,
    body: { voucher: voucher._id },
  });

  expect(reply).toAnswer(201, { data: { pages: 1, shownPages: '4', isOfAccount: false } });
  const part = await download(`${voucher._id}?entry=${entry.id}`, token.ben);
  expect(await pageCount(part.rawPayload)).toBe(1);
});

it('is changed by the account only', async () => {
  const voucher = await added(pdf());
  const path = `/entries/${entries.first}/vouchers/${voucher._id}`;

  expect(await test.call(`DELETE ${path}`, { token: token.attorney })).toAnswer(409, {
    code: 'part_of_account',
  });
  const body = { withdrawn: 'The wrong one' };
  expect(await test.call(`PUT ${path}`, { token: token.attorney, body })).toAnswer(409);
});

it('takes the same file once, and answers it again', async () => {
  const voucher = await added(pdf({ pages: 2 }));

  expect(await add(pdf({ pages: 2 }))).toAnswer(200, { data: { _id: voucher._id } });
  expect(await list(`entries/${entries.first}`)).toHaveLength(1);
});

describe('once an export holds a line', () => {
  it('withdraws a voucher at the account and its lines, and removes none', async () => {
    const voucher = await added(pdf({ pages: 5 }));
    const path = `/supplier-accounts/${account._id}/vouchers/${voucher._id}`;
    const body = { withdrawn: 'Of another account' };
    const early = await test.call(`PUT ${path}`, { token: token.admin, body });
    expect(early).toAnswer(409, { code: 'conflict' });
    await close();

    expect(await test.call(`DELETE ${path}`, { token: token.admin })).toAnswer(409, {
      code: 'entry_is_locked',
    });
    expect(await test.call(`PUT ${path}`, { token: token.admin, body })).toAnswer(200, {
      data: { withdrawn: { reason: 'Of another account' } },
    });
    expect((await read(account._id)).vouchers).toBe(0);
    expect(await list(`entries/${entries.first}`, token.attorney)).toEqual([]);
    expect(await list(`entries/${entries.first}`)).toMatchObject([
      { withdrawn: { reason: 'Of another account' } },
    ]);
    expect((await of.entry(entries.first)).vouchers).toBe(0);
    // Its pages keep their numbers.
    await added(pdf({ pages: 3 }));
    expect(await list(`entries/${entries.second}`, token.ben)).toEqual([]);
  });

  it('shows the pages at the replacement of a line too, whichever was there first', async () => {
    await close();
    const replacing = { matter: ids.one, disbursementType: ids.type, amount: 100 };
    const body = { reason: 'Wrong day', replacement: replacing };
    const reply = await test.call(`POST /entries/${entries.first}/reversal`, {
      token: token.admin,
      body,
    });
    expect(reply).toAnswer(201);
    const { replacement } = reply.json<{ data: Reversal }>().data;
    await added(pdf({ pages: 5 }));

    expect(await list(`entries/${replacement?._id}`)).toMatchObject([{ shownPages: '1-2' }]);
  });
});

it('leaves nothing of a deleted account', async () => {
  await added(pdf());

  expect(await of.remove(account._id)).toAnswer(200);
  expect(await test.listRows('accountVouchers', { firmId: ids.firm }, ['id'])).toEqual([]);
  expect(await test.listRows('entryVouchers', { firmId: ids.firm }, ['id'])).toEqual([]);
});

it('records who added, downloaded and removed it', async () => {
  const voucher = await added(pdf());
  await download(voucher._id);
  const path = `DELETE /supplier-accounts/${account._id}/vouchers/${voucher._id}`;
  expect(await test.call(path, { token: token.admin })).toAnswer(200);

  const audit = await test.listAudit(account._id);
  expect(audit.map(({ action }) => action)).toEqual([
    'supplier-account.recorded',
    'account-voucher.added',
    'account-voucher.sent',
    'account-voucher.removed',
  ]);
  expect(audit[1]).toMatchObject({ details: { account: account.number, name: 'Nel.pdf' } });
});

it.each(['attorney', 'auditor'] as const)('takes none of an %s', async (as) => {
  const reply = await test.call(`POST /supplier-accounts/${account._id}/vouchers`, {
    token: token[as],
    body: pdf(),
    headers: { 'content-type': 'application/pdf' },
  });
  expect(reply).toAnswer(403);
});

it('refuses a file that is no voucher', async () => {
  expect(await add(Buffer.from('text'))).toAnswer(400, { code: 'invalid_input' });
  expect(await list(`supplier-accounts/${account._id}`)).toEqual([]);
});
