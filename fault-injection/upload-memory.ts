import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { type Worker, workers } from './support/workers.ts';

const mostMebibytes = 512;
/** A text with one letter beyond Latin takes two bytes for each of them. */
const lines = {
  latin: 'M1,Lease of an office\\n',
  'beyond latin': 'M1,Lease of an offiče\\n',
} as const;
/** A little less than 1 MiB is an ordinary file. */
const sizes = { '10 MiB': 10 * 1024 * 1024, '1,000 KiB': 1_000 * 1024 } as const;

type Pool = ReturnType<typeof createPool>;
type Held = {
  body: string;
  letters: string;
  answers: string;
  mostMiB: number;
  slowestReadMs: number;
};

export const drill = defineDrill({
  about:
    'Files of matters as JSON, of many firms at once, while every import is blocked: ' +
    'how much memory the waiting requests take.',
  options: { firms: 10, files: 10, seconds: 6 },
  run: async (options) => {
    const database = await startTestDatabase();
    const pool = createPool(database.url);
    const db = connect(pool);
    const found: Held[] = [];
    try {
      for (const [body, bytes] of Object.entries(sizes)) {
        for (const [letters, line] of Object.entries(lines)) {
          const people = await workers(db, options.firms);
          const server = startServer(
            { DATABASE_URL: database.url.replace('@/', '@localhost/') },
            await freePort(),
          );
          await server.ready;
          const file = Buffer.from(`{"fileStream":"Ref,Name\\n${repeatTo(bytes, line)}"}`);
          found.push({
            body,
            letters,
            ...(await press(pool, server, people, { file, ...options })),
          });
          await server.end('SIGTERM');
        }
      }
    } finally {
      await db.destroy();
      await database.stop();
    }
    console.table(found);
    return found.every(({ mostMiB }) => mostMiB < mostMebibytes);
  },
});

async function press(
  pool: Pool,
  server: Server,
  people: readonly Worker[],
  { file, files, seconds }: { file: Buffer; files: number; seconds: number },
): Promise<Omit<Held, 'body' | 'letters'>> {
  const measured = { most: 0, slowestReadMs: 0, answers: new Map<number, number>() };
  const timer = setInterval(() => (measured.most = Math.max(measured.most, server.rss())), 20);
  const agent = new Agent({ maxSockets: 1_000 });
  const release = await lockImports(pool, people);
  const all = people.flatMap((worker) => Array.from({ length: files }, () => worker));
  const sent = all.map(async ({ adminToken: token }) => {
    const { status } = await ask(`${server.url}/upload`, {
      method: 'POST',
      token,
      body: file,
      agent,
    });
    measured.answers.set(status, (measured.answers.get(status) ?? 0) + 1);
  });
  for (let left = 10 * seconds; left > 0; left -= 1) {
    const { ms } = await ask(`${server.url}/me`, { token: people[0]?.adminToken });
    measured.slowestReadMs = Math.max(measured.slowestReadMs, Math.round(ms));
    await wait(100);
  }
  await release();
  await Promise.all(sent);
  clearInterval(timer);
  const answers = [...measured.answers].map(([status, count]) => `${count} x ${status}`).join(', ');
  return {
    answers,
    mostMiB: Math.round(measured.most / 1024 / 1024),
    slowestReadMs: measured.slowestReadMs,
  };
}

function repeatTo(bytes: number, line: string): string {
  return line.repeat(Math.floor(bytes / Buffer.byteLength(line)));
}

/** Holds the lock that each firm's import needs, until the returned function is called. */
async function lockImports(pool: Pool, people: readonly Worker[]): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  for (const { firm } of people)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))`, [
      firm,
    ]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}
