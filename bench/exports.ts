/**
 * Files of a firm's entries through the server: `npm run bench -- exports`. CSV against `COPY … TO STDOUT` of the same rows in the
 * same run, XLSX against the streaming writer of exceljs (installed into a temporary folder, because it is no part of the product),
 * PDF in rows a second; each with how much memory the server's process took more than before.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { role } from '@recoup/contract/access';
import { fileTypes } from '@recoup/contract/export-files';
import { newId } from '@recoup/contract/ids';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openSession } from '../apps/server/src/account/sessions.ts';
import { connect, createPool, type Db } from '../apps/server/src/platform/db.ts';
import { builtServer, startProcess, stopProcess, throwAwayPostgres } from './support/measure.ts';

const sizes = [10_000, 100_000, 1_000_000];
type Office = { firmId: string; token: string };
type Server = { url: string; pid: number };

await run();

async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const database = await throwAwayPostgres();
  const recoup = await startProcess(builtServer, { DATABASE_URL: database.url, RECOUP_DEMO: '0', PORT: '0' }, /Recoup is ready at (\S+)/);
  const server = { url: `${recoup.said}/core/api`, pid: recoup.child.pid ?? 0 };
  const pool = createPool(database.url, { max: 4 });
  const db = connect(pool);
  const exceljs = installExceljs(folder);
  try {
    for (const rows of sizes) await measure({ db, pool, server, rows, databaseUrl: database.url, folder, exceljs });
  } finally {
    await db.destroy();
    await stopProcess(recoup.child);
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Given = { db: Db; pool: pg.Pool; server: Server; rows: number; databaseUrl: string; folder: string; exceljs: string | undefined };

async function measure({ db, pool, server, rows, databaseUrl, folder, exceljs }: Given): Promise<void> {
  const office = await anOffice(db, pool, rows);
  const floor = await copyEntries(databaseUrl, office);
  console.log(`\n${rows.toLocaleString('en')} entries. COPY TO STDOUT: ${speed(rows, floor)}`);
  const get = async (what: string, address: string, type: string, file?: string): Promise<{ ms: number; text: string }> => {
    const memory = watchMemory(server.pid);
    const start = performance.now();
    const reply = await fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${office.token}`, accept: type } });
    const first = performance.now() - start;
    if (!reply.ok || reply.body === null) {
      console.log(`  ${what}: ${reply.status} ${await reply.text()}`);
      return { ms: Number.NaN, text: '' };
    }
    const bytes = await drain(Readable.fromWeb(reply.body as never), file); // the same streams in two type libraries
    const ms = performance.now() - start;
    const text = `${speed(rows, ms)}, first byte after ${(first / 1000).toFixed(2)} s, ${(bytes / 1e6).toFixed(1)} MB, memory +${memory.stop()} MB`;
    return { ms, text };
  };
  const csv = await get('CSV', '/download', fileTypes.csv);
  console.log(`  CSV, taken and sent: ${csv.text} = ${(csv.ms / floor).toFixed(2)} x COPY`);
  const id = await latestExport(db, office);
  const kept = path.join(folder, 'kept.csv');
  const again = await get('CSV again', `/exports/${id}/file`, fileTypes.csv, kept);
  console.log(`  CSV, sent again: ${again.text} = ${(again.ms / floor).toFixed(2)} x COPY`);
  const xlsx = await get('XLSX', `/exports/${id}/file`, fileTypes.xlsx);
  const other = exceljs === undefined || rows > 200_000 ? undefined : writeWithExceljs(exceljs, kept);
  const ratio = other === undefined ? '' : `; exceljs ${other.text}: ${(other.ms / xlsx.ms).toFixed(1)} x as long`;
  console.log(`  XLSX: ${xlsx.text}${ratio}`);
  if (rows <= 50_000) console.log(`  PDF: ${(await get('PDF', `/exports/${id}/file`, fileTypes.pdf)).text}`);
}

async function anOffice(db: Db, pool: pg.Pool, rows: number): Promise<Office> {
  const [firmId, attorneyId, adminId, typeId] = [newId(), newId(), newId(), newId()];
  await db
    .insertInto('firms')
    .values({ id: firmId, name: `Firm ${firmId}` })
    .execute();
  const user = { firmId, cell: '', status: 2, passwordResetRequired: false };
  await db
    .insertInto('users')
    .values([
      { ...user, id: attorneyId, role: role.attorney, name: 'Thabo Mokoena', email: `${attorneyId}@bench.co.za` },
      { ...user, id: adminId, role: role.attorneyAdmin, name: 'Lerato Nkosi', email: `${adminId}@bench.co.za` },
    ])
    .execute();
  await db.insertInto('disbursementTypes').values({ id: typeId, firmId, title: 'Call', fixed: false, calculated: true }).execute();
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into matters (id, firm_id, number, description, client, status)
    select gen_random_uuid(), $1, 'KM' || n, 'Transfer of Erf ' || n || ', Sandton', 'Müller Boerdery (Pty) Ltd', 'Open' from generate_series(1, 1000) n`,
    [firmId],
  );
  await client.query(
    `insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date, minutes, amount_cents, narration)
    select gen_random_uuid(), $1, $2, $2, m.ids[1 + n % 1000], $3, date '2026-01-01' + n % 365, n % 40, 3300 + n % 1000, 'Call to client about the settlement proposal ' || n
    from generate_series(1, $4::int) n, (select array_agg(id) as ids from matters where firm_id = $1) m`,
    [firmId, attorneyId, typeId, rows],
  );
  await client.query('analyze');
  client.release(true);
  return { firmId, token: await openSession(db, { userId: adminId, kind: 'full', now: new Date() }) };
}

/** The same rows in the same order, as PostgreSQL itself writes them. */
async function copyEntries(databaseUrl: string, { firmId }: Office): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const start = performance.now();
  const copy = client.query(
    copyTo(`copy (
      select entries.date, matters.number, matters.client, matters.description, users.name, disbursement_types.title, entries.minutes,
        entries.quantity, entries.amount_cents, entries.narration
      from entries join users on users.id = entries.attorney_id join matters on matters.id = entries.matter_id
      join disbursement_types on disbursement_types.id = entries.disbursement_type_id
      where entries.firm_id = '${firmId}' order by entries.date, entries.id) to stdout with (format csv)`),
  );
  await drain(copy);
  const ms = performance.now() - start;
  await client.end();
  return ms;
}

async function latestExport(db: Db, { firmId }: Office): Promise<string> {
  const { id } = await db
    .selectFrom('exports')
    .select('id')
    .where('firmId', '=', firmId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

async function drain(stream: Readable, file?: string): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => void (bytes += chunk.length));
  const nowhere = new Writable({ write: (_, __, done) => done() });
  await pipeline(stream, file === undefined ? nowhere : createWriteStream(file));
  return bytes;
}

/** Its folder, or undefined where it cannot be had. One of its libraries' libraries has a version that no longer exists. */
function installExceljs(folder: string): string | undefined {
  const overrides = { 'typedarray.prototype.slice': '1.0.5' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }));
  const args = ['install', 'exceljs@4.4.0', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'ignore' });
  if (status === 0) return folder;
  console.log('exceljs could not be installed; XLSX is measured without it.');
  return undefined;
}

/** In a process of its own, so that its memory is its own: columns, types, frozen header and widths as ours. */
function writeWithExceljs(folder: string, csv: string): { ms: number; text: string } {
  const script = path.join(folder, 'write.mjs');
  writeFileSync(
    script,
    `import excel from 'exceljs';
import { readFileSync } from 'node:fs';
const lines = readFileSync(${JSON.stringify(csv)}, 'utf8').trimEnd().split('\\r\\n').slice(1).map((line) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g).slice(0, 10).map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')));
const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
const start = performance.now();
const book = new excel.stream.xlsx.WorkbookWriter({ filename: ${JSON.stringify(path.join(folder, 'exceljs.xlsx'))}, useStyles: true });
const sheet = book.addWorksheet('Disbursements', { views: [{ state: 'frozen', ySplit: 1 }] });
sheet.columns = Array.from({ length: 10 }, () => ({ width: 20 }));
for (const [n, c] of lines.entries()) {
  const row = sheet.addRow([new Date(c[0]), c[1], c[2], c[3], c[4], c[5], Number(c[6]), null, Number(c[8]), c[9]]);
  row.getCell(1).numFmt = 'yyyy-mm-dd';
  row.getCell(9).numFmt = '#,##0.00';
  row.commit();
  if (n % 5000 === 0) await new Promise((resolve) => setImmediate(resolve));
}
sheet.commit();
await book.commit();
clearInterval(timer);
console.log(JSON.stringify({ rows: lines.length, ms: performance.now() - start, megabytes: Math.round((peak - before) / 1048576) }));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (stdout === '') return { ms: Number.NaN, text: `failed: ${stderr.slice(0, 200)}` };
  const { rows, ms, megabytes } = JSON.parse(stdout) as { rows: number; ms: number; megabytes: number }; // as the script writes it
  return { ms, text: `${speed(rows, ms)}, memory +${megabytes} MB` };
}

/** Peak of the process' resident memory over what it had, in MB. */
function watchMemory(pid: number): { stop(): number } {
  const read = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const before = read();
  let peak = before;
  const timer = setInterval(() => void (peak = Math.max(peak, read())), 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(peak - before);
    },
  };
}

function speed(rows: number, ms: number): string {
  return `${(ms / 1000).toFixed(2)} s (${Math.round(rows / (ms / 1000)).toLocaleString('en')} rows/s)`;
}
