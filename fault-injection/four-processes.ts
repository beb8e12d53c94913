import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { defineDrill } from './support/drill.ts';
import { sendTwice } from './support/duplicates.ts';
import { runConcurrentClients } from './support/consistency-checks.ts';
import { inTurn, type Processes } from './support/processes.ts';
import { revokeEverywhere } from './support/revocations.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { tryLimits } from './support/shared-limits.ts';

const count = 4;

export const drill = defineDrill({
  about:
    'Four servers on one database: revocations, limits, operations of many clients, ' +
    'and requests that are sent twice.',
  options: { rounds: 3, clients: 64, seconds: 60, posts: 1_000, seed: 1 },
  run: async (options) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-drill-'));
    const database = await startTestDatabase();
    const db = connect(createPool(database.url));
    const servers: Server[] = [];
    try {
      while (servers.length < count)
        servers.push(await startOne(database.url.replace('@/', '@localhost/'), dataDir));
      const urls = servers.map(({ url }) => url);
      const on: Processes = {
        urls,
        next: inTurn(urls),
        db,
        codeFor: (cell) => codeIn(path.join(dataDir, 'outbox'), cell),
      };
      const isSafe = await drillAll(on, options);
      return isSafe && servers.every((server) => server.isAlive());
    } finally {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await db.destroy();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

async function drillAll(
  on: Processes,
  options: { rounds: number; clients: number; seconds: number; posts: number; seed: number },
): Promise<boolean> {
  let isSafe = true;
  for (let round = 1; round <= options.rounds; round += 1) {
    const revocations = await revokeEverywhere(on);
    console.table(revocations);
    isSafe &&= revocations.every(({ tooLate, idle }) => tooLate + idle === 0);
  }
  const limits = await tryLimits(on);
  console.table(limits);
  isSafe &&= limits.every(({ through, most }) => through <= most && through > 0);
  const duplicates = await sendTwice(on, options.posts);
  console.log(duplicates);
  const until = performance.now() + 1_000 * options.seconds;
  const history = await runConcurrentClients(on, {
    ...options,
    isOver: () => performance.now() > until,
  });
  console.log(history);
  return (
    isSafe && duplicates.faults.length + history.violations.length + history.serverErrors === 0
  );
}

async function startOne(databaseUrl: string, dataDir: string): Promise<Server> {
  const environment = { DATABASE_URL: databaseUrl, RECOUP_DATA_DIR: dataDir };
  const server = startServer(environment, await freePort());
  await server.ready;
  return server;
}

/** The SMS leaves after the answer. */
async function codeIn(outbox: string, cell: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const files = (await readdir(outbox).catch(() => []))
      .filter((file) => file.endsWith('.sms.json'))
      .toSorted((a, b) => b.localeCompare(a));
    for (const file of files) {
      const sms = JSON.parse(await readFile(path.join(outbox, file), 'utf8')) as {
        to: string;
        text: string;
      }; // the outbox's one shape
      const code = /\b\d{8}\b/.exec(sms.text)?.[0];
      if (sms.to === cell && code !== undefined) return code;
    }
    await wait(20);
  }
  throw new Error(`no code was sent to ${cell}`);
}
