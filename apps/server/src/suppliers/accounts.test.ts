import { newId } from '@recoup/contract/core/ids';
import type { ListedAccount } from '@recoup/contract/suppliers/account-endpoints';
import { expect, it } from 'vitest';
import { useAccounts } from '../../test/account-firm.ts';
import { useApp } from '../../test/app.ts';

const test = useApp();
const of = useAccounts(test);
const { ids, token, line, fields, send, record, read, entry, countEntries } = of;

it('records an entry for each line, of the attorney of its matter', async () => {
  const account = await record({ number: 'INV 4711' });
  expect(account).toMatchObject({
    supplier: { _id: ids.sheriff, name: 'Sheriff Pretoria' },
    number: 'INV 4711',
    date: '2026-03-10',
    total: 157.5,
    isPaid: false,
    paidOn: null,
    credits: null,
    isLocked: false,
    lines: [
      { matter: { _id: ids.one, number: 'M-1' }, attorney: { _id: ids.anna }, amount: 100 },
      { matter: { _id: ids.two }, attorney: { name: 'Ben Cele' }, amount: 57.5 },
    ],
  });
  expect(await read(account._id)).toEqual(account);
  expect(await entry(account.lines[1]?.entry)).toMatchObject({
    date: '2026-03-10',
    amount: 57.5,
    attorney: { _id: ids.ben },
    disbursementType: { name: 'Sheriff’s fee' },
    recordedBy: { name: 'Lerato Nkosi' },
    supplierAccount: {
      _id: account._id,
      number: 'INV 4711',
      supplier: 'Sheriff Pretoria',
      line: 2,
    },
  });
  const audit = await test.listAudit(account._id);
  expect(audit).toMatchObject([
    {
      action: 'supplier-account.recorded',
      details: { number: 'INV 4711', supplier: 'Sheriff Pretoria', total: 157.5 },
    },
  ]);
  expect(await test.listAudit(account.lines[0]?.entry ?? '')).toMatchObject([
    { action: 'entry.recorded', details: { amount: [null, 100], supplierAccount: account._id } },
  ]);
});

it.each([
  [false, 'cost', 15, { net: 100, vat: 15, gross: 115 }],
  [true, 'cost', 15, { net: 100, vat: 15, gross: 115 }],
  [false, 'agent', 0, { net: 115, vat: 0, gross: 115 }],
])('charges the amount with its VAT (prices include VAT: %s, %s)', async (...row) => {
  const [pricesIncludeVat, treatment, percent, amounts] = row;
  await of.vendor(pricesIncludeVat);
  const disbursementType = treatment === 'agent' ? ids.agent : ids.type;
  const lines = [line({ amount: 115, disbursementType })];
  const account = await record({ total: 115, lines });
  const { amount, vat } = await entry(account.lines[0]?.entry);
  expect([amount, vat]).toEqual([115, { treatment, percent, ...amounts }]);
});

it('keeps the amount where the type has a unit price', async () => {
  const body = { title: 'Copies', unitPrice: 2.5 };
  const type = await test.data<{ _id: string }>('POST /disbursements', {
    token: token.admin,
    body,
  });
  const lines = [line({ disbursementType: type._id, amount: 12.34 })];
  const account = await record({ total: 12.34, lines });
  expect(await entry(account.lines[0]?.entry)).toMatchObject({ amount: 12.34, quantity: null });
});

it('takes narration, attorney, day and pages of a line', async () => {
  await of.vendor(false);
  const more = { narration: 'Service on K Nel', happenedOn: '2018-03-31', pages: '2-3, 5' };
  const account = await record({
    total: 114,
    lines: [line({ ...more, amount: 114, attorney: ids.ben })],
  });
  expect(account.lines).toMatchObject([{ ...more, pages: '2-3,5', attorney: { _id: ids.ben } }]);
  expect(await entry(account.lines[0]?.entry)).toMatchObject({
    date: '2026-03-10',
    happenedOn: '2018-03-31',
    narration: more.narration,
    // The rate of that day.
    vat: { percent: 14, net: 100, vat: 14, gross: 114 },
  });
  const same = await record({ total: 1, lines: [line({ amount: 1, happenedOn: '2026-03-10' })] });
  expect(same.lines[0]).not.toHaveProperty('happenedOn');
});

it('answers a dry run with what would be recorded, and records nothing', async () => {
  const reply = await send(fields({ dryRun: true }));
  expect(reply).toAnswer(200, {
    data: {
      total: 157.5,
      lines: [
        { entry: null, amount: 100, matter: { number: 'M-1' }, attorney: { name: 'Anna Botha' } },
        { entry: null, amount: 57.5 },
      ],
    },
  });
  expect(await countEntries()).toBe(0);
  expect(await send(fields({ dryRun: true, total: 1 }))).toAnswer(422, { code: 'account_sum' });
});

it('records the same request once, and refuses another one with its id', async () => {
  const body = { ...fields(), _id: newId() };
  const replies = await Promise.all([send(body), send(body), send(body)]);
  for (const reply of replies) expect(reply).toAnswer(201, { data: { _id: body._id } });
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
  expect(await countEntries()).toBe(2);
  const message = 'An account with this id exists already.';
  expect(await send({ ...body, date: '2026-03-11' })).toAnswer(409, { code: 'conflict', message });
  expect(await of.remove(body._id)).toAnswer(200);
  expect(await send(body)).toAnswer(409, { message: 'This account was deleted.' });
});

it('refuses lines that do not add up, with the difference', async () => {
  const message = /add up to R.157\.50, R.2\.50 less than the total\. Nothing was recorded/;
  expect(await send(fields({ total: 160 }))).toAnswer(422, {
    code: 'account_sum',
    difference: 2.5,
    message,
  });
  expect(await send(fields({ total: 157.49 }))).toAnswer(422, { difference: -0.01 });
  expect(await countEntries()).toBe(0);
});

it.each(['INV 0042', 'inv0042', ' I N V 0042 '])(
  'leads to the account that has the number, typed as %j',
  async (number) => {
    const account = await record({ number: 'inv0042' });
    expect(await send(fields({ number }))).toAnswer(409, {
      code: 'account_exists',
      _id: account._id,
    });
    const another = await of.supplier({ name: 'Sheriff Randburg' });
    await record({ number, supplier: another._id });
  },
);

it('takes numbers without their leading zeros', async () => {
  const account = await record({ number: '0042' });
  expect(await send(fields({ number: '42' }))).toAnswer(409, { _id: account._id });
});

it('records an account that two people type at once, and leads the other to it', async () => {
  const number = 'INV 99';
  const replies = await Promise.all([1, 2, 3].map(async () => send(fields({ number }))));
  const [made] = replies.filter(({ statusCode }) => statusCode === 201);
  const _id = made?.json<{ data: { _id: string } }>().data._id;
  const others = replies.filter((reply) => reply !== made);
  for (const other of others) expect(other).toAnswer(409, { code: 'account_exists', _id });
  expect(await countEntries()).toBe(2);
});

it('names every line that is not valid, and records nothing', async () => {
  const firm = { id: ids.firm };
  const closed = await test.aMatter(firm, { number: 'M-9', status: 'Closed' });
  const free = await test.aMatter(firm, { number: 'M-8' });
  const off = await test.aDisbursementType(firm, { title: 'Telex', active: false });
  const call = await test.aDisbursementType(firm, { title: 'Call' });
  const attorney = { id: ids.anna };
  await test.callFees({ firm, attorney, type: call }, { upTo: { 5: 3300 } });
  const lines = [
    line(),
    line({ matter: closed.id }),
    line({ matter: newId() }),
    line({ matter: free.id }),
    line({ disbursementType: off.id }),
    line({ disbursementType: call.id }),
    line({ attorney: newId() }),
  ];
  expect(await send(fields({ total: 700, lines }))).toAnswer(400, {
    code: 'invalid_input',
    message: /^Line 2: Matter M-9 is closed\. 5 more lines are not valid\. Nothing was recorded\.$/,
    fields: {
      'lines.1.matter': 'Matter M-9 is closed.',
      'lines.2.matter': 'There is no such matter.',
      'lines.3.attorney': 'Matter M-8 has no attorney. Choose one.',
      'lines.4.disbursementType': expect.stringContaining('no longer in use'),
      'lines.5.disbursementType': expect.stringContaining('has call fees'),
      'lines.6.attorney': 'There is no such attorney.',
    },
  });
  expect(await send(fields({ total: 300, lines: lines.slice(0, 3) }))).toAnswer(400, {
    message: /^Line 2: Matter M-9 is closed\. Another line is not valid\. Nothing was recorded\.$/,
  });
  expect(await countEntries()).toBe(0);
  expect(await test.listRows('supplierAccounts', { firmId: ids.firm })).toEqual([]);
});

it.each([
  [{ total: 0 }, 'total'],
  [{ total: 100.001 }, 'total'],
  [{ number: '' }, 'number'],
  [{ date: '2026-02-30' }, 'date'],
  [{ date: '2028-01-01' }, 'date'],
  [{ lines: [] }, 'lines'],
  [{ credits: newId() }, 'credits'],
])('refuses an account with %j', async (wrong, field) => {
  expect(await send(fields(wrong))).toAnswer(400, { fields: { [field]: expect.any(String) } });
});

it.each([
  [{ amount: -1 }, {}, 'amount'],
  [{ amount: 0 }, {}, 'amount'],
  [{ amount: undefined }, {}, 'amount'],
  [{ weight: 2 }, {}, 'weight'],
  [{}, { split: 'equal' }, 'amount'],
  [{ amount: undefined, weight: 2 }, { split: 'equal' }, 'weight'],
  [{ amount: undefined }, { split: 'weights' }, 'weight'],
  [{ amount: undefined, weight: 1_000_001 }, { split: 'weights' }, 'weight'],
  [{ happenedOn: '2026-03-11' }, {}, 'happenedOn'],
  [{ pages: '3-' }, {}, 'pages'],
  [{ pages: '0' }, {}, 'pages'],
  [{ pages: '2,' }, {}, 'pages'],
  [{ more: 1 }, {}, 'more'],
])('refuses a line with %j of %j', async (wrong, more, field) => {
  expect(await send(fields({ ...more, lines: [line(wrong)] }))).toAnswer(400, {
    fields: { [`lines.0.${field}`]: expect.any(String) },
  });
});

it('splits a total by equal shares and by weights', async () => {
  const share = (weight?: number) => line({ amount: undefined, weight });
  const equal = await record({ total: 100, split: 'equal', lines: [share(), share(), share()] });
  expect(equal.lines.map(({ amount }) => amount)).toEqual([33.34, 33.33, 33.33]);
  const lines = [share(5), share(3), share(7), share(1)];
  const weighted = await record({ total: 1.01, split: 'weights', lines });
  expect(weighted.lines.map(({ amount }) => amount)).toEqual([0.32, 0.19, 0.44, 0.06]);
  expect(
    await send(fields({ total: 0.02, split: 'equal', lines: [share(), share(), share()] })),
  ).toAnswer(400, { fields: { 'lines.2.weight': 'Its share of the total is R 0.00.' } });
});

it('takes 500 lines and no more', async () => {
  const lines = (count: number) => Array.from({ length: count }, () => line({ amount: 1 }));
  expect((await record({ total: 500, lines: lines(500) })).lines).toHaveLength(500);
  expect(await send(fields({ total: 501, lines: lines(501) }))).toAnswer(400, {
    fields: { lines: 'An account has at most 500 lines.' },
  });
});

it('takes no account of an inactive supplier', async () => {
  await test.call(`PUT /suppliers/${ids.sheriff}`, {
    token: token.admin,
    body: { isActive: false },
  });
  expect(await send(fields())).toAnswer(400, {
    fields: { supplier: 'Sheriff Pretoria is not active, and takes no new account.' },
  });
});

it('lists accounts, the latest first, by supplier, payment, days and text', async () => {
  const first = await record({ number: 'ÉA 1', date: '2026-03-01' });
  const second = await record({ number: 'B 2', date: '2026-03-09' });
  const another = await of.supplier({ name: 'Élan Searches' });
  const third = await record({ number: 'C 3', supplier: another._id, date: '2026-03-09' });
  await of.change(second._id, { isPaid: true });
  const found = async (query: string, as = token.auditor) => {
    const path = `GET /supplier-accounts?${query}`;
    const { data, count } = (await test.call(path, { token: as })).json<{
      data: ListedAccount[];
      count: number;
    }>();
    return [count, ...data.map(({ number }) => number)];
  };
  expect(await found('')).toEqual([3, 'C 3', 'B 2', 'ÉA 1']);
  expect(await found(`supplier=${ids.sheriff}`)).toEqual([2, 'B 2', 'ÉA 1']);
  expect(await found('isPaid=true')).toEqual([1, 'B 2']);
  expect(await found('isPaid=false&from=2026-03-02')).toEqual([1, 'C 3']);
  expect(await found('to=2026-03-01')).toEqual([1, 'ÉA 1']);
  expect(await found('search=elan')).toEqual([1, 'C 3']);
  expect(await found('search=ea%201')).toEqual([1, 'ÉA 1']);
  expect(await found('page=2&itemsPerPage=1')).toEqual([3, 'B 2']);
  expect(await found('', token.other)).toEqual([0]);
  expect(third).toMatchObject({ supplier: { name: 'Élan Searches' } });
  expect(first.isLocked).toBe(false);
});
