import type { Entry, EntryPrice } from '@recoup/contract/entries/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import type { callFees } from '../../test/factories.ts';
import { isDeep } from '../../test/deep.ts';

type Rows = Parameters<typeof callFees>[2];

/** Fee rows, and the price in Rand of each length, calculated by hand instead of by the rule. */
const schedules: { name: string; rows: Rows; price: (minutes: number) => number }[] = [
  { name: 'one band, then a cap', rows: { upTo: { 60: 12_000 } }, price: () => 120 },
  {
    name: 'four bands, free thereafter',
    rows: { upTo: { 5: 3300, 10: 6600, 15: 9900, 20: 11_300 }, thereafter: [5, 0] },
    price: (m) => [33, 33, 66, 99][Math.ceil(m / 5)] ?? 113,
  },
  {
    name: 'each five minutes begun',
    rows: { upTo: { 5: 3300 }, thereafter: [5, 3300] },
    price: (m) => 33 * Math.max(1, Math.ceil(m / 5)),
  },
  {
    name: 'each minute',
    rows: { upTo: { 1: 250 }, thereafter: [1, 250] },
    price: (m) => 2.5 * Math.max(1, m),
  },
  { name: 'free at first', rows: { upTo: { 3: 0, 30: 9999 } }, price: (m) => (m <= 3 ? 0 : 99.99) },
  {
    name: 'a quarter of an hour, then each half',
    rows: { upTo: { 15: 20_050 }, thereafter: [30, 35_025] },
    price: (m) => (m <= 15 ? 200.5 : 200.5 + 350.25 * Math.ceil((m - 15) / 30)),
  },
  {
    name: 'two bands and no interval',
    rows: { upTo: { 2: 1, 4: 3 }, thereafter: [0, 500] },
    price: (m) => (m <= 2 ? 0.01 : 0.03),
  },
  {
    name: 'falling prices',
    rows: { upTo: { 10: 10_000, 20: 5000 } },
    price: (m) => (m <= 10 ? 100 : 50),
  },
  {
    name: 'an hour in four, then each hour',
    rows: { upTo: { 15: 10_000, 30: 20_000, 45: 30_000, 60: 40_000 }, thereafter: [60, 40_000] },
    price: (m) =>
      m <= 60 ? 100 * Math.max(1, Math.ceil(m / 15)) : 400 + 400 * Math.ceil((m - 60) / 60),
  },
  {
    name: 'six minutes a unit',
    rows: { upTo: { 6: 31_067 }, thereafter: [6, 31_067] },
    price: (m) => (31_067 * Math.max(1, Math.ceil(m / 6))) / 100,
  },
];

const test = useApp();
const ctx = { admin: '', matter: '', call: '' };
const attorneys: { id: string; token: string }[] = [];

beforeAll(async () => {
  const firm = await test.aFirm();
  const type = await test.aDisbursementType(firm, {
    title: 'Call',
    fixed: false,
    calculated: true,
  });
  ctx.call = type.id;
  ctx.matter = (await test.aMatter(firm)).id;
  ctx.admin = await test.signInAdmin({ firm });
  for (const { rows } of schedules) {
    const attorney = await test.aUser({ firm });
    await test.callFees({ firm, attorney, type }, rows);
    attorneys.push({ id: attorney.id, token: await test.signIn(attorney) });
  }
  await test.assignTypes(firm);
});

describe('a call of 0 to 120 minutes', () => {
  it.each(schedules.map(({ name, price }, index) => [name, price, index] as const))(
    'is priced by: %s',
    async (_, price, index) => {
      const token = attorneys[index]?.token;
      // Quickly the first half hour, and the ends of quarters of an hour.
      const lengths = Array.from({ length: 121 }, (_each, minutes) => minutes).filter(
        (minutes) => isDeep || minutes <= 31 || minutes % 15 < 2,
      );
      const prices: number[] = [];
      for (const minutes of lengths) {
        const body = {
          matter: ctx.matter,
          disbursementType: ctx.call,
          date: '2026-03-05',
          minutes,
        };
        prices.push((await test.data<Entry>('POST /entries', { token, body })).amount);
      }
      expect(prices).toEqual(lengths.map(price));
    },
  );
});

describe('the explanation of a price', () => {
  const explain = async (
    index: number,
    minutes: number,
  ): Promise<Entry & { price: EntryPrice }> => {
    const token = attorneys[index]?.token;
    const body = { matter: ctx.matter, disbursementType: ctx.call, date: '2026-03-05', minutes };
    const { _id } = await test.data<Entry>('POST /entries', { token, body });
    return await test.data<Entry & { price: EntryPrice }>(`GET /entries/${_id}`, {
      token: ctx.admin,
    });
  };

  it('names the band and shows the rows that it stands among', async () => {
    const { price } = await explain(1, 12);
    expect(price).toMatchObject({ kind: 'band', row: 2, thereafterRow: null, until: null });
    expect(price.why).toBe('R\u00A099.00: over 10, up to 15\u00A0min.');
    expect(price.callFees.map(({ charges }) => charges)).toEqual([33, 66, 99, 113, 0]);
  });

  it('counts the intervals that were added', async () => {
    const { price, amount } = await explain(5, 50);
    expect([price.kind, price.row, price.thereafterRow, amount]).toEqual(['thereafter', 0, 1, 901]);
    expect(price.why).toBe(
      'R\u00A0901.00: R\u00A0200.50 for the first 15\u00A0min, ' +
        'and 2 × R\u00A0350.25 per 30\u00A0min or part thereof.',
    );
  });

  it('names the last price as the cap', async () => {
    expect((await explain(0, 61)).price.why).toBe('R\u00A0120.00: capped after 60\u00A0min.');
  });

  it('shows the rows of the recording after they were replaced', async () => {
    const replacedAt = new Date('2026-04-01T00:00:00Z');
    const { _id } = await explain(3, 2);
    await test.updateRows('callFeeSchedules', { userId: attorneys[3]?.id ?? '' }, { replacedAt });
    const reply = (await test.call(`GET /entries/${_id}`, { token: ctx.admin })).json<{
      data: { price: EntryPrice };
    }>();
    expect(reply.data.price).toMatchObject({ until: null, replacedOn: '2026-04-01' });
    const input = {
      matter: ctx.matter,
      disbursementType: ctx.call,
      date: '2026-03-05',
      quantity: 4,
      amount: 2.5,
    };
    const made = await test.data<Entry>('POST /entries', {
      token: attorneys[3]?.token,
      body: input,
    });
    const why = (
      await test.data<{ price: EntryPrice }>(`GET /entries/${made._id}`, { token: ctx.admin })
    ).price;
    expect(why).toMatchObject({
      kind: 'given',
      callFees: [],
      row: null,
      why: expect.stringContaining('4 × R\u00A02.50'),
    });
  });
});
