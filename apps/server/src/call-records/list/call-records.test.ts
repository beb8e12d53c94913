import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';

const { ctx, decide, first, list, record, setPhones, take, test, entries } = useCallFirm();

const codeOfNp2 = ['2026-03-17 09:00:00', '102', '0825550101', 301, 'np2'] as const;

it('proposes the matter by code first, then by number, then by the last choice', async () => {
  await take(
    [...codeOfNp2],
    ['2026-03-17 10:00:00', '102', '082 555 0101', 60],
    ['2026-03-17 11:00:00', '102', '0825550102', 60],
    ['2026-03-17 12:00:00', '102', '0825550102', 60],
  );
  const rows = (await list()).data.map(({ matter, proposal, state }) => [
    matter?.number ?? null,
    proposal,
    state,
  ]);
  expect(rows).toEqual([
    ['NP2', 'code', 'proposed'],
    ['NP1', 'number', 'proposed'],
    [null, null, 'loose'],
    [null, null, 'loose'],
  ]);
  const chosen = (await list('?state=loose')).data[0];
  await decide(chosen?._id ?? '', { state: 'recorded', matter: ctx.np2 });
  expect((await list('?isOpen=true')).data.at(-1)).toMatchObject({
    matter: { number: 'NP2' },
    proposal: 'choice',
  });
});

it('proposes no closed matter, and of two with a number the one of this attorney', async () => {
  const own = await test.aMatter(ctx.firm, { number: 'OWN', attorneyId: ctx.thabo.id });
  await setPhones(ctx.np2, ['0825550102']);
  await setPhones(own.id, ['0825550101', '0825550103']);
  await test.updateRows('matters', { id: ctx.np2 }, { status: 'Closed' });
  await take(
    ['2026-03-17 10:00:00', '102', '0825550101', 60],
    ['2026-03-17 11:00:00', '103', '0825550101', 60],
    ['2026-03-17 12:00:00', '102', '0825550102', 60],
    ['2026-03-17 13:00:00', '103', '0825550103', 60],
  );
  expect((await list()).data.map(({ matter }) => matter?.number ?? null)).toEqual([
    'OWN',
    null,
    null,
    'OWN',
  ]);
});

it('finds the attorney by extension on that day, email or cell', async () => {
  const cell = '0825559999';
  const sipho = await test.aUser({ firm: ctx.firm, name: 'Sipho', cell, email: 's@x.co.za' });
  await test.call('PUT /extensions', {
    token: ctx.admin,
    body: {
      extensions: [
        { value: '102', attorney: ctx.thabo.id, until: '2026-03-16' },
        { value: '102', attorney: ctx.lerato.id, from: '2026-03-17' },
      ],
    },
  });
  await take(
    ['2026-03-16 23:59:59', '102', '0825550101', 60],
    ['2026-03-17 00:00:00', '102', '0825550101', 60],
    ['2026-03-17 09:00:00', 'S@x.co.za', '0825550101', 60],
    ['2026-03-17 10:00:00', '082 555 9999', '0825550101', 60],
    ['2026-03-17 11:00:00', '199', '0825550101', 60],
  );
  const { data, attorneys } = await list('?isOpen=true');
  expect(data.map(({ attorney }) => attorney?.name ?? null)).toEqual([
    'Thabo Mokoena',
    'Lerato Nkosi',
    'Sipho',
    'Sipho',
    null,
  ]);
  expect(attorneys).toMatchObject([
    { attorney: null, calls: 1 },
    { attorney: { name: 'Lerato Nkosi' }, calls: 1 },
    { attorney: { name: 'Sipho' }, calls: 2 },
    { attorney: { name: 'Thabo Mokoena' }, calls: 1 },
  ]);
  expect((await list(`?attorney=${sipho.id}`)).count).toBe(2);
  expect((await list('?attorney=none&isOpen=true')).count).toBe(1);
});

it('prices a call by the fees of its day in South Africa', async () => {
  await test.callFees(
    { firm: ctx.firm, attorney: ctx.thabo, type: ctx.type },
    { upTo: { 10: 5000 }, validFrom: '2026-03-18' },
  );
  await take(
    ['2026-03-17 23:59:59', '102', '0825550101', 300],
    ['2026-03-18 00:00:00', '102', '0825550101', 301],
  );
  expect((await list()).data.map(({ price }) => price)).toEqual([33, 50]);
});

it('shows an attorney own calls alone, and no price without call fees', async () => {
  await test.deleteRows('userDisbursementTypes', { userId: ctx.lerato.id });
  await take(
    ['2026-03-17 09:00:00', '102', '0825550101', 60],
    ['2026-03-17 10:00:00', '103', '0825550101', 60],
  );
  const { data } = await list('', ctx.lerato.token);
  expect(data).toMatchObject([{ attorney: { name: 'Lerato Nkosi' }, price: null }]);
  expect((await list(`?attorney=${ctx.thabo.id}`, ctx.lerato.token)).data).toEqual(data);
});

it.each([
  ['the same start', { startedAt: '2026-03-17T09:00:00+02:00', seconds: 280 }, true],
  ['ten minutes apart', { startedAt: '2026-03-17T09:10:00+02:00', seconds: 280 }, true],
  ['more than ten minutes apart', { startedAt: '2026-03-17T09:10:01+02:00', seconds: 280 }, false],
  ['a minute longer', { minutes: 6 }, true],
  ['more than a minute and a fifth longer', { minutes: 7 }, false],
  ['the same day without a start', { minutes: 5 }, true],
  ['another day', { date: '2026-03-16' }, false],
  ['another number', { startedAt: '2026-03-17T09:00:00+02:00', otherParty: '0115550000' }, false],
  ['another matter without a start', { matter: 'np2' }, false],
])('compares with an entry of %s', async (_, more: object, isSame) => {
  const entry = await record({ ...more, ...('matter' in more && { matter: ctx.np2 }) });
  await take(['2026-03-17 09:00:00', '102', '0825550101', 300]);
  expect((await first()).entry).toBe(isSame ? entry._id : null);
});

it('proposes each entry for one call, the nearest, also over the filter of days', async () => {
  const startedAt = '2026-03-17T23:58:00+02:00';
  const entry = await record({ startedAt, seconds: 300 });
  await take(
    ['2026-03-17 23:55:00', '102', '0825550101', 300],
    ['2026-03-18 00:00:00', '102', '0825550101', 300],
  );
  expect((await list()).data.map((call) => call.entry)).toEqual([null, entry._id]);
  expect((await first('?to=2026-03-17')).entry).toBeNull();
  expect((await first('?from=2026-03-18')).entry).toBe(entry._id);
});

it('never proposes an entry of another attorney, nor one that a code contradicts', async () => {
  await record({ matter: ctx.np1, startedAt: '2026-03-17T09:00:00+02:00', seconds: 300 });
  await record({ startedAt: '2026-03-17T09:00:00+02:00', seconds: 300 }, ctx.lerato.token);
  await take([...codeOfNp2]);
  expect((await first()).entry).toBeNull();
});

it('pages and filters by day and state', async () => {
  await take(
    ['2026-03-16 09:00:00', '102', '0825550101', 60],
    ['2026-03-17 09:00:00', '102', '0825550102', 60],
    ['2026-03-18 09:00:00', '102', '0825550101', 60],
  );
  const page = await list('?isOpen=true&itemsPerPage=2&page=2');
  expect([page.count, page.data.length]).toEqual([3, 1]);
  expect((await list('?state=loose')).count).toBe(1);
  expect((await list('?from=2026-03-17&to=2026-03-17')).data).toMatchObject([
    { otherParty: '+27825550102' },
  ]);
  expect((await list('?itemsPerPage=1')).count).toBe(3);
  for (const bad of ['state=done', 'from=2026-03-18&to=2026-03-17', 'attorney=x', 'page=0'])
    expect((await test.call(`GET /call-records?${bad}`, { token: ctx.admin })).statusCode).toBe(
      400,
    );
});

/** Closes an export of the entry, and reverses it. */
async function reverse(entry: Pick<Entry, '_id'>, replacement?: object): Promise<void> {
  const body = { override: 'Tested' };
  expect(await test.call('POST /exports', { token: ctx.admin, body })).toAnswer(201);
  const reply = await test.call(`POST /entries/${entry._id}/reversal`, {
    token: ctx.admin,
    body: { reason: 'Wrong matter', ...(replacement && { replacement }) },
  });
  expect(reply).toAnswer(201);
}

it('knows a call whose entry was replaced before the calls came', async () => {
  const entry = await record({ minutes: 5 });
  await reverse(entry, {
    matter: ctx.np1,
    disbursementType: ctx.type.id,
    minutes: 5,
    narration: 'The right one',
  });
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  const right = (await entries()).find(({ narration }) => narration === 'The right one');
  expect(right?.date).not.toBe('2026-03-17');
  expect(await first()).toMatchObject({ state: 'proposed', entry: right?._id });
});

it('proposes no replacement of a recorded call, nor the matter that was wrong', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550177', 301]);
  const { _id } = await first();
  await decide(_id, { state: 'recorded', matter: ctx.np2 });
  const [entry] = await entries();
  const replacement = { matter: ctx.np1, disbursementType: ctx.type.id, minutes: 6 };
  await reverse({ _id: entry?._id ?? '' }, replacement);
  await take(['2026-03-17 10:08:00', '102', '0825550177', 301]);
  expect(await first('?isOpen=true')).toMatchObject({ entry: null, matter: null });
});

it('offers a call again whose entry was reversed', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  const { _id } = await first();
  await decide(_id, { state: 'recorded' });
  const [entry] = await entries();
  await reverse({ _id: entry?._id ?? '' });
  expect(await decide(_id, { state: 'loose' })).toAnswer(200);
  expect(await first()).toMatchObject({ state: 'proposed', entry: null });
  await decide(_id, { state: 'recorded', matter: ctx.np2 });
  expect((await entries()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    -66, 66, 66,
  ]);
});
