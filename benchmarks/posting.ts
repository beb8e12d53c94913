/**
 * Posting files of an export from the built server: `npm run bench -- posting`. Each built-in
 * layout is compared with the first CSV of the same entries and with the stored CSV sent again, and
 * each prints how much memory the server took beyond its idle memory, for 100,000 and 300,000 rows.
 * The files take turns; times are medians.
 */
import { fileTypes } from '@recoup/contract/exports/files';
import { builtInLayouts } from '@recoup/contract/posting/rules';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { type Download, download, type Server } from './support/downloads.ts';
import {
  builtServer,
  median,
  startProcess,
  startTemporaryPostgres,
  stopProcess,
} from './support/measure.ts';
import { residentMemory } from './support/memory.ts';
import { type FirmWithEntries, forgetExports, seedFirmWithEntries } from './support/seed-firm.ts';

const rounds = 3;
const sizes = [100_000, 300_000] as const;
const client = 'Müller Boerdery (Pty) Ltd';
type Bench = { db: Db; databaseUrl: string };

await run();

async function run(): Promise<void> {
  const database = await startTemporaryPostgres();
  const db = connect(createPool(database.url, { max: 2 }));
  const bench = { db, databaseUrl: database.url };
  try {
    // Makes the tables.
    await withServer(bench, async () => {});
    for (const rows of sizes) {
      console.log(`\nFilling a firm with ${rows.toLocaleString('en')} entries ...`);
      await measure(bench, await seedFirmWithEntries(db, database.url, rows));
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
}

async function measure(bench: Bench, firm: FirmWithEntries): Promise<void> {
  await withServer(bench, async (server) => {
    const first: Download[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await forgetExports(bench.databaseUrl, firm);
      first.push(await fileOf(server, { path: '/download', token: firm.token }));
    }
    const csv = median(first.map(({ ms }) => ms));
    print('CSV: kept, hashed, entered, sent', firm, { ms: csv });
    const path = `/exports/${await latestExport(bench, firm)}/file`;
    print('CSV: sent again', firm, await filesOf(server, firm, path));
    await saveSettings(bench, firm);
    for (const layout of builtInLayouts)
      print(layout, firm, {
        ...(await filesOf(server, firm, `${path}?layout=${layout}`)),
        of: csv,
      });
  });
}

async function filesOf(
  server: Server,
  { token }: FirmWithEntries,
  path: string,
): Promise<{ ms: number; grown: number }> {
  const idle = residentMemory(server.pid);
  const files: Download[] = [];
  for (let round = 0; round < rounds; round += 1) files.push(await fileOf(server, { path, token }));
  return {
    ms: median(files.map(({ ms }) => ms)),
    grown: Math.round(Math.max(...files.map(({ peak }) => peak)) - idle),
  };
}

async function saveSettings(bench: Bench, firm: FirmWithEntries): Promise<void> {
  const type = await bench.db
    .selectFrom('disbursementTypes')
    .where('firmId', '=', firm.firmId)
    .select('id')
    .executeTakeFirstOrThrow();
  const settings = {
    accounts: { [type.id]: '4000000' },
    contraAccount: '7000000',
    firmId: 'FIRM',
    clientIds: { [client]: 'C1' },
    invoiceNumber: 'INV',
  };
  await bench.db
    .insertInto('postingLayoutSettings')
    .values(
      builtInLayouts.map((layout) => ({
        firmId: firm.firmId,
        layout,
        settings: JSON.stringify(settings),
      })),
    )
    .execute();
}

async function fileOf(
  server: Server,
  { path, token }: { path: string; token: string },
): Promise<Download> {
  const got = await download(server, { path, token, type: fileTypes.csv });
  if (got.status !== 200) throw new Error(`${path}: ${got.status} ${got.message}`);
  return got;
}

async function latestExport({ db }: Bench, { firmId }: FirmWithEntries): Promise<string> {
  const query = db.selectFrom('exports').select('id').where('firmId', '=', firmId);
  return (await query.orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()).id;
}

/** A new server process each time. */
async function withServer<T>(bench: Bench, work: (server: Server) => Promise<T>): Promise<T> {
  const env = { DATABASE_URL: bench.databaseUrl, RECOUP_DEMO: '0', PORT: '0' };
  const recoup = await startProcess(builtServer, env, /Recoup is ready at (\S+)/);
  const server = { url: `${recoup.said}/core/api`, pid: recoup.child.pid ?? 0 };
  try {
    await download(server, { path: '/openapi.json', token: '', type: 'application/json' });
    return await work(server);
  } finally {
    await stopProcess(recoup.child);
  }
}

function print(
  what: string,
  { rows }: FirmWithEntries,
  { ms, grown, of }: { ms: number; grown?: number; of?: number },
): void {
  const perSecond = Math.round(rows / (ms / 1000)).toLocaleString('en');
  const speed = `${(ms / 1000).toFixed(2).padStart(6)} s, ${perSecond.padStart(9)} rows/s`;
  const memory = grown === undefined ? '' : `, +${grown} MB`;
  const share = of === undefined ? '' : ` = ${(of / ms).toFixed(2)} of the first CSV's speed`;
  console.log(`  ${what.padEnd(36)}${speed}${memory}${share}`);
}
