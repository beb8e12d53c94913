import type { Closing, ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { admin: '', attorney: '', otherAdmin: '' };
let record: (input?: { date?: string; amountCents?: number }) => Promise<{ id: string }>;

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const of = {
    firm,
    attorney,
    matter: await test.aMatter(firm),
    type: await test.aDisbursementType(firm),
  };
  record = (value) => test.anEntry(of, value);
  token.admin = await test.signInAdmin({ firm });
  token.attorney = await test.signIn(attorney);
  token.otherAdmin = await test.signInAdmin();
});

const post = async (body: Closing, as: string | undefined = token.admin) =>
  test.call('POST /exports', { token: as, body });
const preview = async (body: Closing = {}) => {
  const reply = await post({ ...body, dryRun: true });
  expect(reply).toAnswer(200);
  return reply.json<{ data: ExportPreview }>().data;
};
const countExports = async () =>
  (await test.call('GET /exports', { token: token.admin })).json<{ count: number }>().count;

it('shows the entries of a closing, and writes nothing', async () => {
  await record({ date: '2026-03-01', amountCents: 1005 });
  const { id } = await record({ date: '2026-03-05', amountCents: 10 });
  await record({ date: '2026-04-01', amountCents: 1 });
  expect(await preview()).toEqual({
    from: null,
    to: null,
    rows: 3,
    sum: 10.16,
    firstDay: '2026-03-01',
    lastDay: '2026-04-01',
    // A day in the future; recorded late, by the test's real time; a Sunday, a matter of nobody.
    exceptions: { block: 1, warn: 3, info: 2 },
  });
  expect(await preview({ to: '2026-03-31' })).toMatchObject({
    to: '2026-03-31',
    rows: 2,
    sum: 10.15,
    lastDay: '2026-03-05',
  });
  expect(await countExports()).toBe(0);
  const change = await test.call(`PUT /entries/${id}`, {
    token: token.attorney,
    body: { narration: 'Not locked' },
  });
  expect(change).toAnswer(200);
});

it('closes exactly the shown entries, once', async () => {
  await record({ amountCents: 1005 });
  await record({ date: '2026-04-01' });
  const { rows, sum } = await preview({ to: '2026-03-31' });
  const closing = { to: '2026-03-31', expected: { rows, sum } };
  const replies = await Promise.all([post(closing), post(closing)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404]);
  const closed = replies
    .find(({ statusCode }) => statusCode === 201)
    ?.json<{ data: ExportRecord }>().data;
  expect(closed).toMatchObject({ rows, sum, to: '2026-03-31', state: 'closed' });
  expect(await preview()).toMatchObject({ rows: 1, firstDay: '2026-04-01' });
});

it('closes nothing when something has changed since the preview', async () => {
  const { id } = await record({ amountCents: 1005 });
  const { rows, sum } = await preview();
  await test.call(`PUT /entries/${id}`, { token: token.attorney, body: { amount: 20 } });
  const changed = await post({ expected: { rows, sum } });
  const message = 'The disbursements have changed since the preview. Nothing was closed.';
  expect([changed.statusCode, changed.json()]).toEqual([
    409,
    { code: 'changed_meanwhile', message },
  ]);
  await record();
  expect(await post({ expected: { rows, sum: 20 } })).toAnswer({ code: 'changed_meanwhile' });
  expect(await countExports()).toBe(0);
  // A sum may be text, as large ones are.
  expect(await post({ expected: { rows: 2, sum: '30.00' } })).toAnswer(201);
});

it('shows a firm without entries no preview', async () => {
  await record();
  const request = { token: token.otherAdmin, body: { dryRun: true } };
  expect(await test.call('POST /exports', request)).toAnswer(404);
});

it.each([
  [{ dryRun: 'yes' }, 'dryRun'],
  [{ dryRun: true, to: 'March' }, 'to'],
  [{ dryRun: true, from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ expected: { rows: 1.5, sum: 1 } }, 'expected.rows'],
  [{ expected: { rows: 1, sum: 'ten' } }, 'expected.sum'],
  [{ expected: { rows: 1, sum: '11.1' } }, 'expected.sum'],
  [{ expected: { rows: 1, sum: 0.1 + 0.2 } }, 'expected.sum'],
  [{ expected: { rows: 1, sum: 1e300 } }, 'expected.sum'],
  [{ expected: { rows: 1 } }, 'expected.sum'],
])('rejects %j', async (body, field) => {
  const reply = await test.call('POST /exports', { token: token.admin, body });
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
    400,
    [field],
  ]);
});
