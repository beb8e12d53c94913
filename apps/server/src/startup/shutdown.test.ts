import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { role } from '@recoup/contract/core/access';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { builtServer } from '../../test/built-server.ts';
import { aDisbursementType, aFirm, aMatter, aUser } from '../../test/factories.ts';
import { startSmtp } from '../../test/smtp.ts';
import { createSession } from '../account/session/sessions.service.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';

const test = useApp();
const ctx = { token: '', firmId: '' };
const started: ChildProcess[] = [];

beforeAll(async () => {
  const firm = await aFirm(test.db);
  const [admin, attorney] = [
    await aUser(test.db, { firm, role: role.attorneyAdmin }),
    await aUser(test.db, { firm }),
  ];
  const [matter, type] = [
    await aMatter(test.db, firm, { description: 'Debt recovery. '.repeat(30) }),
    await aDisbursementType(test.db, firm),
  ];
  // More than the buffers between a server and a client who does not read.
  await test.pool.query(
    `insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, quantity,
      amount_cents, created_by)
    select gen_random_uuid(), $1, $2, $3, $4, '2026-03-05', 1, n, $2
    from generate_series(1, 30000) n`,
    [firm.id, attorney.id, matter.id, type.id],
  );
  ctx.firmId = firm.id;
  ctx.token = await createSession(test.db, { userId: admin.id, kind: 'full', now: new Date() });
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function start(
  environment: Record<string, string>,
): Promise<{ url: string; child: ChildProcess; ended: Promise<unknown[]> }> {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    RECOUP_DEMO: '0',
    DATABASE_URL: test.databaseUrl,
    ...environment,
  };
  const child = spawn(process.execPath, [builtServer], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const ready = /Recoup is ready at (\S+)/.exec(chunk.toString())?.[1];
      if (ready !== undefined) resolve(ready);
    });
    void ended.then(() => reject(new Error('The server ended before it was ready.')));
  });
  return { url, child, ended };
}

function open(
  url: string,
  given: { method?: string; type?: string; agent?: Agent } = {},
): ClientRequest {
  const { method = 'GET', type = 'application/json', agent = new Agent() } = given;
  const headers = { authorization: `Bearer ${ctx.token}`, 'content-type': type, accept: type };
  return request(url, { method, agent, headers });
}

/** An import of which the server has the beginning. */
async function beginUpload(url: string, beginning: string): Promise<ClientRequest> {
  const upload = open(url, { method: 'POST', type: 'text/csv' });
  upload.setHeader('expect', '100-continue');
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(beginning);
  return upload;
}

/** The status, and whether the connection ends with it; 0 when the port is closed. */
async function ask(
  url: string,
  agent?: Agent,
): Promise<{ status: number; connection?: string | undefined }> {
  const asked = open(url, agent ? { agent } : {});
  asked.end();
  try {
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]; // what the event carries
    await text(reply);
    return { status: reply.statusCode ?? 0, connection: reply.headers.connection };
  } catch {
    return { status: 0 };
  }
}

it('finishes the running download, upload and mail, and accepts no new request', {
  timeout: 120_000,
}, async () => {
  const smtp = await startSmtp();
  smtp.behave('holds');
  const { url, child, ended } = await start({ SMTP_URL: smtp.url, RECOUP_DRAIN_SECONDS: '3' });
  const now = new Date();
  const mail = { firmId: ctx.firmId, userId: null, to: 'a@b.co.za', subject: 's', body: 'b', now };
  const mailId = await test.db.transaction().execute(async (trx) => queueMail(trx, mail));
  const download = open(`${url}/core/api/download`, { type: 'text/csv' });
  download.end();
  const [file] = (await once(download, 'response')) as [IncomingMessage]; // what the event carries
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=late.csv`,
    'Ref,Name,Client\nL1,First,Zulu\n',
  );
  const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(`${url}/readyz`, keptAlive)).toEqual({ status: 200, connection: 'keep-alive' });
  await expect.poll(() => smtp.held.length, { timeout: 20_000 }).toBe(1);

  child.kill('SIGTERM');
  await expect
    .poll(async () => (await ask(`${url}/readyz`, keptAlive)).status, {
      timeout: 5_000,
      interval: 20,
    })
    .toBe(503);
  expect(await ask(`${url}/core/api/me`, keptAlive)).toEqual({ status: 200, connection: 'close' });
  await expect
    .poll(async () => (await ask(`${url}/core/api/me`)).status, { timeout: 20_000, interval: 50 })
    .toBe(0);
  expect([child.exitCode, smtp.received.length]).toEqual([null, 0]);

  upload.end('L2,Second,Zulu\n');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]; // what the event carries
  expect([answer.statusCode, JSON.parse(await text(answer))]).toMatchObject([
    200,
    { data: { created: 2 } },
  ]);
  const content = await text(file);
  const ledger = await test.db
    .selectFrom('exports')
    .where('firmId', '=', ctx.firmId)
    .select(['rowCount', 'sha256'])
    .executeTakeFirstOrThrow();
  expect(ledger.rowCount).toBe(30_000);
  expect(createHash('sha256').update(content).digest()).toEqual(ledger.sha256);
  for (const release of smtp.held) release();
  expect(await ended).toEqual([0, null]);
  const sent = await test.db
    .selectFrom('mails')
    .where('id', '=', mailId)
    .select('state')
    .executeTakeFirstOrThrow();
  expect([sent.state, smtp.received.length]).toEqual(['sent', 1]);
  await smtp.close();
});

it('cuts off requests that do not end in time, and exits with 1', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({ RECOUP_GRACE_SECONDS: '1' });
  const download = open(`${url}/core/api/download`, { type: 'text/csv' });
  download.end();
  const [file] = (await once(download, 'response')) as [IncomingMessage]; // what the event carries
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  await expect(text(file)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

/** Requests that never arrive whole. */
const halves = {
  'the body of a stranger':
    'POST /core/api/logon HTTP/1.1\r\nHost: localhost\r\n' +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  'a head': 'GET /core/api/me HTTP/1.1\r\nHost: local',
  'no byte': '',
};

async function connectTo(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await new Promise<void>((resolve) =>
    socket.once('connect', () => (bytes === '' ? resolve() : socket.write(bytes, () => resolve()))),
  );
  return socket;
}

it('waits for no request that does not arrive whole, and ends with 0', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({});
  for (const half of Object.values(halves))
    for (let count = 0; count < 5; count += 1) await connectTo(url, half);
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=never.csv`,
    'Ref,Name,Client\nN1,Never,Zulu\n',
  );
  // The server cuts it off; without a listener that would end the run.
  const isCut = once(upload, 'error');
  const before = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // The grace time of 30 s did not pass.
  expect(performance.now() - before).toBeLessThan(20_000);
  await isCut;
});

it('ends with 0 in time also where an upload comes byte by byte, and keeps nothing of it', {
  timeout: 120_000,
}, async () => {
  const { url, child, ended } = await start({ RECOUP_GRACE_SECONDS: '4' });
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=never.csv`,
    'Ref,Name,Client\nN1,Never,Zulu\n',
  );
  const broken = new Promise((resolve) => upload.once('error', resolve).once('response', resolve));
  const drip = setInterval(() => upload.write('x'), 100);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  clearInterval(drip);
  expect(await broken).toMatchObject({ code: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) });
  const kept = await test.db
    .selectFrom('matters')
    .where('number', 'like', 'N%')
    .select('number')
    .execute();
  expect(kept).toEqual([]);
});
