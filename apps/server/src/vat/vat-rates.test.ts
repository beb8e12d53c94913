import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { system: '', admin: '', attorney: '' };
const known = [
  { percent: 15, validFrom: '2018-04-01' },
  { percent: 14, validFrom: '1993-04-07' },
];
const next = { percent: 15.5, validFrom: '2027-04-01' };

beforeAll(async () => {
  ctx.system = await test.signInAs({ firm: null });
  ctx.admin = await test.signInAdmin();
  ctx.attorney = await test.signInAs({});
});

it('shows the rates to everybody who is signed in', async () => {
  for (const token of Object.values(ctx)) expect(await rates(token)).toEqual(known);
});

it.each([
  [{ percent: 15.5, validFrom: '2018-04-01' }, 'validFrom', 'after 2018-04-01'],
  [{ percent: 15, validFrom: '2017-01-01' }, 'validFrom', 'after 2018-04-01'],
  [
    { percent: 15.555, validFrom: '2027-01-01' },
    'percent',
    'from 0 to 100, with at most two decimals',
  ],
  [{ percent: -1, validFrom: '2027-01-01' }, 'percent', 'from 0 to 100, with at most two decimals'],
  [
    { percent: 101, validFrom: '2027-01-01' },
    'percent',
    'from 0 to 100, with at most two decimals',
  ],
  [
    { percent: '15', validFrom: '2027-01-01' },
    'percent',
    'from 0 to 100, with at most two decimals',
  ],
  [{ percent: 15, validFrom: '2027-02-30' }, 'validFrom', ''],
  [{ validFrom: '2027-01-01' }, 'percent', 'from 0 to 100, with at most two decimals'],
])('rejects %j', async (body, field, text) => {
  expect(await add(body, ctx.system)).toAnswer(400, {
    fields: { [field]: expect.stringContaining(text) },
  });
  expect(await rates(ctx.admin)).toEqual(known);
});

it('adds a later rate once, however often it is sent', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => add(next, ctx.system)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(await rates(ctx.attorney)).toEqual([next, ...known]);
  const audit = await test.listRows('auditLog', { action: 'vat-rate.created' }, ['details']);
  expect(audit).toEqual([{ details: next }]);
});

async function rates(token: string): Promise<unknown> {
  return await test.data<unknown>('GET /vat-rates', { token });
}

function add(body: object, token: string | undefined) {
  return test.call('POST /vat-rates', { token, body });
}
