import type { Entry } from '@recoup/contract/entries/endpoints';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { attorney: '', admin: '' };
const ids = { matter: '', copies: '' };
let firm: { id: string; domain: string };

beforeAll(async () => {
  firm = await test.aFirm();
  token.attorney = await test.signIn(await test.aUser({ firm }));
  token.admin = await test.signInAdmin({ firm });
  ids.matter = (await test.aMatter(firm)).id;
});

beforeEach(aNewType);

async function aNewType(): Promise<void> {
  ids.copies = (await test.aDisbursementType(firm)).id;
  await test.assignTypes(firm);
}

const setPrice = async (unitPrice: number | null, unitPriceFrom: string) => {
  const body = { title: `Type ${ids.copies}`, unitPrice, unitPriceFrom };
  return test.call(`PUT /disbursements/${ids.copies}`, { token: token.admin, body });
};
const record = async (more: object) => {
  const body = { matter: ids.matter, disbursementType: ids.copies, date: '2026-03-05', ...more };
  return test.call('POST /entries', { token: token.attorney, body });
};

it('records each entry at one of the prices while they change', async () => {
  await setPrice(1, '2026-01-01');
  const changes = [2, 3, 4, 5, 6].map(async (unitPrice) => setPrice(unitPrice, '2026-01-01'));
  const replies = await Promise.all([
    ...Array.from({ length: 12 }, async () => record({ quantity: 3 })),
    ...changes,
  ]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 200]));
  const rows = await test.db
    .selectFrom('entries')
    .innerJoin('unitPrices', 'unitPrices.id', 'entries.unitPriceId')
    .where('entries.disbursementTypeId', '=', ids.copies)
    .select(['amountCents', 'cents', 'unitPrices.validFrom'])
    .execute();
  expect(rows).toHaveLength(12);
  for (const row of rows) expect(row.amountCents).toBe(3 * (row.cents ?? Number.NaN));
  const live = await test.listRows(
    'unitPrices',
    { disbursementTypeId: ids.copies, replacedAt: null },
    ['id'],
  );
  expect(live).toHaveLength(1);
});

/** Days as numbers of January to keep the oracle free of the rule under test. */
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`;
const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    from: fc.integer({ min: 1, max: 9 }),
    rand: fc.option(fc.integer({ min: 1, max: 9 })),
  }),
  fc.record({
    kind: fc.constant('record' as const),
    on: fc.integer({ min: 1, max: 9 }),
    quantity: fc.integer({ min: 1, max: 5 }),
  }),
);

it('keeps every price that was recorded, in any order of changes and entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await aNewType();
      const prices = new Map<number, number | null>();
      const expected = new Map<string, number>();
      for (const each of steps) {
        if (each.kind === 'change') {
          await setPrice(each.rand, day(each.from));
          changePrice(prices, each);
        } else {
          const { quantity } = each;
          const reply = await record({ quantity, date: day(each.on), amount: 50 });
          const { _id } = reply.json<{ data: Entry }>().data;
          expected.set(_id, quantity * (validOn(prices, each.on) ?? 50));
        }
      }
      const list = await test.call(`GET /entries?disbursementType=${ids.copies}`, {
        token: token.attorney,
      });
      const { data } = list.json<{ data: Entry[] }>();
      expect(new Map(data.map(({ _id, amount }) => [_id, amount]))).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

type Prices = ReadonlyMap<number, number | null>;

/** Walks back day by day, then forward: slow and plain. */
function validOn(prices: Prices, on: number): number | null {
  for (let at = on; at >= 1; at -= 1) if (prices.has(at)) return prices.get(at) ?? null;
  for (let at = on; at <= 9; at += 1) if (prices.has(at)) return prices.get(at) ?? null;
  return null;
}

/** A price of the days before it is not begun again; the one of its day gives way to it. */
function changePrice(
  prices: Map<number, number | null>,
  { from, rand }: { from: number; rand: number | null },
): void {
  if (holds(prices, { from, rand })) return;
  prices.delete(from);
  if (!holds(prices, { from, rand })) prices.set(from, rand);
}

/** The first price counts before its day too, but saving it from an earlier day is a change. */
function holds(prices: Prices, { from, rand }: { from: number; rand: number | null }): boolean {
  const hasBegun = [...prices.keys()].some((first) => first <= from);
  return validOn(prices, from) === rand && (prices.size === 0 || hasBegun);
}
