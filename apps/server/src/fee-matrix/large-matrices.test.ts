import { type RateMatrixRow, matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { role } from '@recoup/contract/core/access';
import { expect, it, vi } from 'vitest';
import { aDisbursementType, aFirm, assignTypes, aUser } from '../../test/factories.ts';
import { useApp } from '../../test/app.ts';
import { matrixHeader, type MatrixResult } from '../../test/matrix-firm.ts';
import { compareMatrix, findCells } from './compare-matrix.ts';
import { deepIt } from '../../test/deep.ts';

const test = useApp();

async function aFirmWithAttorneys(count: number) {
  const firm = await aFirm(test.db);
  const token = await test.signInAs({ firm, role: role.attorneyAdmin });
  const attorneys = [];
  for (let index = 0; index < count; index += 1) attorneys.push(await aUser(test.db, { firm }));
  await aDisbursementType(test.db, firm, { title: 'Call' });
  await assignTypes(test.db, firm);
  const upload = async (lines: readonly string[], more: object = {}) => {
    const fileStream = [matrixHeader, ...lines].join('\n');
    return test.call('POST /rate-matrix', { token, body: { fileStream, ...more } });
  };
  return { firm, token, attorneys, upload };
}

const dayOf = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);

deepIt('lists the first 2,000 changes, and saves all', async () => {
  const { token, attorneys, upload } = await aFirmWithAttorneys(3);
  const lines = attorneys.flatMap(({ email }) =>
    Array.from({ length: 700 }, (_, index) => `${email},Call,${dayOf(index)},5,${index},,,,,,,,`),
  );
  const { data } = (await upload(lines)).json<{ data: MatrixResult }>();
  expect([data.rows, data.unchanged, data.changed.length]).toEqual([2100, 0, 2000]);
  const on = await test.call(`GET /rate-matrix?on=${dayOf(699)}`, { token });
  const rows = on.json<{ data: RateMatrixRow[] }>().data;
  expect(rows.map(({ validFrom }) => validFrom)).toEqual(Array(3).fill(dayOf(699)));
  const again = (await upload(lines)).json<{ data: MatrixResult }>().data;
  expect(again.unchanged).toBe(2100);
});

it('yields to other requests while it reads and compares', async () => {
  const empty = Object.fromEntries(matrixColumns.map((column) => [column, '']));
  const cells = { ...empty, attorney: 'a@x.co.za', type: 'Call', to1: '5', price1: '33' };
  const records = Array.from({ length: 5000 }, (_, index) => ({
    row: index + 2,
    // Each column has its cell.
    cells: { ...cells, validFrom: dayOf(index) } as Parameters<typeof findCells>[0][0]['cells'],
  }));
  const attorney = { id: 'a', name: 'A', email: 'a@x.co.za', status: 1 as const, types: [] };
  const attorneys = [{ ...attorney, types: [{ id: 't', title: 'Call' }] }];
  const today = dayOf(0);
  const { given } = await findCells(records, { attorneys, today });
  expect(given).toHaveLength(5000);
  const many = Array.from({ length: 20 }, () => given).flat();
  for (const work of [
    async () => findCells([...records, ...records, ...records], { attorneys, today }),
    async () => compareMatrix(many, { schedules: [], today }),
  ])
    expect(await turnsDuring(work)).toBeGreaterThan(3);
});

/** How often other work got its turn. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

it('leaves a place for other firms while the files of one firm wait', async () => {
  const [busy, other] = [await aFirmWithAttorneys(1), await aFirmWithAttorneys(1)];
  const lineOf = ({ attorneys }: typeof busy, price: number) => [
    `${attorneys[0]?.email},Call,,5,${price},,,,,,,,`,
  ];
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [busy.attorneys[0]?.id]);
  const answered = vi.fn<() => void>();
  const waiting = [33, 34, 35].map(async (price) => {
    const { statusCode } = await busy.upload(lineOf(busy, price));
    answered();
    return statusCode;
  });
  try {
    expect(await other.upload(lineOf(other, 33))).toAnswer(200);
    expect(answered).not.toHaveBeenCalled();
  } finally {
    await holder.query('commit');
    holder.release();
  }
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});
