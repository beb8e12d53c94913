import { setTimeout as wait } from 'node:timers/promises';
import type { Failure, FailureKind } from '@recoup/contract/operations/endpoints';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import { queueMail } from '../apps/server/src/mail/delivery/outbox.service.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { anEntry, aUser } from '../apps/server/test/factories.ts';
import { listRows } from '../apps/server/test/rows.ts';
import { testSecretKey } from '../apps/server/test/secret-key.ts';
import { ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import {
  type Outage as Kind,
  type Outside,
  type Road,
  roads,
  startOutside,
} from './support/outside.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { aWorker, type Worker } from './support/workers.ts';

const defaults = { seconds: 300, silent: 1, single: 1, tokens: 1 };

export const drill = defineDrill({
  about:
    'Takes away SMS gateway, mail server, SFTP server, webhook and Microsoft: together, together ' +
    'and silent, one after the other; then the tokens for mail: away, silent, refused. Each ' +
    'outage is seen, and ends within so many seconds, with nothing lost and nothing twice. 0 ' +
    'leaves a part out.',
  options: defaults,
  run: async (options) => {
    const figures = await runOutages(options);
    console.table(figures);
    return figures.every(isSound);
  },
});

/** `missing` names what an operator did not see; `wrong`, after the end, what came not once. */
export type Outage = {
  down: string;
  seenAfter: number;
  missing: string;
  endedAfter: number;
  wrong: string;
};

export function isSound({ missing, wrong }: Outage): boolean {
  return missing === '' && wrong === '';
}

export async function runOutages(options: typeof defaults): Promise<Outage[]> {
  const { seconds } = options;
  const postgres = await startPostgres();
  const outside = await startOutside();
  const pool = createPool(postgres.url, { max: 2 });
  const db = connect(pool);
  await migrate(db, pool);
  const environment = { DATABASE_URL: postgres.url, ...outside.settings, ...ownSettings };
  const server = startServer(environment, await freePort());
  const found: Outage[] = [];
  try {
    await server.ready;
    const drilled = { db, outside, server, firm: await setUp(db, { outside, server }) };
    for (const outage of planOutages(options)) {
      const endured = await endure(drilled, { ...outage, round: found.length + 1, seconds });
      console.log(endured);
      found.push(endured);
    }
    return found;
  } finally {
    await server.end('SIGTERM');
    await outside.close();
    await db.destroy();
    await postgres.stop();
  }
}

const metricsToken = 'a-token-of-a-monitor-with-32-characters';
const ownSettings = { RECOUP_SECRET_KEY: testSecretKey, RECOUP_METRICS_TOKEN: metricsToken };

type Firm = Worker & {
  operator: string;
  handOver: string;
  webhook: string;
  source: string;
};
type Drilled = { db: Db; outside: Outside; server: Server; firm: Firm };

/** A firm with each road outwards, and a system administrator. */
async function setUp(db: Db, { outside, server }: Omit<Drilled, 'db' | 'firm'>): Promise<Firm> {
  const worker = await aWorker(db);
  const { id: userId } = await aUser(db, { firm: null });
  const operator = await createSession(db, { userId, kind: 'full', now: new Date() });
  const request = requests(server, worker.adminToken);
  const address = { host: '127.0.0.1', port: outside.sftpPort, folder: '/in' };
  const login = { user: 'recoup', password: 'a-secret-of-sftp' };
  const ledger = await request('POST /sftp-servers', { name: 'Ledger', ...address, ...login });
  await request(`POST /sftp-servers/${ledger}/tests`, { hostKey: outside.sftp.hostKey });
  const daily = { server: ledger, time: '23:59' };
  const handOver = await request('POST /hand-overs', { ...daily, name: 'Daily', on: 'daily' });
  await request('PUT /matter-intake', { ...daily, pattern: 'matters-*.csv', days: 'daily' });
  const events = ['import.refused'];
  const webhook = await request('POST /webhooks', { url: outside.webhookUrl, events });
  const pull = { kind: 'teams', tenant: 'firm.co.za', clientId: 'app', clientSecret: 'a-secret' };
  await request('PUT /call-sources', { sources: [{ system: 'teams', name: 'Teams', pull }] });
  const [source] = await listRows(db, 'callSources', { firmId: worker.firm });
  return { ...worker, operator, handOver, webhook, source: source?.id ?? '' };
}

/** Requests that must succeed; the id of what they made, if any. */
function requests({ url }: Server, token: string) {
  return async (what: string, body?: object): Promise<string> => {
    const [method = '', path = ''] = what.split(' ');
    const answer = await ask(`${url}${path}`, { method, token, body });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${what}: ${answer.status} ${answer.body}`);
    const { data } = JSON.parse(answer.body) as { data?: { _id?: string } }; // as the API answers
    return data?._id ?? '';
  };
}

type Down = { down: readonly Road[]; kind: Kind };

function planOutages({ silent, single, tokens }: Omit<typeof defaults, 'seconds'>): Down[] {
  const kinds = ['cuts', 'swallows', 'refuses'] as const;
  return [
    { down: roads, kind: 'cuts' },
    ...(silent === 0 ? [] : [{ down: roads, kind: 'swallows' } satisfies Down]),
    ...(single === 0 ? [] : roads.map((road): Down => ({ down: [road], kind: 'cuts' }))),
    ...(tokens === 0 ? [] : kinds.map((kind): Down => ({ down: ['tokens'], kind }))),
  ];
}

/** A mail whose sign-in has failed waits so long, and is not repeated by hand. */
const signInSeconds = 300;

type Round = Down & { round: number; seconds: number };

/** Work for all roads comes while some are down; the others go on meanwhile. */
async function endure(drilled: Drilled, { down, kind, round, seconds }: Round): Promise<Outage> {
  const { db, outside, server, firm } = drilled;
  const startedAt = performance.now();
  const lines = server.log().length;
  const before = await readMetrics(server);
  outside.turn(down, kind);
  await addWork(drilled, round);
  const missing = await untilNone(seconds, async () =>
    unseen(drilled, { down, before, log: server.log().slice(lines) }),
  );
  const backAt = performance.now();
  outside.turn(down, 'passes');
  const request = requests(server, firm.adminToken);
  // An SMS is never repeated: the user asks for another code. The others are repeated by hand.
  if (down.includes('sms')) await sendSms(drilled);
  if (down.includes('sftp')) await request('POST /matter-intake/runs');
  if (down.includes('microsoft')) await request(`POST /call-sources/${firm.source}/pulls`);
  const more = down.includes('tokens') ? signInSeconds : 0;
  const wrong = await untilNone(seconds + more, async () => [
    ...(await differences({ db, outside }, round)),
    ...(await listFailures(drilled)).map((failing) => `${failing} fails`),
  ]);
  const endedAt = performance.now();
  // A second try of what has arrived would come now.
  await wait(15_000);
  return {
    down: `${down.join(' ')} ${kind}`,
    seenAfter: Math.round((backAt - startedAt) / 1_000),
    missing: missing.join(', '),
    endedAfter: Math.round((endedAt - backAt) / 1_000),
    wrong: [...new Set([...wrong, ...(await differences({ db, outside }, round))])].join(', '),
  };
}

async function untilNone(seconds: number, look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found.length === 0 || performance.now() > end) return found;
    await wait(1_000);
  }
}

const recipient = 'client@elsewhere.example';

async function addWork(drilled: Drilled, round: number): Promise<void> {
  const { db, outside, server, firm } = drilled;
  const request = requests(server, firm.adminToken);
  const { firm: firmId, attorney, matter, type } = firm;
  const by = { firm: { id: firmId }, attorney: { id: attorney } };
  await anEntry(db, { ...by, matter: { id: matter }, type: { id: type } });
  await request(`POST /hand-overs/${firm.handOver}/runs`);
  const file = `/in/matters-${round}.csv`;
  outside.sftp.times.set(file, Math.floor(Date.now() / 1_000) - 600);
  outside.sftp.files.set(file, Buffer.from(`Matter No,Description\nIN-${round},By schedule\n`));
  await request('POST /matter-intake/runs');
  await request(`POST /webhooks/${firm.webhook}/tests`);
  const mail = { firmId, userId: null, to: recipient, subject: `Mail ${round}`, body: 'Hello' };
  await db.transaction().execute(async (trx) => queueMail(trx, { ...mail, now: new Date() }));
  await sendSms(drilled);
  outside.calls.push(aCall(round));
  await request(`POST /call-sources/${firm.source}/pulls`);
}

/** The code of a forgotten password, of another user each time. */
async function sendSms({ db, server, firm }: Drilled): Promise<void> {
  const [own] = await listRows(db, 'firmDomains', { firmId: firm.firm });
  const { email } = await aUser(db, { firm: { id: firm.firm, domain: own?.domain ?? '' } });
  await ask(`${server.url}/v2/sendOtp?email=${encodeURIComponent(email)}`);
}

/** As Graph shows a call. */
function aCall(round: number): object {
  const start = new Date(Date.now() - 3_600_000 + round * 1_000);
  return {
    id: `usage-${round}`,
    callId: `call-${round}`,
    userId: 'a-1',
    userPrincipalName: 'person@firm.co.za',
    userDisplayName: 'Person',
    startDateTime: start.toISOString(),
    endDateTime: new Date(start.getTime() + 300_000).toISOString(),
    duration: 300,
    callType: 'user_out',
    calleeNumber: '+27825550101',
    callerNumber: '+27115550100',
  };
}

/** Each outage by its kinds of failure, the counter that grows, and its line of the log. */
const signs: Readonly<
  Record<Road, readonly { kind: FailureKind; count?: string; line: string }[]>
> = {
  sms: [
    { kind: 'sms', count: 'recoup_sms_total{outcome="failed"}', line: 'an SMS could not be sent' },
  ],
  mail: [
    { kind: 'mail', count: 'recoup_mails_total{outcome="retry"}', line: 'a mail was not sent' },
  ],
  sftp: [
    {
      kind: 'hand-over',
      count: 'recoup_hand_over_runs_total{outcome="retry"}',
      line: 'the file of a hand-over was not sent',
    },
    {
      kind: 'intake',
      count: 'recoup_intake_runs_total{outcome="retry"}',
      line: 'matters could not be imported on schedule',
    },
  ],
  webhook: [
    {
      kind: 'webhook',
      count: 'recoup_webhook_deliveries_total{outcome="retry"}',
      line: 'a webhook was not delivered',
    },
  ],
  microsoft: [{ kind: 'pull', line: 'calls of Microsoft Teams could not be fetched' }],
  tokens: [
    {
      kind: 'mail',
      count: 'recoup_mails_total{outcome="retry"}',
      line: 'mails wait for the sign-in at the mail server',
    },
  ],
};

type Looked = { down: readonly Road[]; before: ReadonlyMap<string, number>; log: string };

/** What page, metrics, log and `/readyz` do not say, or say of a road that works. */
async function unseen(drilled: Drilled, { down, before, log }: Looked): Promise<string[]> {
  const { server } = drilled;
  const expected = down.flatMap((road) => signs[road]);
  const failing = await listFailures(drilled);
  const metrics = await readMetrics(server);
  const ready = await ask(new URL('/readyz', server.url).href);
  const isReady = ready.status === 200 && ready.body.includes('"writable":true');
  const failed = (kind: FailureKind) => metrics.get(`recoup_failures{kind="${kind}"}`);
  return [
    ...expected.flatMap(({ kind, count, line }) => [
      ...(failing.includes(kind) ? [] : [`${kind} in Operations`]),
      ...(failed(kind) === 1 ? [] : [`${kind} in recoup_failures`]),
      ...(count === undefined || (metrics.get(count) ?? 0) > (before.get(count) ?? 0)
        ? []
        : [count]),
      ...(log.includes(line) ? [] : [`"${line}"`]),
    ]),
    ...failing
      .filter((kind) => !expected.some((sign) => sign.kind === kind))
      .map((kind) => `${kind} fails too`),
    ...(isReady ? [] : ['/readyz']),
  ];
}

async function listFailures({ server, firm }: Drilled): Promise<FailureKind[]> {
  const answer = await ask(`${server.url}/operations`, { token: firm.operator });
  const { data } = JSON.parse(answer.body) as { data: Failure[] }; // as the API answers
  return data.map(({ kind }) => kind);
}

/** Values by name and labels. */
async function readMetrics({ url }: Server): Promise<ReadonlyMap<string, number>> {
  const { body } = await ask(new URL('/metrics', url).href, { token: metricsToken });
  const lines = body.split('\n').filter((line) => line.startsWith('recoup_'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

/** Whatever did not arrive exactly once a round. */
async function differences(
  { db, outside }: Pick<Drilled, 'db' | 'outside'>,
  round: number,
): Promise<string[]> {
  const { sftp, smtp, taken } = outside;
  const paths = [...sftp.files.keys()];
  const matters = await listRows(db, 'matters', { description: 'By schedule' });
  const counts = {
    ...taken,
    mails: smtp.received.filter((mail) => mail.includes(recipient)).length,
    exports: (await listRows(db, 'exports')).length,
    files: paths.filter((path) => /^\/in\/[^/]*export[^/]*\.csv$/i.test(path)).length,
    halfFiles: round + paths.filter((path) => path.endsWith('.part')).length,
    imported: matters.length,
    moved: paths.filter((path) => /^\/in\/done\/matters-\d+\.csv$/.test(path)).length,
    calls: (await listRows(db, 'callRecords')).length,
  };
  return Object.entries(counts)
    .filter(([, count]) => count !== round)
    .map(([what, count]) => `${count} of ${round} ${what}`);
}
