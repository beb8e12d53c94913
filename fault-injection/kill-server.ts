import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { compare, type Comparison, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import {
  type Kills,
  repeatKills,
  startWorkload,
  tally,
  untilNextSuccess,
} from './support/workload.ts';

export type ServerKills = Comparison & {
  kills: number;
  unexpected: readonly string[];
  hung: number;
};

export const drill = defineDrill({
  about:
    'Kills the server with SIGKILL under entries, imports and mails, at most so many seconds; ' +
    '--first moves the moments of the kills.',
  options: { kills: 500, first: 0, seconds: 300 },
  run: async ({ kills, first, seconds }) => {
    const database = await startTestDatabase();
    const db = connect(createPool(database.url));
    try {
      const databaseUrl = database.url.replace('@/', '@localhost/');
      const figures = await killServer(
        { db, databaseUrl },
        { kills, first, seconds, say: (line) => console.log(line) },
      );
      console.log(figures);
      return isSound(figures);
    } finally {
      await db.destroy();
      await database.stop();
    }
  },
});

export function isSound({ kills: _, unexpected, hung, ...comparison }: ServerKills): boolean {
  return unexpected.length + hung === 0 && isConsistent(comparison);
}

/** Kills the server again and again, each fifth time while it starts. */
export async function killServer(
  on: { db: Db; databaseUrl: string },
  run: Kills,
): Promise<ServerKills> {
  const { db, databaseUrl } = on;
  const { say } = run;
  const smtp = await startSmtp();
  smtp.behave('dawdles');
  const people = await staff(db, run.kills);
  const port = await freePort();
  const start = () => startServer({ DATABASE_URL: databaseUrl, SMTP_URL: smtp.url }, port);
  let server = start();
  const workload = startWorkload(server.url, people);
  try {
    const kills = await repeatKills(run, async (life) => {
      if (life % 5 === 4) await wait((life * 53) % 700);
      else {
        await server.ready;
        await untilNextSuccess(workload.acknowledgements, life);
        await wait((life * 37) % 250);
      }
      await server.end('SIGKILL');
      server = start();
      if (life % 50 === 49)
        say?.(`${life + 1 - run.first} kills, ${tally(workload.acknowledgements)}`);
    });
    await server.ready;
    await workload.finish();
    const { unexpected, hung } = workload.acknowledgements;
    return { kills, ...(await compare(db, workload.acknowledgements, smtp)), unexpected, hung };
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
  }
}
