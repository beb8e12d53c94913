import { pino } from 'pino';
import { expect, it } from 'vitest';
import { usePulls } from '../../../test/call-pulls.ts';
import { testSecretKey } from '../../../test/secret-key.ts';
import { createSealer } from '../../platform/security/sealing.ts';
import {
  callPullJobs,
  duePullJobs,
  findDueCallPullsJob,
  pullBackCallPulls,
} from './pull-calls.service.ts';
import { createAllFirmsScope, createFirmScope } from '../../platform/core/actor.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import { withScope } from '../../platform/database/connections.ts';
import { lockImports } from '../../platform/imports/imports.ts';

const { state, graph, calls, aPull, save, now, shown, pull, clientSecret, pstn } = await usePulls();
const { ctx, list, send, test } = calls;

it('fetches all pages with a token of the tenant, and takes each call once', async () => {
  const id = await aPull();
  state.pages = [
    [pstn, { ...pstn, id: 'u-2', duration: 0 }],
    [
      { ...pstn, id: 'u-3', callType: 'user_in', startDateTime: '2026-03-17T08:00:00Z' },
      { id: 5, startDateTime: 'a\0' },
    ],
  ];
  expect(await now(id)).toAnswer(201, {
    data: { taken: 2, failure: null, unread: 1, unreadReason: expect.stringContaining('"a') },
  });
  expect((await list()).data).toMatchObject([
    {
      startedAt: '2026-03-17T07:03:05.123Z',
      seconds: 304,
      direction: 'out',
      ownParty: 't.mokoena@nkosi.co.za',
      otherParty: '+27825550101',
      road: 'pull',
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    },
    { direction: 'in', otherParty: null },
  ]);
  const [token, first, second] = state.requests;
  expect(token).toMatchObject({ address: '/nkosi.co.za/oauth2/v2.0/token' });
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'app-1',
    client_secret: clientSecret,
    scope: `${graph.graphUrl}/.default`,
  });
  expect(first).toMatchObject({
    address:
      '/v1.0/communications/callRecords/getPstnCalls(fromDateTime=2026-02-15T08:00:00.000Z,' +
      'toDateTime=2026-03-18T08:00:00.000Z)',
    authorization: 'Bearer graph-token',
  });
  expect(second?.address).toContain('skip=1');
  test.clock.advance(15 * 60_000);
  expect(await now(id)).toAnswer({ data: { taken: 0 } });
  // Records come up to 48 hours late.
  expect(state.requests[4]?.address).toContain('fromDateTime=2026-03-15T08:00:00.000Z');
});

it('fetches the calls of Direct Routing by their own list', async () => {
  const id = await aPull('teams-direct-routing');
  state.pages = [
    [
      {
        id: 'd-1',
        correlationId: 'c-1',
        userPrincipalName: 't.mokoena@nkosi.co.za',
        startDateTime: '2026-03-17T07:03:05Z',
        duration: 304,
        callType: 'ByotIn',
        successfulCall: true,
        callerNumber: '+27825550101',
        calleeNumber: '+27115550100',
      },
    ],
  ];
  expect(await now(id)).toAnswer({ data: { taken: 1 } });
  expect(state.requests[1]?.address).toContain('getDirectRoutingCalls(');
  expect((await list()).data).toMatchObject([{ direction: 'in', otherParty: '+27825550101' }]);
});

it('takes a call once that is in the usage report too', async () => {
  const id = await aPull();
  state.pages = [[pstn]];
  await now(id);
  const report =
    'UsageId,Call ID,UPN,Call Type,Destination Number,Start Time,Duration Seconds\n' +
    'u-1,c-1,t.mokoena@nkosi.co.za,user_out,+27825550101,2026-03-17T07:03:05.123Z,304\n';
  expect(await send(report, { source: id })).toAnswer({ data: { added: 0, repeated: 1 } });
});

it('keeps the telephone system of fetched calls, and says why', async () => {
  const id = await aPull();
  expect(await save([])).toAnswer(200);
  const again = await aPull();
  expect(again).not.toBe(id);
  state.pages = [[pstn]];
  await now(again);
  expect(await save([])).toAnswer(409, { message: /Calls of “Teams” have come, so it stays/ });
});

it('waits as long as Microsoft asks, and reads on', async () => {
  const id = await aPull();
  state.pages = [[pstn]];
  state.refusals = [{ status: 429, headers: { 'retry-after': '0' } }];
  expect(await now(id)).toAnswer({ data: { taken: 1, failure: null } });
});

it.each<[string, () => void, RegExp]>([
  [
    'a wrong secret',
    () => (state.token = { status: 401, body: { error_description: 'AADSTS7000215: Invalid.' } }),
    /client secret is wrong/,
  ],
  ['a missing permission', () => (state.refusals = [{ status: 403 }]), /CallRecord-PstnCalls/],
  ['a server error', () => (state.refusals = [{ status: 500 }]), /Microsoft answered 500\./],
  ['a redirect', () => (state.refusals = [{ status: 302 }]), /Microsoft answered 302\./],
  ['no list', () => (state.refusals = [{ body: { error: 'x' } }]), /sent no list of calls/],
  [
    'a long pause',
    () => (state.refusals = [{ status: 429, headers: { 'retry-after': '1800' } }]),
    /takes no more requests/,
  ],
  [
    'a next page elsewhere',
    () => (state.nextLink = 'https://evil.example/next'),
    /at another address/,
  ],
])('shows %s as a failure, and forgets it after a good try', async (_, prepare, failure) => {
  const id = await aPull();
  prepare();
  expect(await now(id)).toAnswer(201, { data: { failure } });
  expect(await shown()).toMatchObject({ failure: expect.stringMatching(failure) });
  const system = await test.signInAs({ firm: null });
  const failing = async () =>
    (
      await test.data<{ firm: { _id: string }; kind: string }[]>('GET /operations', {
        token: system,
      })
    ).filter(({ firm, kind }) => firm?._id === ctx.firm.id && kind === 'pull');
  expect(await failing()).toMatchObject([{ what: 'Microsoft Teams', tries: 1 }]);
  Object.assign(state, { refusals: [], nextLink: undefined });
  state.token = { status: 200, body: { access_token: 'graph-token' } };
  expect(await now(id)).toAnswer({ data: { failure: null } });
  expect(await failing()).toEqual([]);
});

it.each([
  { system: 'teams', pull: { ...pull, tenant: 'other.example' } },
  { system: 'teams', pull: { ...pull, clientId: 'app-2' } },
  { system: 'teams-direct-routing' },
])('fetches a month again after a change to %j', async (changed) => {
  const id = await aPull();
  await now(id);
  expect(await save([{ _id: id, name: 'Teams', system: 'teams', pull }])).toAnswer(200);
  await now(id);
  expect(await save([{ _id: id, name: 'Teams', ...changed }])).toAnswer(200);
  await now(id);
  const starts = state.requests.flatMap(
    ({ address }) => /fromDateTime=([\d-]+)/.exec(address)?.[1] ?? [],
  );
  expect(starts).toEqual(['2026-02-15', '2026-03-15', '2026-02-15']);
});

it('shows that an import of the firm takes long', async () => {
  const id = await aPull();
  state.pages = [[pstn]];
  const firm = createFirmScope(ctx.firm.id);
  await withScope(test.db, firm)
    .transaction()
    .execute(async (trx) => {
      await lockImports(trx, firm, 'calls');
      expect(await now(id)).toAnswer(201, { data: { taken: 0, failure: expect.any(String) } });
    });
  expect(await shown()).toMatchObject({ failure: expect.any(String) });
  expect(await test.listRows('callPulls', { sourceId: id }, ['nextAt'])).toEqual([
    { nextAt: new Date(test.clock.now().getTime() + 15 * 60_000) },
  ]);
});

it('keeps the secret out of answers, and a secret that is absent', async () => {
  const id = await aPull();
  const changed = { ...pull, tenant: 'other.example' };
  const reply = await save([{ _id: id, system: 'teams', name: 'Teams', pull: changed }]);
  expect(reply).toAnswer(200, {
    data: [{ pull: { ...changed, triedAt: null, taken: 0, failure: null } }],
  });
  expect(reply.body).not.toContain(clientSecret);
  await now(id);
  expect(state.requests[0]?.body).toContain(clientSecret);
  await save([{ _id: id, system: 'teams', name: 'Teams' }]);
  expect(await shown()).toMatchObject({ tenant: 'other.example' });
  await save([{ _id: id, system: 'teams', name: 'Teams', pull: null }]);
  expect(await shown()).toBeNull();
  expect(await now(id)).toAnswer(404, { message: /no such connection to Microsoft Teams/ });
});

it.each([
  [{ system: 'teams', pull }, 'sources.0.pull.clientSecret'],
  [{ system: '3cx', pull: { ...pull, clientSecret } }, 'sources.0.pull'],
  [{ system: 'teams', pull: { ...pull, clientSecret, tenant: '../x' } }, 'sources.0.pull.tenant'],
])('rejects %j', async (source, field) => {
  const reply = await save([{ name: 'A', ...source }]);
  expect(reply).toAnswer(400, { fields: { [field]: /./ } });
});

it('runs every 15 minutes, and not again while it runs', async () => {
  const id = await aPull();
  state.pages = [[pstn]];
  const tools = { db: test.db, clock: test.clock, graph };
  const jobs = callPullJobs({
    ...tools,
    log: pino({ enabled: false }),
    sealer: createSealer(testSecretKey, 'telephone systems'),
  });
  const run = async () => jobs['pull-calls']?.({ firmId: ctx.firm.id, sourceId: id });
  await Promise.all([run(), run()]);
  const pulls = () => state.requests.filter(({ address }) => address.includes('getPstnCalls'));
  expect(pulls()).toHaveLength(1);
  test.clock.advance(14 * 60_000);
  await run();
  expect(pulls()).toHaveLength(1);
  test.clock.advance(60_000);
  await run();
  expect(pulls()).toHaveLength(2);
  expect(await shown()).toMatchObject({ taken: 0 });
});

it('logs a failure once a try', async () => {
  const sourceId = await aPull();
  state.refusals = [{ status: 403 }];
  const warned: unknown[] = [];
  const jobs = callPullJobs({
    db: test.db,
    clock: test.clock,
    graph,
    log: { warn: (...line: unknown[]) => void warned.push(line) },
    sealer: createSealer(testSecretKey, 'telephone systems'),
  });
  await jobs['pull-calls']?.({ firmId: ctx.firm.id, sourceId });
  const { failure: reason } = await test.getRow('callPulls', { sourceId }, ['failure']);
  expect(reason).toMatch(/\S/);
  const facts = { firm: ctx.firm.id, source: sourceId, tries: 1 };
  const nextTryAt = new Date(test.clock.now().getTime() + minutes(15));
  expect(warned).toEqual([
    [{ ...facts, nextTryAt, reason }, 'calls of Microsoft Teams could not be fetched'],
  ]);
  state.refusals = [{ status: 403 }];
  await now(sourceId);
  const own = test.log.findLast((line) => line.includes('calls of Microsoft Teams could not be'));
  expect(JSON.parse(own ?? '')).toMatchObject({ firm: ctx.firm.id, tries: 2, reason });
});

it('is queued when it is due, and pulled back after a wrong clock', async () => {
  const id = await aPull();
  const queued = async () =>
    (
      await test.pool.query<{ key: string }>(
        `select key from graphile_worker._private_jobs where key = $1`,
        [`call pull ${id}`],
      )
    ).rows.length;
  // At once.
  expect(await queued()).toBe(1);
  await test.pool.query(`delete from graphile_worker._private_jobs where key = $1`, [
    `call pull ${id}`,
  ]);
  await duePullJobs({ db: test.db, clock: test.clock })[findDueCallPullsJob]?.({});
  expect(await queued()).toBe(1);
  const everywhere = createAllFirmsScope();
  const db = withScope(test.db, everywhere, 'jobs');
  await test.updateRows('callPulls', { sourceId: id }, { nextAt: new Date('2027-01-01') });
  const at = { now: test.clock.now(), toleranceMs: 60_000 };
  expect(await pullBackCallPulls(db, everywhere, at)).toBeGreaterThanOrEqual(1);
  expect(await test.listRows('callPulls', { sourceId: id }, ['nextAt'])).toEqual([
    { nextAt: test.clock.now() },
  ]);
});

it('reads the last three days after a clock that was a month ahead', async () => {
  const id = await aPull();
  await test.updateRows('callPulls', { sourceId: id }, { through: new Date('2026-04-18') });
  expect(await now(id)).toAnswer(201, { data: { failure: null } });
  const to = test.clock.now();
  const from = new Date(to.getTime() - hours(72));
  expect(state.requests.at(-1)?.address).toContain(
    `(fromDateTime=${from.toISOString()},toDateTime=${to.toISOString()})`,
  );
  expect(await test.getRow('callPulls', { sourceId: id }, ['through'])).toEqual({
    through: to,
  });
});

it('hides the connections of other firms', async () => {
  const id = await aPull();
  const token = await test.signInAdmin({ firm: await test.aFirm() });
  expect(await test.call(`POST /call-sources/${id}/pulls`, { token })).toAnswer(404);
  const { token: attorney } = ctx.thabo;
  expect(await test.call(`POST /call-sources/${id}/pulls`, { token: attorney })).toAnswer(403);
});
