import type { EntryCorrectionPreview } from '@recoup/contract/entries/entry-corrections';
import type { Reversal } from '@recoup/contract/entries/reversals';
import type { SupplierAccount } from '@recoup/contract/suppliers/account-endpoints';
import { expect, it } from 'vitest';
import { useAccounts } from '../../test/account-firm.ts';
import { useApp } from '../../test/app.ts';

const test = useApp();
const of = useAccounts(test);
const { ids, token, line, fields, send, record, read, change, remove, entry, close } = of;

const lineId = (account: SupplierAccount, at = 0) => account.lines[at]?.entry ?? '';
const correct = (id: string, body: object) =>
  test.call(`PUT /entries/${id}`, { token: token.admin, body: { reason: 'Typed wrong', ...body } });
const reverse = async (id: string, replacement?: object) => {
  const reply = await test.call(`POST /entries/${id}/reversal`, {
    token: token.admin,
    body: { reason: 'Wrong matter', replacement },
  });
  expect(reply).toAnswer(201);
  return reply.json<{ data: Reversal }>().data;
};

it('marks an account as paid, today or on a day, and takes that back', async () => {
  const { _id } = await record();
  expect(await change(_id, { isPaid: true })).toAnswer(200, {
    data: { isPaid: true, paidOn: '2026-03-18' },
  });
  expect(await change(_id, { paidOn: '2026-03-12' })).toAnswer(200, {
    data: { isPaid: true, paidOn: '2026-03-12' },
  });
  expect(await change(_id, { isPaid: true })).toAnswer(200, { data: { paidOn: '2026-03-12' } });
  expect(await change(_id, { isPaid: false })).toAnswer(200, {
    data: { isPaid: false, paidOn: null },
  });
  expect(await change(_id, { isPaid: false, paidOn: '2026-03-12' })).toAnswer(400, {
    fields: { paidOn: expect.any(String) },
  });
  for (const paidOn of ['0206-03-12', '9999-12-31'])
    expect(await change(_id, { paidOn })).toAnswer(400, { fields: { paidOn: expect.any(String) } });
  const audit = await test.listAudit(_id);
  expect(audit.slice(1).map(({ details }) => details)).toMatchObject([
    { paidOn: [null, '2026-03-18'] },
    { paidOn: ['2026-03-18', '2026-03-12'] },
    { paidOn: ['2026-03-12', null] },
  ]);
});

it('moves an account with its entries, at the rate of the new day', async () => {
  await of.vendor(false);
  const lines = [
    line({ amount: 114 }),
    line({ amount: 115, happenedOn: '2026-03-05' }),
    line({ amount: 1, happenedOn: '2018-01-01' }),
  ];
  const account = await record({ total: 230, lines });
  expect(await change(account._id, { date: '2018-03-31' })).toAnswer(400, {
    fields: { date: 'Must not be before 5 March 2026, the day of line 2.' },
  });
  expect(await change(account._id, { date: '2026-03-05', number: 'X 1' })).toAnswer(200, {
    data: { number: 'X 1', date: '2026-03-05' },
  });
  const moved = await entry(lineId(account, 1));
  expect(moved).toMatchObject({ date: '2026-03-05', version: 2, amount: 115 });
  expect(moved).not.toHaveProperty('happenedOn');
  const alone = await record({ total: 114, lines: [line({ amount: 114 })] });
  expect(await change(alone._id, { date: '2018-03-31' })).toAnswer(200);
  expect(await entry(lineId(alone))).toMatchObject({
    amount: 114,
    vat: { percent: 14, net: 100, vat: 14, gross: 114 },
  });
  expect(await test.listAudit(lineId(alone))).toMatchObject([
    { action: 'entry.recorded' },
    { action: 'entry.corrected', details: { date: ['2026-03-10', '2018-03-31'] } },
  ]);
  const figures = await test.data<{ month: string; amount: number }[]>('GET /recoveries', {
    token: token.admin,
  });
  expect(figures.map(({ month, amount }) => [month, amount])).toEqual([
    ['2018-03', 114],
    ['2026-03', 230],
  ]);
});

it('keeps the number of another account', async () => {
  const [first, second] = [await record({ number: '1' }), await record({ number: '2' })];
  expect(await change(second._id, { number: '001' })).toAnswer(409, {
    code: 'account_exists',
    _id: first._id,
  });
  expect(await change(first._id, { number: '001' })).toAnswer(200, { data: { number: '001' } });
});

it('deletes an account with its entries, for a reason', async () => {
  const account = await record();
  expect(await remove(account._id, '')).toAnswer(400);
  expect(await remove(account._id)).toAnswer(200);
  expect(await remove(account._id)).toAnswer(404);
  expect(await of.countEntries()).toBe(0);
  expect(await test.listAudit(account._id)).toMatchObject([
    { action: 'supplier-account.recorded' },
    {
      action: 'supplier-account.deleted',
      details: { number: account.number, reason: 'Came twice' },
    },
  ]);
  expect(await test.listAudit(lineId(account))).toMatchObject([
    { action: 'entry.recorded' },
    { action: 'entry.deleted', details: { reason: 'Came twice' } },
  ]);
  await record({ number: account.number });
});

it('keeps number, day and lines of a locked account', async () => {
  const account = await record();
  const { number } = await close();
  expect(await read(account._id)).toMatchObject({
    isLocked: true,
    lines: [{ export: number }, {}],
  });
  const message = new RegExp(`^Export ${number} holds line 1 of this account`);
  for (const reply of [
    await change(account._id, { number: 'Another' }),
    await change(account._id, { date: '2026-03-11' }),
    await remove(account._id),
  ])
    expect(reply).toAnswer(409, { code: 'entry_is_locked', message });
  expect(await change(account._id, { isPaid: true, number: account.number })).toAnswer(200);
});

it('changes a line by its account only', async () => {
  const account = await record();
  const id = lineId(account);
  const other = await test.aDisbursementType({ id: ids.firm }, { title: 'Tracing' });
  for (const body of [
    { matter: ids.two },
    { disbursementType: other.id },
    { amount: 99 },
    { date: '2026-03-11' },
    { quantity: 2 },
    { minutes: 5 },
  ])
    expect(await correct(id, body)).toAnswer(409, { code: 'part_of_account' });
  const remaining = await test.call(`DELETE /entries/${id}`, { token: token.admin });
  expect(remaining).toAnswer(409, { code: 'part_of_account' });
  expect(await test.call(`DELETE /entries/${id}`, { token: token.attorney })).toAnswer(409);
  const same = {
    matter: ids.one,
    amount: 100,
    date: '2026-03-10',
    narration: 'Served',
    voucher: 'V1',
  };
  expect(await correct(id, same)).toAnswer(200, {
    data: { narration: 'Served', voucher: 'V1', amount: 100 },
  });
  // The price stays, and no type needs to be assigned.
  expect(await correct(id, { attorney: ids.ben })).toAnswer(200, {
    data: { amount: 100, attorney: { _id: ids.ben } },
  });
});

it('leaves a line out of corrections of many entries', async () => {
  const account = await record();
  const body = { entries: [lineId(account)], matter: ids.two, reason: 'Wrong file' };
  const reply = await test.call('POST /entry-corrections', { token: token.admin, body });
  expect(reply).toAnswer(409, { code: 'part_of_account', fields: { 'entries.0': /account/ } });
  const dryRun = await test.call('POST /entry-corrections', {
    token: token.admin,
    body: { ...body, dryRun: true },
  });
  const { data } = dryRun.json<{ data: EntryCorrectionPreview }>();
  expect(data).toMatchObject({ problems: 1, entries: [{ problem: /line of a supplier/ }] });
});

it('reverses a locked line, which the account shows, and replaces it with its VAT', async () => {
  await of.vendor(false);
  const account = await record({ total: 115, lines: [line({ amount: 115 })] });
  await close();
  const replacement = {
    matter: ids.two,
    disbursementType: ids.type,
    date: '2026-03-18',
    amount: 115,
  };
  const made = await reverse(lineId(account), replacement);
  expect(made.reversal).toMatchObject({ amount: -115, supplierAccount: { line: null } });
  expect(made.replacement).toMatchObject({
    amount: 115,
    vat: { net: 100, vat: 15, gross: 115 },
    supplierAccount: { _id: account._id },
  });
  expect(await read(account._id)).toMatchObject({
    isLocked: true,
    lines: [{ reversedBy: made.reversal._id, replacedBy: made.replacement?._id }],
  });
  // A replacement is no line, and is corrected like every entry.
  expect(await correct(made.replacement?._id ?? '', { amount: 230 })).toAnswer(200, {
    data: { amount: 230, vat: { net: 200, vat: 30, gross: 230 } },
  });
});

it('takes back by a credit note, and no more than was charged', async () => {
  const account = await record({ number: 'INV 7' });
  const note = await of.creditNote({ number: 'CN 1', credits: account._id });
  expect(note).toMatchObject({
    total: -40,
    credits: account._id,
    creditedAccount: { _id: account._id, number: 'INV 7', total: 157.5 },
    lines: [{ amount: -40 }],
  });
  expect(await read(account._id)).toMatchObject({
    creditNotes: [{ _id: note._id, number: 'CN 1', total: -40 }],
  });
  const lines = [line({ amount: -118 })];
  expect(await send(fields({ total: -118, lines, credits: account._id }))).toAnswer(400, {
    fields: { total: /At most R.117\.50/ },
  });
  const another = await of.supplier({ name: 'Sheriff Randburg' });
  for (const wrong of [{ credits: note._id }, { supplier: another._id, credits: account._id }])
    expect(await send(fields({ total: -1, lines: [line({ amount: -1 })], ...wrong }))).toAnswer(
      400,
      {
        fields: { credits: expect.any(String) },
      },
    );
  expect(await remove(account._id)).toAnswer(409, { message: /^Credit note CN 1 credits/ });
  expect(await remove(note._id)).toAnswer(200);
  expect(await remove(account._id)).toAnswer(200);
});

it('reverses a line of a credit note alone', async () => {
  const note = await of.creditNote();
  await close();
  const replacement = { matter: ids.one, disbursementType: ids.type, amount: 1 };
  const refused = await test.call(`POST /entries/${lineId(note)}/reversal`, {
    token: token.admin,
    body: { reason: 'Wrong', replacement },
  });
  expect(refused).toAnswer(400, { fields: { replacement: /another credit note/ } });
  expect((await reverse(lineId(note))).reversal).toMatchObject({ amount: 40 });
});

it('shows a credit note in statements, and counts it in caps', async () => {
  await test.updateRows('matters', { id: ids.one }, { capCents: 10_000 });
  const account = await record({ number: 'INV 7', total: 100, lines: [line()] });
  await of.creditNote({ number: 'CN 1', credits: account._id });
  const path = `GET /matters/${ids.one}/statement`;
  const statement = await test.data<object>(path, { token: token.admin });
  expect(statement).toMatchObject({
    costs: {
      total: 60,
      lines: [
        { amount: 100 },
        {
          amount: -40,
          correction: 'Credit note CN 1 for account INV 7',
          reason: 'Sheriff Pretoria',
          particulars: 'Sheriff’s fee: Credit note CN 1 for account INV 7. Sheriff Pretoria.',
        },
      ],
    },
  });
  const [matter] = await test.data<object[]>('GET /matters?search=M-1', { token: token.admin });
  expect(matter).toMatchObject({ cap: 100, recorded: 60 });
  await change(account._id, { number: 'INV 8' });
  expect(await test.data<object>(path, { token: token.admin })).toMatchObject({
    costs: { lines: [{}, { correction: 'Credit note CN 1 for account INV 8' }] },
  });
});

it('warns of the same day and total under another number', async () => {
  const lines = [line({ narration: 'a' }), line({ matter: ids.two, amount: 57.5 })];
  const first = await record({ number: 'A 1', lines });
  const second = await record({ number: 'B 2', lines: [line({ amount: 157.5 })] });
  await of.creditNote();
  const list = async () =>
    test.data<{ fingerprint: string; subject: object }[]>('GET /exceptions?code=SUPSAME', {
      token: token.admin,
    });
  const [found, ...others] = await list();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    code: 'SUPSAME',
    level: 'warn',
    subject: { kind: 'account', _id: second._id, name: 'Account B 2 of Sheriff Pretoria' },
    message: /^Account A 1 of this supplier has the same day and total, R.157\.50\./,
    attorney: null,
    day: '2026-03-10',
  });
  const items = [{ code: 'SUPSAME', subject: found?.subject, fingerprint: found?.fingerprint }];
  const accepted = await test.call('POST /exceptions/acceptances', {
    token: token.admin,
    body: { items, reason: 'Two services' },
  });
  expect(accepted).toAnswer(201);
  expect(await list()).toMatchObject([{ accepted: { reason: 'Two services' } }]);
  await remove(first._id);
  expect(await list()).toEqual([]);
});

it('counts credit notes as reversals in exceptions', async () => {
  const saturday = { date: '2026-03-07', number: 'S' };
  const found = async () =>
    test.data<unknown[]>('GET /exceptions?code=WEEKEND', { token: token.admin });
  await of.creditNote(saturday);
  expect(await found()).toEqual([]);
  await record({ ...saturday, number: 'T', total: 100, lines: [line()] });
  expect(await found()).toHaveLength(1);
});
