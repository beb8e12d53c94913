import { toCentsTotal } from '@recoup/contract/core/money';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aStatementFirm } from '../../test/statement-firm.ts';
import { isVatOf } from '../../test/vat-oracle.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => aStatementFirm(test, { isVatVendor: true }));

it('lists costs, disbursements paid as agent, sums and the prices of calls', async () => {
  const { call, copies, sheriff } = of().types;
  await of().record(sheriff, { amount: 450, voucher: 'SH 12', narration: 'Service' });
  await of().record(copies, { amount: 2.5, quantity: 3, date: '2026-03-06' });
  await of().record(call, { minutes: 7, narration: 'With client' });
  await of().record(copies, { amount: 9 }, of().matters.other);
  const statement = await of().statement();
  expect(statement).toMatchObject({
    firm: { name: 'Mokoena & Partners', vatNumber: '4123456789' },
    matter: { number: 'B/1', name: 'Sale of a house', client: 'Botha' },
    for: 'client',
    from: null,
    to: null,
    day: '2026-03-18',
    total: 510.96,
    vatRates: [
      { treatment: 'cost', percent: 15, net: 53, vat: 7.96, gross: 60.96 },
      { treatment: 'agent', percent: 0, net: 450, vat: 0, gross: 450 },
    ],
  });
  expect(statement.costs).toMatchObject({
    count: 2,
    total: 60.96,
    vat: { net: 53, vat: 7.96, gross: 60.96 },
    lines: [
      {
        item: 1,
        date: '2026-03-05',
        particulars: 'Call: With client',
        attorney: { name: 'Thabo Mokoena' },
        minutes: 7,
        amount: 45.5,
        vat: { net: 45.5, vat: 6.83, gross: 52.33 },
      },
      { item: 2, particulars: 'Copies', quantity: 3, amount: 7.5, vat: { vat: 1.13 } },
    ],
  });
  expect(statement.agent).toMatchObject({
    count: 1,
    total: 450,
    lines: [{ item: 3, particulars: 'Sheriff: Service', voucher: 'SH 12', vat: { vat: 0 } }],
  });
  expect(statement.subtotals).toMatchObject([
    { disbursementType: { name: 'Call' }, isAgent: false, count: 1, minutes: 7, total: 52.33 },
    { disbursementType: { name: 'Copies' }, isAgent: false, count: 1, total: 8.63 },
    { disbursementType: { name: 'Sheriff' }, isAgent: true, count: 1, total: 450 },
  ]);
  expect(statement.priceTables).toMatchObject([
    {
      disbursementType: { name: 'Call' },
      attorneys: [{ name: 'Thabo Mokoena' }],
      validFrom: '2026-01-01',
      callFees: [
        { startTime: 0, endTime: 5, charges: 33 },
        { additionalTime: 5, charges: 12.5 },
      ],
    },
  ]);
});

it('has item numbers and an empty column for a taxation alone', async () => {
  await of().record(of().types.copies, { amount: 2.5 });
  const [taxed] = (await of().statement('?for=taxation')).costs.lines;
  expect(taxed).toMatchObject({ item: 1, taxedOff: null });
  expect((await of().statement()).costs.lines[0]).not.toHaveProperty('taxedOff');
});

it('holds the days of its period, and shows a reversal as a line of its own', async () => {
  const first = await of().record(of().types.copies, { amount: 10, date: '2026-03-01' });
  await of().record(of().types.copies, { amount: 20, date: '2026-03-31' });
  await of().record(of().types.copies, { amount: 40, date: '2026-04-01' });
  const body = { override: 'Tested' };
  await test.call('POST /exports', { token: of().token.admin, body });
  await test.call(`POST /entries/${first}/reversal`, {
    token: of().token.attorney,
    body: { reason: 'Not ours' },
  });
  const march = await of().statement('?from=2026-03-01&to=2026-03-31');
  expect(march.costs.lines).toMatchObject([
    { date: '2026-03-01', amount: 10 },
    { date: '2026-03-18', amount: -10, vat: { vat: -1.5 }, reverses: first },
    { date: '2026-03-31', amount: 20 },
  ]);
  expect(march).toMatchObject({ from: '2026-03-01', to: '2026-03-31', total: 23 });
  expect(await of().statement('?from=2026-04-01')).toMatchObject({ to: null, total: 46 });
});

it('shows nothing of VAT for a firm that is no vendor', async () => {
  const plain = await aStatementFirm(test);
  const { copies, sheriff } = plain.types;
  await plain.record(copies, { amount: 10 });
  expect(JSON.stringify(await plain.statement())).not.toMatch(/vat|"net"|"gross"/i);
  expect((await plain.statement()).agent).toEqual({ lines: [], count: 0, total: 0 });
  await plain.record(sheriff, { amount: 20 });
  expect(await plain.statement()).toMatchObject({
    costs: { count: 1, total: 10 },
    agent: { count: 1, total: 20 },
    total: 30,
  });
});

it('answers an empty statement', async () => {
  const empty = { lines: [], count: 0, total: 0 };
  expect(await of().statement('?from=2026-05-01&to=2026-05-31')).toMatchObject({
    costs: empty,
    agent: empty,
    subtotals: [],
    vatRates: [],
    priceTables: [],
    total: 0,
  });
});

it('adds random lines to the cent, each with the VAT of its own rule', async () => {
  const lines = await insertRandomLines(400);
  const statement = await of().statement();
  const shown = [...statement.costs.lines, ...statement.agent.lines];
  expect(shown.length).toBe(lines.size);
  const sums = { net: 0n, vat: 0n, agent: 0n };
  for (const { _id, amount, vat } of shown) {
    const line = lines.get(_id);
    expect(toCentsTotal(amount)).toBe(line?.amountCents);
    const [net, charged] = [toCentsTotal(vat?.net ?? 0), toCentsTotal(vat?.vat ?? 0)];
    expect(line && isVatOf(charged, line)).toBe(true);
    expect(net + (line?.isIncluded === true ? charged : 0n)).toBe(line?.amountCents);
    sums.net += net;
    sums.vat += charged;
    if (line?.isAgent === true) sums.agent += net + charged;
  }
  expect(toCentsTotal(statement.total)).toBe(sums.net + sums.vat);
  expect(toCentsTotal(statement.agent.total)).toBe(sums.agent);
  expect(toCentsTotal(statement.costs.total)).toBe(sums.net + sums.vat - sums.agent);
  for (const parts of [statement.subtotals, statement.vatRates ?? []])
    expect(parts.reduce((sum, part) => sum + grossOf(part), 0n)).toBe(sums.net + sums.vat);
  const rates = (statement.vatRates ?? []).reduce((sum, { vat }) => sum + toCentsTotal(vat), 0n);
  expect(rates).toBe(sums.vat);
});

it.each([
  ['?from=2026-02-30', 'from', 'Must be a date as YYYY-MM-DD.'],
  ['?to=', 'to', 'Must be a date as YYYY-MM-DD.'],
  ['?from=2026-03-02&to=2026-03-01', 'to', 'The period ends before it begins.'],
  ['?for=fun', 'for', 'Must be client or taxation.'],
])('rejects %s', async (query, field, message) => {
  for (const path of [`/matters/${of().matters.matter.id}/statement`, '/statements']) {
    expect(await of().ask(`GET ${path}${query}`)).toAnswer(400, { fields: { [field]: message } });
  }
});

type Inserted = { amountCents: bigint; basisPoints: bigint; isIncluded: boolean; isAgent: boolean };

/** Of all treatments, with the VAT of two rates, included or not. */
async function insertRandomLines(count: number): Promise<Map<string, Inserted>> {
  const { attorney, firm, types, matters } = of();
  const kinds = [
    { type: types.copies, vatTreatment: 'cost', rates: [1_400, 1_500] },
    { type: types.sheriff, vatTreatment: 'agent', rates: [0] },
    { type: types.zero, vatTreatment: 'zero', rates: [0] },
    { type: types.sheriff, vatTreatment: 'none', rates: [0] },
  ] as const;
  const lines = new Map<string, Inserted>();
  for (let index = 0; index < count; index += 1) {
    const { type, vatTreatment, rates } = kinds[index % kinds.length] ?? kinds[0];
    const amountCents = Math.floor(Math.random() * 10 ** (1 + (index % 9)));
    const place = { firm, attorney, matter: matters.matter, type };
    const { id } = await test.anEntry(place, { amountCents });
    const vat = {
      vatTreatment,
      vatBasisPoints: rates[index % rates.length] ?? 0,
      vatIncluded: index % 3 === 0,
    };
    await test.updateRows('entries', { id }, vat);
    lines.set(id, {
      amountCents: BigInt(amountCents),
      basisPoints: BigInt(vat.vatBasisPoints),
      isIncluded: vat.vatIncluded,
      isAgent: type === types.sheriff,
    });
  }
  return lines;
}

function grossOf(part: { vat?: unknown; total?: number | string; gross?: number | string }) {
  return toCentsTotal(part.gross ?? part.total ?? 0);
}

it.each([
  ['Peter O’Brien', "peter o'brien"],
  ['André Müller', 'Andre Muller'],
])('finds the client %s typed as %s', async (client, typed) => {
  await of().recordThree();
  await test.updateRows('matters', { id: of().matters.matter.id }, { client });
  const found = await of().ask(`GET /statements?client=${encodeURIComponent(typed)}`);
  expect(found.json()).toEqual({ data: { matters: 1, lines: 3 } });
});
