import { expect, it } from 'vitest';
import { useMatrixFirm } from '../../test/matrix-firm.ts';

const { test, tokens, zanele, anna, call, readRows, save } = useMatrixFirm();

const priceOn = async (on: string) => (await readRows(`?on=${on}`))[0]?.callFees[0]?.charges;
const row = (from: string, rand: number) => `${anna.email},Call,${from},5,${rand},,,,,,,,`;

it('removes a coming change with the fees before it, which a later file replaces', async () => {
  await save([row('2026-03-18', 82), row('2026-04-01', 85), row('2026-06-01', 99)]);
  const removal = await save([row('2026-06-01', 82), row('2026-04-01', 82)]);
  expect(removal.changed.map(({ before, next }) => [before[0]?.charges, next])).toEqual([
    [99, null],
    [85, null],
  ]);
  const [cell] = await readRows();
  expect([cell?.callFees[0]?.charges, cell?.next]).toEqual([82, null]);
  await save([row('2026-03-18', 90)]);
  expect(await Promise.all(['2026-03-18', '2026-04-01', '2026-06-01'].map(priceOn))).toEqual([
    90, 90, 90,
  ]);
});

it('removes a change, whatever additional times it had that no price depends on', async () => {
  await save([row('2026-03-18', 82), row('2026-04-01', 85)]);
  await test.updateRows('callFeeBands', { chargeCents: 8500 }, { additionalMinutes: 7 });
  await save([row('2026-04-01', 82)]);
  expect((await readRows())[0]?.next).toBeNull();
});

it('ends call fees before any have begun, and leaves no schedule', async () => {
  await save([row('2026-04-01', 82)]);
  await save([`${anna.email},Call,2026-04-01,,,,,,,,,,`]);
  const history = await test.call(`GET /users/${anna.id}/call-fees?disbursementType=${call.id}`, {
    token: tokens.admin,
  });
  expect(history.json()).toMatchObject({ count: 1, data: [{ replacedAt: expect.any(String) }] });
});

it('tells until when the fees of each row hold', async () => {
  const { changed } = await save(
    [
      `${zanele.email},Call,2026-06-01,5,40,,,,,,,,`,
      `${zanele.email},Call,2026-04-01,5,34,,,,,,,,`,
      `${zanele.email},Call,2026-04-20,5,35,,,,,,,,`,
    ],
    { dryRun: true },
  );
  expect(changed.map(({ validFrom, next }) => [validFrom, next?.validFrom])).toEqual([
    ['2026-06-01', undefined],
    ['2026-04-01', '2026-04-20'],
    ['2026-04-20', '2026-05-01'],
  ]);
});
