import type { Entry, PricedEntry } from '@recoup/contract/entries/endpoints';
import { splitVat } from '@recoup/contract/vat/rules';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { isVatOf } from '../../test/vat-oracle.ts';

const test = useApp();
/** One million by hand: RECOUP_VAT_LINES=1000000. */
const lineCount = Number(process.env.RECOUP_VAT_LINES ?? 20_000);
const ctx = { admin: '', attorney: '', attorneyId: '', matter: '', firmId: '' };
const types: Record<string, string> = {};

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  ctx.firmId = firm.id;
  ctx.attorneyId = attorney.id;
  ctx.matter = (await test.aMatter(firm)).id;
  ctx.admin = await test.signInAdmin({ firm });
  ctx.attorney = await test.signIn(attorney);
  for (const vat of ['cost', 'agent', 'zero', 'exempt'])
    types[vat] = (await test.aDisbursementType(firm, { title: vat, vat })).id;
  await test.assignTypes(firm);
});

it('shows no VAT anywhere to a firm that is no vendor', async () => {
  await saveSettings({ isVatVendor: false });
  const made = await record('cost', 100);
  const texts = [JSON.stringify(made)];
  for (const call of ['GET /entries', 'GET /recoveries', `GET /entries/${made._id}`])
    texts.push((await test.call(call, { token: ctx.admin })).body);
  expect(texts.filter((text) => /"(?:vat|net|gross)"/.test(text))).toEqual([]);
});

it.each([
  ['cost', false, { treatment: 'cost', percent: 15, net: 100.1, vat: 15.02, gross: 115.12 }],
  ['cost', true, { treatment: 'cost', percent: 15, net: 87.04, vat: 13.06, gross: 100.1 }],
  ['agent', true, { treatment: 'agent', percent: 0, net: 100.1, vat: 0, gross: 100.1 }],
  ['zero', false, { treatment: 'zero', percent: 0, net: 100.1, vat: 0, gross: 100.1 }],
  ['exempt', false, { treatment: 'exempt', percent: 0, net: 100.1, vat: 0, gross: 100.1 }],
])('charges %s, prices with VAT %s', async (kind, pricesIncludeVat, vat) => {
  await saveSettings({ isVatVendor: true, pricesIncludeVat });
  const made = await record(kind, 100.1);
  expect([made.amount, made.vat]).toEqual([100.1, vat]);
});

it('freezes treatment, rate and mode with the entry', async () => {
  await saveSettings({ isVatVendor: true, pricesIncludeVat: false });
  const { _id, vat } = await record('cost', 200);
  await saveSettings({ pricesIncludeVat: true });
  await setType('cost', { vat: 'exempt' });
  expect((await priced(_id)).vat).toEqual(vat);
  expect((await correct(_id, { narration: 'Another text' })).vat).toEqual(vat);
  expect((await correct(_id, { amount: 100 })).vat).toMatchObject({ net: 100, vat: 15 });
  expect((await correct(_id, { disbursementType: types.zero, amount: 100 })).vat).toMatchObject({
    treatment: 'zero',
    vat: 0,
  });
  await setType('cost', { vat: 'cost' });
  await saveSettings({ isVatVendor: false });
  expect((await priced(_id)).vat).toMatchObject({ treatment: 'zero' });
});

it('takes the rate of the entry’s day', async () => {
  await saveSettings({ isVatVendor: true, pricesIncludeVat: false });
  const old = await record('cost', 100, '2018-03-31');
  expect(old.vat).toMatchObject({ percent: 14, vat: 14 });
  expect((await correct(old._id, { date: '2018-04-01' })).vat).toMatchObject({ vat: 15 });
});

it('shows entries of before as without treatment', async () => {
  await saveSettings({ isVatVendor: false });
  const before = await record('cost', 50);
  await saveSettings({ isVatVendor: true });
  const vat = { treatment: 'none', percent: 0, net: 50, vat: 0, gross: 50 };
  expect((await priced(before._id)).vat).toEqual(vat);
});

it('adds net, VAT and gross of lines in lists and months', async () => {
  await saveSettings({ isVatVendor: true, pricesIncludeVat: false });
  const day = '2024-02-29';
  for (const amount of [0.1, 0.1, 0.1]) await record('cost', amount, day);
  const query = `from=${day}&to=${day}`;
  const totals = { net: 0.3, vat: 0.06, gross: 0.36 };
  for (const call of [`GET /entries?${query}`, `GET /entries?${query}&search=matter`])
    expect(await test.call(call, { token: ctx.admin })).toAnswer({ vat: totals });
  const months = await test.call(`GET /recoveries?${query}`, { token: ctx.admin });
  expect(months.json<{ data: unknown[] }>().data).toMatchObject([{ amount: 0.3, vat: totals }]);
});

it.each([false, true])(
  'agrees with the oracle, prices with VAT %s',
  async (isIncluded) => {
    let count = 0;
    const odd: StoredVat[] = [];
    for (let first = 0; first < lineCount; first += batch) {
      const rows = await insertLines({ first, isIncluded });
      count += rows.length;
      odd.push(...rows.filter((row) => !isRight(row, isIncluded)));
    }
    expect([count, odd]).toEqual([lineCount, []]);
  },
  120_000 + lineCount,
);

type StoredVat = { cents: string; points: string; vat: string };
const batch = 20_000;

async function insertLines(input: { first: number; isIncluded: boolean }): Promise<StoredVat[]> {
  const { rows } = await sql<StoredVat>`
    with made as (
      insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
        date, amount_cents, vat_treatment, vat_basis_points, vat_included)
      select gen_random_uuid(), ${ctx.firmId}, ${ctx.attorneyId}, ${ctx.attorneyId}, ${ctx.matter},
        ${types.cost}, '2020-01-01', case n % 3 when 0 then n else (random() * 1e10)::bigint end,
        'cost', case n % 2 when 0 then 1500 else (random() * 10000)::integer end,
        ${input.isIncluded}
      from generate_series(${input.first}::integer, ${input.first + batch}::integer - 1) n
      returning amount_cents, vat_basis_points, vat_cents
    )
    select amount_cents::text as cents, vat_basis_points::text as points, vat_cents::text as vat
    from made`.execute(test.db);
  return rows;
}

function isRight({ cents, points, vat }: StoredVat, isIncluded: boolean): boolean {
  const line = { amountCents: BigInt(cents), basisPoints: BigInt(points), isIncluded };
  const ours = splitVat(Number(cents), { basisPoints: Number(points), isIncluded });
  return isVatOf(BigInt(vat), line) && BigInt(ours.vatCents) === BigInt(vat);
}

async function record(kind: string, amount: number, date = '2026-03-02'): Promise<Entry> {
  const body = { matter: ctx.matter, disbursementType: types[kind], date, amount };
  const attorney = ctx.attorneyId;
  const reply = await test.call('POST /entries', { token: ctx.admin, body: { ...body, attorney } });
  return reply.json<{ data: Entry }>().data;
}

async function correct(id: string, change: object): Promise<Entry> {
  const body = { ...change, reason: 'For the test' };
  const reply = await test.call(`PUT /entries/${id}`, { token: ctx.admin, body });
  return reply.json<{ data: Entry }>().data;
}

async function priced(id: string): Promise<PricedEntry> {
  const reply = await test.call(`GET /entries/${id}`, { token: ctx.attorney });
  return reply.json<{ data: PricedEntry }>().data;
}

async function saveSettings(body: object): Promise<void> {
  expect(await test.call('PUT /firm-settings', { token: ctx.admin, body })).toAnswer(200);
}

async function setType(title: string, change: object): Promise<void> {
  const body = { title, ...change };
  const reply = await test.call(`PUT /disbursements/${types[title]}`, { token: ctx.admin, body });
  expect(reply).toAnswer(200);
}
