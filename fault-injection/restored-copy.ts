import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@recoup/contract/core/ids';
import { createBackup, restore } from '../apps/server/src/backup/backup.ts';
import { queueMail } from '../apps/server/src/mail/delivery/outbox.service.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { createSealer } from '../apps/server/src/platform/security/sealing.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { createDatabase } from '../apps/server/test/database.ts';
import { portOf } from '../apps/server/test/raw-http.ts';
import { insertRows, listRows } from '../apps/server/test/rows.ts';
import { testSecretKey } from '../apps/server/test/secret-key.ts';
import { type SftpSink, startSftp } from '../apps/server/test/sftp-server.ts';
import { type SmtpSink, startSmtp } from '../apps/server/test/smtp.ts';
import { ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { aWorker, type Worker } from './support/workers.ts';

const defaults = { held: 600, after: 150 };

export const drill = defineDrill({
  about:
    'A restored copy with work for each road outwards: it sends nothing for so many seconds ' +
    'while it is held, and everything once within so many after npm run resume -- --yes.',
  options: defaults,
  run: async (options) => {
    const figures = await runRestoredCopy(options);
    console.table(figures);
    return isSound(figures);
  },
});

/** Counts by road outwards. */
type Left = {
  mails: number;
  sms: number;
  webhooks: number;
  files: number;
  imports: number;
  pulls: number;
  backups: number;
  connections: number;
};

type Figures = { held: Left; isSaid: boolean; resumed: Left; repeated: Left };

export const nothing: Left = {
  mails: 0,
  sms: 0,
  webhooks: 0,
  files: 0,
  imports: 0,
  pulls: 0,
  backups: 0,
  connections: 0,
};
export const once = {
  mails: 2,
  sms: 1,
  webhooks: 1,
  files: 1,
  imports: 1,
  pulls: 1,
  backups: 1,
};

export function isSound({ held, isSaid, resumed, repeated }: Figures): boolean {
  const isOnce = (left: Left): boolean =>
    Object.entries(once).every(([road, count]) => left[road as keyof Left] === count); // its keys
  const isSilent = Object.values(held).every((count) => count === 0);
  return isSaid && isSilent && isOnce(resumed) && isOnce(repeated);
}

export async function runRestoredCopy({ held, after }: typeof defaults): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-restored-'));
  const postgres = await startPostgres();
  const outside = await startOutside();
  const urls = { original: postgres.url, copy: '' };
  urls.copy = await createDatabase(postgres.url, 'restored');
  const person = await fillOriginal(urls.original, outside);
  await restoreCopy(urls, path.join(folder, 'whole.backup'));
  const environment = { ...outside.settings, DATABASE_URL: urls.copy, RECOUP_DATA_DIR: folder };
  const copy = connect(createPool(urls.copy, { max: 2 }));
  const count = async (): Promise<Left> => ({
    ...outside.count(),
    imports: (await listRows(copy, 'matters', { number: 'IMPORTED' })).length,
  });
  let server = await startReady(environment);
  try {
    await sendSms(server, person);
    await wait(held * 1_000);
    const whileHeld = await count();
    const isSaid = await isSaidEverywhere(server, folder);
    await runResume(environment);
    await wait(15_000);
    await sendSms(server, person);
    const resumed = await waitForAll(count, after);
    await server.end('SIGTERM');
    server = await startReady(environment);
    await wait(10_000);
    return { held: whileHeld, isSaid, resumed, repeated: await count() };
  } finally {
    await server.end('SIGTERM');
    await copy.destroy();
    await outside.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Outside = {
  sftp: SftpSink;
  smtp: SmtpSink;
  webhookUrl: string;
  settings: Record<string, string>;
  count(): Omit<Left, 'imports'>;
  close(): Promise<void>;
};

/** Real servers on the loopback address, which take everything. */
async function startOutside(): Promise<Outside> {
  const [sftp, smtp] = [await startSftp(), await startSmtp()];
  const requests = { sms: 0, webhooks: 0, pulls: 0 };
  const http = createServer((request, response) => {
    const [road, body] = readRequest(request.url ?? '');
    if (road !== undefined) requests[road] += 1;
    const status = road === 'sms' || road === 'webhooks' ? 201 : 200;
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const port = portOf(http);
  sftp.files.set('/in/matters.csv', Buffer.from('Matter No,Description\nIMPORTED,By schedule\n'));
  sftp.times.set('/in/matters.csv', Math.floor(Date.now() / 1_000) - 600);
  return {
    sftp,
    smtp,
    webhookUrl: `http://127.0.0.1:${port}/hook`,
    settings: {
      SMTP_URL: smtp.url,
      SMS_URL: `bulksms://id:secret@127.0.0.1:${port}`,
      RECOUP_EGRESS_ALLOW: '127.0.0.0/8',
      RECOUP_SECRET_KEY: testSecretKey,
      RECOUP_METRICS_TOKEN: metricsToken,
      ...microsoftAt(port),
      RECOUP_BACKUP_TO: backupAddress(sftp),
    },
    count: () => ({
      ...requests,
      mails: smtp.received.filter(({ to }) => to.includes(recipient)).length,
      files: countFiles(sftp, /^\/in\/[^/]+export.*\.csv$/),
      backups: countFiles(sftp, /^\/in\/recoup-auto-.*\.backup$/),
      connections: sftp.logins,
    }),
    async close() {
      await Promise.all([sftp.close(), smtp.close()]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A request by its path; that of a token belongs to a pull of calls. */
function readRequest(url: string): ['sms' | 'webhooks' | 'pulls' | undefined, object] {
  if (url === '/v1/messages') return ['sms', {}];
  if (url.endsWith('/token')) return [undefined, { access_token: 'token', expires_in: 3_600 }];
  return url.includes('PstnCalls') ? ['pulls', { value: [] }] : ['webhooks', {}];
}

function microsoftAt(port: number) {
  const url = `http://127.0.0.1:${port}`;
  return { RECOUP_GRAPH_URL: url, RECOUP_LOGIN_URL: url };
}

function backupAddress({ port, hostKey }: SftpSink): string {
  return `sftp://recoup:a-secret-of-sftp@127.0.0.1:${port}/in?hostKey=${hostKey}`;
}

function countFiles({ files }: SftpSink, name: RegExp): number {
  return [...files.keys()].filter((file) => name.test(file)).length;
}

const metricsToken = 'a-token-of-a-monitor-with-32-characters';
const recipient = 'client@elsewhere.example';

type Person = { email: string };

/** A firm with a mail, a delivery, two hand-overs, an import and a pull whose time has come. */
async function fillOriginal(url: string, outside: Outside): Promise<Person> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  try {
    await migrate(db, pool);
    const worker = await aWorker(db, { hasEntry: true });
    await addWork(db, worker, outside);
    const [attorney] = await listRows(db, 'users', { id: worker.attorney });
    return { email: attorney?.email ?? '' };
  } finally {
    await db.destroy();
  }
}

const hour = 3_600_000;

async function addWork(db: Db, worker: Worker, outside: Outside): Promise<void> {
  const { firm: firmId, admin: savedBy } = worker;
  const past = new Date(Date.now() - hour);
  await db.transaction().execute(async (trx) =>
    queueMail(trx, {
      firmId,
      userId: null,
      to: recipient,
      subject: 'Accepted before the backup',
      body: 'Hello',
      now: past,
    }),
  );
  await addDelivery(db, worker, { url: outside.webhookUrl, past });
  const serverId = await addServer(db, worker, { sftp: outside.sftp, past });
  const due = { firmId, serverId, isOn: true, savedBy, nextAt: past };
  await insertRows(db, 'handOvers', {
    ...due,
    id: newId(),
    name: 'Month end',
    type: 'csv',
    dayKind: 'daily',
    timeOfDay: '16:00',
    createdAt: past,
  });
  await addMailedHandOver(db, await aWorker(db, { hasEntry: true }), past);
  await addPull(db, worker, past);
  const imported = { folder: '', pattern: 'matters.csv', days: 'daily', timeOfDay: '06:00' };
  await insertRows(db, 'matterIntakes', { ...due, ...imported });
}

/** Of another firm: the first closing takes all entries of its own. */
async function addMailedHandOver(db: Db, worker: Worker, past: Date): Promise<void> {
  await insertRows(db, 'handOvers', {
    firmId: worker.firm,
    id: newId(),
    name: 'To the bookkeeper',
    type: 'csv',
    email: recipient,
    isOn: true,
    savedBy: worker.admin,
    nextAt: past,
    dayKind: 'daily',
    timeOfDay: '16:00',
    createdAt: past,
  });
}

async function addPull(db: Db, { firm: firmId }: Worker, past: Date): Promise<void> {
  const sourceId = newId();
  const source = { firmId, id: sourceId, createdAt: past };
  await insertRows(db, 'callSources', { ...source, name: 'Teams', system: 'teams' });
  await insertRows(db, 'callPulls', {
    firmId,
    sourceId,
    tenant: 'firm.co.za',
    clientId: 'client',
    ...sealed('telephone systems', [firmId, sourceId], 'a secret of Microsoft'),
    nextAt: past,
  });
}

function sealed(
  purpose: 'webhooks' | 'SFTP servers' | 'telephone systems',
  owner: [string, string],
  secret: string,
) {
  return { sealedSecret: createSealer(testSecretKey, purpose).seal(owner, secret) };
}

async function addDelivery(
  db: Db,
  { firm: firmId }: Worker,
  { url, past: createdAt }: { url: string; past: Date },
): Promise<void> {
  const id = newId();
  const secret = 'whsec_c2VjcmV0IG9mIGEgZHJpbGwsIDMyIGJ5dGVzIQ==';
  await insertRows(db, 'webhooks', {
    firmId,
    id,
    url,
    events: ['import.refused'],
    lane: 0,
    ...sealed('webhooks', [firmId, id], secret),
    createdAt,
  });
  await insertRows(db, 'webhookDeliveries', {
    firmId,
    id: newId(),
    webhookId: id,
    event: 'import.refused',
    payload: '{}',
    state: 'waiting',
    createdAt,
    waitingSince: new Date(),
    nextTryAt: createdAt,
  });
}

async function addServer(
  db: Db,
  { firm: firmId }: Worker,
  { sftp, past: createdAt }: { sftp: SftpSink; past: Date },
): Promise<string> {
  const id = newId();
  await insertRows(db, 'sftpServers', {
    firmId,
    id,
    name: 'Ledger',
    host: '127.0.0.1',
    port: sftp.port,
    userName: 'recoup',
    secretKind: 'password',
    ...sealed('SFTP servers', [firmId, id], 'a-secret-of-sftp'),
    folder: '/in',
    hostKey: sftp.hostKey,
    createdAt,
  });
  return id;
}

async function restoreCopy(urls: { original: string; copy: string }, file: string): Promise<void> {
  await createBackup(urls.original, { file, now: new Date() });
  const pool = createPool(urls.copy, { max: 2 });
  const db = connect(pool);
  await migrate(db, pool);
  await db.destroy();
  await restore(urls.copy, { file });
}

async function startReady(environment: Record<string, string>): Promise<Server> {
  const server = startServer(environment, await freePort());
  await server.ready;
  return server;
}

/** Asks for the code of a forgotten password, which leaves as an SMS. */
async function sendSms({ url }: Server, { email }: Person): Promise<void> {
  await ask(`${url}/v2/sendOtp?email=${encodeURIComponent(email)}`, { method: 'GET' });
}

/** `/readyz`, the metrics, and the SMS as a file of the outbox. */
async function isSaidEverywhere({ url }: Server, folder: string): Promise<boolean> {
  const { origin } = new URL(url);
  const ready = await (await fetch(`${origin}/readyz`)).text();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
  const outbox = await readdir(path.join(folder, 'outbox'));
  return (
    ready.includes('"isHeld":true') &&
    metrics.includes('recoup_held 1') &&
    outbox.some((name) => name.endsWith('.sms.json'))
  );
}

const command = fileURLToPath(
  new URL('../apps/server/dist/commands/resume-command.js', import.meta.url),
);

/** As `npm run resume -- --yes`, beside the running server. */
async function runResume(environment: Record<string, string>): Promise<void> {
  const script = `import(${JSON.stringify(command)})
    .then((module) => module.runResumeCommand(['--yes'], new Date())).then(console.log)`;
  const child = spawn(process.execPath, ['-e', script], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => void child.once('exit', resolve));
  if (code !== 0) throw new Error('npm run resume has failed');
}

async function waitForAll(count: () => Promise<Left>, seconds: number): Promise<Left> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const left = await count();
    const isThere = (road: string): boolean => left[road as keyof Left] > 0; // a key of `once`
    if (Object.keys(once).every(isThere) || Date.now() > end) return left;
    await wait(500);
  }
}
