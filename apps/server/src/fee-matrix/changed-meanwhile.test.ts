import { expect, it } from 'vitest';
import { matrixHeader, stateOf, useMatrixFirm } from '../../test/matrix-firm.ts';

const { test, firm, zanele, anna, upload, readRows, save } = useMatrixFirm();

const lines = () => [
  `${anna.email},Call,2026-04-01,5,35,,,,,,,,`,
  `${zanele.email},Call,2026-04-01,5,33,10,66,,,,,5,12.5`,
];
const uploadExpecting = (expected: string) =>
  upload([matrixHeader, ...lines()].join('\r\n'), { expected });

it('saves a file as it was previewed, also again after a lost answer', async () => {
  const { state } = await save(lines(), { dryRun: true });
  expect(await uploadExpecting(state)).toAnswer(200);
  expect((await uploadExpecting(state)).json()).toMatchObject({
    data: { unchanged: 2, changed: [] },
  });
});

it.each([
  ['of a row that changes fees', () => `${anna.email},Call,,5,40,,,,,,,,`, 35],
  ['of a row that changed none', () => `${zanele.email},Call,,5,99,,,,,,,,`, 33],
  ['that end those of a row', () => `${anna.email},Call,2026-04-20,5,40,,,,,,,,`, 35],
])('rejects a file after another admin has saved fees %s', async (_, line, after) => {
  const { state } = await save(lines(), { dryRun: true });
  await save([line()]);
  const saved = await stateOf(test, firm);
  const rejected = await uploadExpecting(state);
  expect([rejected.statusCode, rejected.json()]).toEqual([
    409,
    {
      code: 'changed_meanwhile',
      message: expect.stringContaining('The call fees have changed since the preview.'),
    },
  ]);
  expect(await stateOf(test, firm)).toEqual(saved);
  const second = await save(lines(), { dryRun: true });
  expect(second.state).not.toBe(state);
  expect(await uploadExpecting(second.state)).toAnswer(200);
  const prices = (await readRows('?on=2026-04-01')).map(({ callFees }) => callFees[0]?.charges);
  expect(prices).toContain(after);
});
