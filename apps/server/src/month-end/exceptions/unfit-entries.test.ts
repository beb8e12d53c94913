import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { postingLimits } from '@recoup/contract/posting/rules';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '@recoup/contract/core/ids';
import { useApp } from '../../../test/app.ts';
import { preparedBy } from '../../../test/prepared.ts';
import { aPostingFirm } from '../../../test/posting-firm.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => {
  test.clock.set(new Date('2026-03-06T08:00:00Z'));
  return aPostingFirm(test);
});

async function unfit(query = '', token = of().token.admin): Promise<Exception[]> {
  const reply = await test.call(`GET /exceptions?code=LAYOUT${query}`, { token });
  expect(reply).toAnswer(200);
  return reply.json<{ data: Exception[] }>().data;
}

const legalSuiteLacks = 'LegalSuite journal: Enter the account of “Call”.';
const narrow = {
  name: 'Narrow',
  delimiter: ';',
  columns: [
    { title: 'Amount', field: 'gross' },
    { title: 'Text', field: 'narration', width: 10 },
  ],
};

it('lists open entries that do not fit, until they do, and closes only then', async () => {
  const { _id: layout } = await of().addLayout(narrow);
  await of().record({ narration: 'Short' });
  const { id } = await of().record({ narration: 'Much too long' });
  expect(await unfit()).toEqual([]);
  await of().save(layout, { accounts: {}, checksEntries: true });
  expect(await unfit()).toMatchObject([
    {
      code: 'LAYOUT',
      level: 'block',
      subject: { kind: 'entry', _id: id },
      message: 'Narrow: Text: “Much too long” is longer than 10 characters.',
      day: '2026-03-05',
    },
  ]);
  expect(await of().ask('POST /exports', {})).toAnswer(409, { code: 'exceptions_open' });
  await test.updateRows('entries', { id }, { narration: 'Fits now' });
  expect(await unfit()).toEqual([]);
  expect(await of().ask('POST /exports', {})).toAnswer(201);
});

it('finds nothing in entries that an export has locked', async () => {
  const { _id: layout } = await of().addLayout(narrow);
  await of().record({ narration: 'Much too long' });
  await of().close();
  await of().save(layout, { accounts: {}, checksEntries: true });
  expect(await unfit()).toEqual([]);
});

it('joins the reasons of all layouts, and forgets those of a deleted one', async () => {
  const { _id: layout } = await of().addLayout(narrow);
  await of().record({ narration: 'Much too long' });
  await of().save(layout, { accounts: {}, checksEntries: true });
  await of().save('dynamiclta', { accounts: {}, checksEntries: true });
  const messages = async () => (await unfit()).map(({ message }) => message);
  const accounts = 'Enter the account of “Call”.';
  expect(await messages()).toEqual([
    expect.stringMatching(/^Narrow: Text: “Much.* characters\. DynamicLTA .*: Enter/),
  ]);
  await of().ask(`DELETE /posting-layouts/${layout}`);
  expect(await messages()).toEqual([expect.stringContaining(accounts)]);
  await of().save('dynamiclta', { accounts: { [of().call]: '400' } });
  expect(await messages()).toEqual([]);
});

it('checks a reversal as it will be posted', async () => {
  await of().record();
  await of().save('legalsuite', { accounts: { [of().call]: '400' }, checksEntries: true });
  const { _id } = await of().close();
  const { data } = (await of().ask(`GET /entries?itemsPerPage=1&page=1`)).json<{
    data: { _id: string }[];
  }>();
  await of().ask(`POST /entries/${data[0]?._id}/reversal`, { reason: 'Wrong matter' });
  expect(await unfit()).toEqual([]);
  await of().save('legalsuite', { accounts: {}, checksEntries: true });
  expect(await unfit()).toMatchObject([{ message: legalSuiteLacks }]);
  expect((await of().getExport(_id)).state).toBe('closed');
});

it('shows an attorney own entries of the asked days, and no missing setting', async () => {
  const narration = 'Much too long';
  const own = await of().record({ narration });
  await of().record({ narration, date: '2026-02-27' });
  const { _id: layout } = await of().addLayout(narrow);
  await of().save(layout, { accounts: {}, checksEntries: true });
  const ofMarch = await unfit('&from=2026-03-01&to=2026-03-31', of().token.attorney);
  expect(ofMarch.map(({ subject }) => subject._id)).toEqual([own.id]);
  const strangers = [await aPostingFirm(test), { token: { attorney: await aColleague() } }];
  for (const { token } of strangers) expect(await unfit('', token.attorney)).toEqual([]);
  await of().ask(`DELETE /posting-layouts/${layout}`);
  await of().save('legalsuite', { accounts: {}, checksEntries: true });
  expect(await unfit()).toMatchObject([{ attorney: null }, { attorney: null }]);
  expect(await unfit('', of().token.attorney)).toEqual([]);
});

it('shows an attorney no account that does not fit, but what of the entry does not', async () => {
  const columns = [
    { title: 'Account', field: 'account', width: 9 },
    { title: 'Text', field: 'narration', width: 10 },
  ];
  const { _id: layout, ...form } = await of().addLayout({ name: 'Own', columns });
  const settings = { accounts: { [of().call]: '123456789' }, checksEntries: true };
  expect(await of().save(layout, settings)).toAnswer(200);
  const narrower = [{ ...columns[0], width: 7 }, columns[1]];
  await of().put(layout, { name: form.name, columns: narrower });
  await of().record({ narration: 'Short' });
  const message = 'Own: Account: “123456789” is longer than 7 characters.';
  expect(await unfit()).toMatchObject([{ message, attorney: null }]);
  expect(await unfit('', of().token.attorney)).toEqual([]);
  await of().record({ narration: 'Much too long' });
  expect(await unfit('', of().token.attorney)).toMatchObject([
    { message: 'Own: Text: “Much too long” is longer than 10 characters.' },
  ]);
});

async function aColleague(): Promise<string> {
  return test.signInAs({ firm: of().firm });
}

it('is accepted for a reason, which lapses with another reason to refuse', async () => {
  await of().record();
  await of().save('legalsuite', { accounts: {}, checksEntries: true });
  const items = (await unfit()).map(({ code, subject, fingerprint }) => ({
    code,
    subject: { kind: subject.kind, _id: subject._id },
    fingerprint,
  }));
  const body = { items, reason: 'Posted by hand' };
  expect(await of().ask('POST /exceptions/acceptances', body)).toAnswer(201);
  expect(await unfit('&state=open')).toEqual([]);
  const { _id: layout } = await of().addLayout({ ...narrow, columns: [narrow.columns[1]] });
  await of().record({ narration: 'x' });
  await of().save(layout, { accounts: {}, checksEntries: true });
  expect(await unfit('&state=open')).toHaveLength(1);
});

deepIt('lists the first of very many, in order', async () => {
  const most = postingLimits.unfitEntries;
  const { id } = await of().record();
  const { vatCents: _, ...row } = await test.getRow('entries', { id });
  for (let count = 0; count < most; count += 2_000) {
    const copies = Array.from({ length: 2_000 }, () => ({ ...row, id: newId() }));
    await test.insertRows('entries', copies);
  }
  await of().save('legalsuite', { accounts: {}, checksEntries: true });
  const reply = await of().ask('GET /exceptions?code=LAYOUT&itemsPerPage=10&page=1');
  expect(reply).toAnswer({ count: most });
});
