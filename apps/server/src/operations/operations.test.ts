import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Failure, failureKinds } from '@recoup/contract/operations/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { buildApp } from '../app.ts';
import { aFailingFirm, echoes } from '../../test/failing-firm.ts';
import { minutes } from '../platform/core/clock.ts';
import { type SentStatement, statementChannel } from '../platform/database/pg-driver.ts';

const test = useApp();
const ctx = { token: '' };
const since = new Date('2026-03-18T07:00:00Z');
const ago = (count: number) => new Date(test.clock.now().getTime() - minutes(count));

beforeEach(async () => {
  for (const table of tables) await test.deleteRows(table);
  ctx.token = await test.signInAs({ firm: null });
});

const tables = [
  'handOverRuns',
  'handOvers',
  'matterIntakes',
  'callPulls',
  'webhooks',
  'mails',
  'roadFailures',
] as const;

const list = async (query = '') => {
  const reply = await test.call(`GET /operations${query}`, { token: ctx.token });
  expect(reply).toAnswer(200);
  return reply.json<{ data: Failure[]; count: number }>();
};
const kinds = async () => (await list()).data.map(({ kind }) => kind);

it('is empty where nothing fails', async () => {
  expect(await list()).toEqual({ data: [], count: 0 });
});

it('shows what fails now in a firm, without what servers or the firm have put there', async () => {
  const { id: _id, name } = await aFailingFirm(test, { since });
  const common = { firm: { _id, name }, since: since.toISOString() };
  const { data, count } = await list();
  expect([data, count]).toEqual([
    [
      {
        ...common,
        kind: 'hand-over',
        what: 'sftp.example.com',
        reason: 'No file can be written into the folder.',
        tries: 3,
      },
      {
        ...common,
        kind: 'intake',
        what: 'sftp.example.com',
        reason: 'The server did not answer in time.',
        tries: 6,
      },
      {
        ...common,
        kind: 'mail',
        what: '1 mail waits',
        reason: 'The mail server answered 451 4.7.1.',
        tries: 5,
      },
      {
        ...common,
        kind: 'webhook',
        what: 'hooks.example.com',
        reason: 'The receiver answered 500.',
        tries: 4,
      },
    ],
    4,
  ]);
  for (const echo of [...echoes, 'Month end', 'Ledger'])
    expect(JSON.stringify(data)).not.toContain(echo);
});

it('shows what belongs to no firm', async () => {
  const reason = 'BulkSMS answered 401.';
  await test.insertRows('roadFailures', { kind: 'sms', reason, since, tries: 2 });
  expect((await list()).data).toEqual([
    { firm: null, kind: 'sms', what: 'gateway', reason, since: since.toISOString(), tries: 2 },
  ]);
});

describe('a line ends', () => {
  type Firm = Awaited<ReturnType<typeof aFailingFirm>>;
  it.each<[string, Failure['kind'], (firm: Firm) => Promise<void>]>([
    [
      'with the file that arrives',
      'hand-over',
      async ({ runId: id }) =>
        test.updateRows('handOverRuns', { id }, { state: 'sent', message: null, nextTryAt: null }),
    ],
    [
      'with an import that works',
      'intake',
      async ({ id: firmId }) =>
        test.updateRows('matterIntakes', { firmId }, { failingSince: null, failingTries: 0 }),
    ],
    [
      'with an import that is switched off',
      'intake',
      async ({ id: firmId }) => test.updateRows('matterIntakes', { firmId }, { isOn: false }),
    ],
    [
      'with a delivery that arrives',
      'webhook',
      async ({ webhookId: id }) => test.updateRows('webhooks', { id }, { failingSince: null }),
    ],
    [
      'with a delivery that is given up',
      'webhook',
      async ({ deliveryId: id }) =>
        test.updateRows('webhookDeliveries', { id }, { state: 'failed', nextTryAt: null }),
    ],
    [
      'with a mail that is sent',
      'mail',
      async ({ mailId: id }) => test.updateRows('mails', { id }, { state: 'sent' }),
    ],
    [
      'with a mail that is given up',
      'mail',
      async ({ mailId: id }) => test.updateRows('mails', { id }, { state: 'failed' }),
    ],
  ])('%s', async (_, kind, change) => {
    const firm = await aFailingFirm(test, { since });
    const before = await kinds();
    expect(before).toContain(kind);
    await change(firm);
    expect(await kinds()).toEqual(before.filter((each) => each !== kind));
  });
});

describe('a hand-over', () => {
  const handOvers = async () => (await list()).data.filter(({ kind }) => kind === 'hand-over');
  const failed = { state: 'failed', message: 'Matter M-17 has no client.', nextTryAt: null };

  it('whose last run has failed is shown until the next run, without the firm’s work', async () => {
    const { runId: id, handOverId, id: firmId } = await aFailingFirm(test, { since });
    await test.updateRows('handOverRuns', { id }, failed);
    expect(await handOvers()).toMatchObject([
      {
        what: 'sftp.example.com',
        reason: expect.stringMatching(/^Recoup could not close or send it\./),
      },
    ]);
    const run = await test.getRow('handOverRuns', { id });
    const next = { ...run, id: newId(), dueAt: ago(1), state: 'empty' };
    await test.insertRows('handOverRuns', { ...next, firmId, handOverId });
    expect(await handOvers()).toEqual([]);
  });

  it('that is off has nothing left to try', async () => {
    const { runId: id, handOverId } = await aFailingFirm(test, { since });
    await test.updateRows('handOverRuns', { id }, failed);
    await test.updateRows('handOvers', { id: handOverId }, { isOn: false });
    expect(await handOvers()).toEqual([]);
  });

  it.each(['handOvers', 'matterIntakes'] as const)(
    'or an import that was due and did not run is shown: %s',
    async (table) => {
      const firm = await aFailingFirm(test, { since });
      await test.deleteRows('handOverRuns');
      const works = { failingSince: null, failingTries: 0, problem: null };
      await test.updateRows('matterIntakes', { firmId: firm.id }, works);
      await test.updateRows(table, { firmId: firm.id }, { nextAt: ago(9) });
      const kind = table === 'handOvers' ? 'hand-over' : 'intake';
      expect(await kinds()).not.toContain(kind);
      await test.updateRows(table, { firmId: firm.id }, { nextAt: ago(11) });
      expect((await list()).data.filter((line) => line.kind === kind)).toMatchObject([
        { reason: expect.stringContaining('has not run'), since: ago(11).toISOString(), tries: 0 },
      ]);
    },
  );

  it('whose next try does not come is shown', async () => {
    const { runId: id } = await aFailingFirm(test, { since });
    await test.updateRows('handOverRuns', { id }, { message: null });
    expect(await handOvers()).toEqual([]);
    await test.updateRows('handOverRuns', { id }, { nextTryAt: ago(11) });
    expect(await handOvers()).toMatchObject([{ reason: expect.stringContaining('has not run') }]);
  });
});

it('is counted by kind in the metrics', async () => {
  await aFailingFirm(test, { since });
  await aFailingFirm(test, { since });
  const metricsToken = 'a-token-of-a-monitor-with-32-characters';
  const app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    metricsToken,
  });
  const failures = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await app.inject({ url: '/metrics', headers });
    const lines = [...body.matchAll(/^recoup_failures\{kind="([\w-]+)"\} (\d+)$/gm)];
    return Object.fromEntries(lines.map(([, kind = '', count]) => [kind, Number(count)]));
  };
  const none = Object.fromEntries(failureKinds.map((kind) => [kind, 0]));
  const each = { 'hand-over': 2, intake: 2, webhook: 2, mail: 2 };
  expect(await failures()).toEqual({ ...none, ...each });
  await test.deleteRows('mails');
  expect(await failures()).toEqual({ ...none, ...each, mail: 0 });
  await app.close();
});

it('counts the waiting mails of a firm in one line', async () => {
  const { mailId } = await aFailingFirm(test, { since });
  const mail = await test.getRow('mails', { id: mailId });
  const lastError = 'connect ECONNREFUSED 127.0.0.1:25';
  await test.insertRows('mails', { ...mail, id: newId(), attempts: 6, lastError });
  expect((await list()).data.filter(({ kind }) => kind === 'mail')).toMatchObject([
    {
      what: '2 mails wait',
      reason: 'No connection to the mail server was possible (ECONNREFUSED).',
      tries: 6,
    },
  ]);
});

it('shows mails that wait for the sign-in at the mail server, which counts no try', async () => {
  const { mailId } = await aFailingFirm(test, { since });
  const lastError =
    'The mail server refused the sign-in (535 5.7.3). ' +
    'The service principal in Exchange needs access.';
  await test.updateRows('mails', { id: mailId }, { attempts: 0, lastError });
  expect((await list()).data.filter(({ kind }) => kind === 'mail')).toMatchObject([
    { what: '1 mail waits', reason: lastError, tries: 0 },
  ]);
});

it('shows a failing backup and rehearsal until they succeed', async () => {
  const failing = { failingSince: since, reason: 'The folder is not there.', tries: 2 };
  for (const kind of ['backup', 'rehearsal'])
    await test.updateRows('installationRuns', { kind }, failing);
  const line = { firm: null, reason: 'The folder is not there.', tries: 2 };
  expect((await list()).data).toMatchObject([
    { ...line, kind: 'backup' },
    { ...line, kind: 'rehearsal' },
  ]);
  for (const kind of ['backup', 'rehearsal'])
    await test.updateRows('installationRuns', { kind }, { failingSince: null });
  expect(await kinds()).toEqual([]);
});

it('pages over forty firms with one statement, the newest failure first', async () => {
  for (let index = 0; index < 40; index += 1)
    await aFailingFirm(test, { since: new Date(since.getTime() + minutes(index)) });
  const sent: string[] = [];
  const listen = (message: unknown): void => {
    sent.push((message as SentStatement).sql); // the driver publishes no other
  };
  subscribe(statementChannel, listen);
  const { data, count } = await list('?page=2&itemsPerPage=50');
  unsubscribe(statementChannel, listen);
  expect(sent.filter((text) => text.includes('webhook_deliveries'))).toHaveLength(1);
  expect([data.length, count]).toEqual([50, 160]);
  const times = data.map((line) => line.since);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await list('?page=9&itemsPerPage=50')).toEqual({ data: [], count: 160 });
});

it.each(['page=0', 'page=x', 'itemsPerPage=101', 'itemsPerPage=-1', 'firm=x'])(
  'rejects %s',
  async (query) => {
    expect(await test.call(`GET /operations?${query}`, { token: ctx.token })).toAnswer(400, {
      code: 'invalid_input',
    });
  },
);

it('is for the system admin alone', async () => {
  expect(await test.call('GET /operations')).toAnswer(401);
  for (const token of [
    await test.signInAdmin(),
    await test.signInAs({}),
    await test.signInAs({ role: 2, endsOn: '2027-01-31' }),
  ])
    expect(await test.call('GET /operations', { token })).toAnswer(403);
});
