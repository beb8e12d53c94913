import { setTimeout as wait } from 'node:timers/promises';
import { connect, createPool, type Db } from '../apps/server/src/platform/db.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { compare, type Comparison, isKept } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, programs, startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import { startWorkload } from './support/workload.ts';

type Kills = { readonly kills: number; readonly first: number; readonly program: readonly string[]; readonly say?: (line: string) => void };
export type ServerKills = Comparison & { readonly kills: number; readonly unexpected: readonly string[]; readonly hung: number };

export const drill = defineDrill({
  about: 'Kills the server with SIGKILL while entries, imports and mails are under way; --first moves the moments of the kills on.',
  options: { kills: 500, first: 0 },
  run: async ({ kills, first }) => {
    const database = await startTestDatabase();
    const db = connect(createPool(database.url));
    try {
      const databaseUrl = database.url.replace('@/', '@localhost/');
      const figures = await killServer({ db, databaseUrl }, { kills, first, program: programs.built, say: (line) => console.log(line) });
      console.log(figures);
      return isSound(figures);
    } finally {
      await db.destroy();
      await database.stop();
    }
  },
});

export function isSound({ kills: _, unexpected, hung, ...comparison }: ServerKills): boolean {
  return unexpected.length + hung === 0 && isKept(comparison);
}

/** Each life of the server ends by SIGKILL, each fifth while it starts; the last one lets everybody finish. */
export async function killServer(on: { db: Db; databaseUrl: string }, { kills, first, program, say }: Kills): Promise<ServerKills> {
  const { db, databaseUrl } = on;
  const smtp = await startSmtp();
  smtp.behave('dawdles');
  const people = await staff(db, kills);
  const port = await freePort();
  const start = () => startServer({ DATABASE_URL: databaseUrl, SMTP_URL: smtp.url }, { port, program });
  let server = start();
  const workload = startWorkload(server.url, people);
  try {
    for (let life = first; life < first + kills; life += 1) {
      if (life % 5 === 4) await wait((life * 53) % 700);
      else {
        await server.ready;
        await wait((life * 37) % 400);
      }
      await server.end('SIGKILL');
      server = start();
      if ((life + 1 - first) % 50 === 0)
        say?.(`${life + 1 - first} kills, ${workload.ledger.entries.size} entries, ${workload.ledger.mails.length} mails`);
    }
    await server.ready;
    await workload.finish();
    const { unexpected, hung } = workload.ledger;
    return { kills, ...(await compare(db, workload.ledger, smtp)), unexpected, hung };
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
  }
}
