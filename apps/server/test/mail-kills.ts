import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { role } from '@recoup/contract/access';
import { openSession } from '../src/account/sessions.ts';
import type { Db } from '../src/platform/db.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from './factories.ts';
import { startSmtp } from './smtp.ts';

export type KillFigures = {
  readonly kills: number;
  /** Mails that a request was told were accepted. */
  readonly accepted: number;
  /** Accepted mails that never arrived. */
  readonly lost: number;
  /** Arrivals beyond the first under the same Message-ID. */
  readonly repeats: number;
  /** Arrivals under a Message-ID that no mail of the queue has. */
  readonly strangers: number;
  readonly unsent: number;
};

const sources = ['--import', 'tsx', '--conditions=source', fileURLToPath(new URL('../src/main.ts', import.meta.url))];
/** Fewer than a firm may send in an hour. */
const mailsForToken = 15;
const mailsInLife = 6;

/** Starts the whole server, mails by HTTP, kills it with SIGKILL in the middle, and so on; then lets a last one finish. */
export async function killDuringSends(options: {
  db: Db;
  databaseUrl: string;
  kills: number;
  /** What Node is to run; the server's sources by default. */
  program?: string[];
  say?: (line: string) => void;
}): Promise<KillFigures> {
  const { db, databaseUrl, kills, program = sources, say = () => {} } = options;
  const smtp = await startSmtp();
  smtp.behave('dawdles');
  const tokens = await senders(db, Math.ceil((kills * mailsInLife) / mailsForToken) + 1);
  const accepted: string[] = [];
  const server: { child?: ChildProcess } = {};
  const environment = { DATABASE_URL: databaseUrl, SMTP_URL: smtp.url };
  try {
    for (let life = 0; life < kills; life += 1) {
      const { url } = Object.assign(server, await startServer(program, environment));
      const sending = Array.from({ length: mailsInLife }, (_, index) => {
        const token = tokens[Math.floor((life * mailsInLife + index) / mailsForToken)] ?? '';
        return sendMail(url, token).then((id) => (id === undefined ? 0 : accepted.push(id)));
      });
      // Spread over accepting the others and sending all of them; each fifth life ends before anything is accepted.
      if (life % 5 !== 4) await Promise.race(sending);
      await wait((life * 37) % 260);
      await end(server.child, 'SIGKILL');
      await Promise.all(sending);
      if (life % 20 === 19) say(`${life + 1} kills, ${accepted.length} mails accepted, ${smtp.received.length} arrived`);
    }
    Object.assign(server, await startServer(program, environment));
    await untilNoneQueued(db);
  } finally {
    await end(server.child, 'SIGTERM');
    await smtp.close();
  }
  const arrived = smtp.received.map(({ bytes }) => /^Message-ID: (<[^>]+>)/m.exec(bytes.toString())?.[1] ?? '');
  const rows = await db.selectFrom('mails').select(['id', 'messageId', 'state']).execute();
  const known = new Map(rows.map(({ id, messageId }) => [messageId, id]));
  const seen = new Set(arrived.map((messageId) => known.get(messageId)));
  return {
    kills,
    accepted: accepted.length,
    lost: accepted.filter((id) => !seen.has(id)).length,
    repeats: arrived.length - new Set(arrived).size,
    strangers: arrived.filter((messageId) => !known.has(messageId)).length,
    unsent: rows.filter(({ state }) => state !== 'sent').length,
  };
}

/** Tokens of firm admins who have exported something. */
async function senders(db: Db, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const firm = await aFirm(db);
    const attorney = await aUser(db, { firm });
    const admin = await aUser(db, { firm, role: role.attorneyAdmin });
    await anEntry(db, { firm, attorney, matter: await aMatter(db, firm), type: await aDisbursementType(db, firm) });
    tokens.push(await openSession(db, { userId: admin.id, kind: 'full', now: new Date() }));
  }
  return tokens;
}

async function startServer(program: string[], environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', RECOUP_DEMO: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const ready = /Recoup is ready at (\S+)/.exec(text)?.[1];
      if (ready !== undefined) resolve(`${ready}/core/api`);
    });
    child.once('exit', () => reject(new Error('The server ended before it was ready.')));
  });
  return { child, url };
}

/** The id of the accepted mail; undefined when the server died before it said so. */
async function sendMail(url: string, token: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    // There may be an export already; then nothing is left to export, which is as good.
    await fetch(`${url}/exports`, { method: 'POST', headers: { authorization: headers.authorization } });
    const body = JSON.stringify({ from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: '' });
    const reply = await fetch(`${url}/sendMail?type=csv`, { method: 'POST', headers, body });
    if (reply.status !== 200) return undefined;
    const { data } = (await reply.json()) as { data: { _id: string } }; // the contract's
    return data._id;
  } catch {
    return undefined;
  }
}

async function untilNoneQueued(db: Db): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const row = await db.selectFrom('mails').select('id').where('state', '=', 'queued').executeTakeFirst();
    if (row === undefined) return;
    await wait(100);
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
