/**
 * Makes a fixture of `src/startup/upgrades.test.ts` from a running Recoup with its demo: works a
 * little over HTTP, writes down what its files are, and dumps its database (CONTRIBUTING.md).
 * `DATABASE_URL=… npm run db:fixture -- http://127.0.0.1:3000`, with the pg_dump of its PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileTypes } from '@recoup/contract/exports/files';
import pg from 'pg';
import { packageRoot } from '../src/platform/core/package-root.ts';
import { demoAttorneys, demoFirmAdmins, demoOffice } from '../src/seeds/demo-people.ts';
import { type EarlierFile, hashOfFile, type UpgradeFixture } from './upgrade-fixture.ts';

const [, , origin = 'http://127.0.0.1:3000'] = process.argv;
const databaseUrl = process.env.DATABASE_URL ?? '';
const admin = demoFirmAdmins.lerato;
const attorney = demoAttorneys.thabo;
const people = [demoFirmAdmins, demoAttorneys, demoOffice].flatMap((all) => Object.values(all));

const kinds = [
  [fileTypes.csv, ''],
  [fileTypes.xlsx, ''],
] as const;

async function main(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const signedIn = [];
  for (const { email, password } of people) {
    if ((await signIn(email, password)) !== undefined) signedIn.push({ email, password });
  }
  const token = (await signIn(admin.email, admin.password)) ?? '';
  await send('POST /upload', token, { fileStream: twoMatters, fileName: 'two.csv' });
  const entry = await newEntry(client);
  const ownToken = (await signIn(attorney.email, attorney.password)) ?? '';
  const { amount } = await send<{ amount: number }>('POST /entries', ownToken, entry);
  const files = await exportFiles(token, entry.date);
  const { amount: total } = await read<{ amount: number }>('GET /entries?itemsPerPage=1', token);
  await keepFewCalls(client);
  const fixture: UpgradeFixture = {
    at: new Date().toISOString(),
    people: signedIn,
    admin: { email: admin.email, password: admin.password },
    attorney: { email: attorney.email, password: attorney.password },
    entry: { ...entry, amount },
    total,
    files,
    counts: await countRows(client),
  };
  const { rows } = await client.query<{ name: string }>(
    'select max(name) as name from kysely_migration',
  );
  await client.end();
  const file = join(packageRoot, 'test/upgrades', rows[0]?.name.slice(0, 4) ?? '');
  writeFileSync(`${file}.sql.gz`, gzipSync(dump(), { level: 9 }));
  writeFileSync(`${file}.json`, `${JSON.stringify(fixture, null, 2)}\n`);
}

/** The demo of later versions has a firm with a month of calls. */
async function keepFewCalls(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if to_regclass('call_records') is null then return; end if;
    delete from call_records where id not in
      (select id from call_records order by entry_id is null, id limit 60);
    delete from entries where firm_id in (select firm_id from call_records)
      and id not in (select entry_id from call_records where entry_id is not null);
  end $$`);
}

const twoMatters = `Matter No,Description,Client
UP1,Transfer of Erf 12,M. Botha
UP2,"Estate late Daniels, J",L. Daniels
`;

/** A call of seven minutes on an imported matter, priced by the attorney's fees. */
async function newEntry(client: pg.Client): Promise<UpgradeFixture['entry']> {
  const { rows } = await client.query<{ matter: string; type: string; date: string }>(
    `select m.id as matter, t.id as type,
        (now() at time zone 'Africa/Johannesburg')::date::text as date
      from users u join matters m using (firm_id) join disbursement_types t using (firm_id)
      where u.email = $1 and m.number = 'UP1' and t.title = 'Call'`,
    [attorney.email],
  );
  const [row] = rows;
  if (!row) throw new Error('The matter was not imported.');
  const { matter, type, date } = row;
  return { matter, disbursementType: type, date, minutes: 7, narration: 'About the transfer' };
}

/** A closing that is mailed, and a copy. */
async function exportFiles(token: string, day: string): Promise<EarlierFile[]> {
  const files: EarlierFile[] = [];
  const body = { override: 'For the fixture' };
  // Versions without exceptions know no override.
  const closed =
    (await trySend<{ _id: string }>('POST /exports', token, {})) ??
    (await send<{ _id: string }>('POST /exports', token, body));
  await fetchFile(`/download?from=${day.slice(0, 8)}01`, token, fileTypes.csv);
  const layout = await trySend<{ _id: string }>('POST /posting-layouts', token, ownLayout);
  const exports = await read<{ data: { _id: string }[] }>('GET /exports', token);
  for (const { _id } of exports.data) {
    const posted = layout && ([[fileTypes.csv, `?layout=${layout._id}`]] as const);
    for (const [accept, query] of [...kinds, ...(posted ?? [])]) {
      const path = `/exports/${_id}/file${query}`;
      const bytes = await fetchFile(path, token, accept);
      files.push({ path, accept, sha256: await hashOfFile(accept, bytes) });
    }
  }
  const mail = { to: 'books@example.com', subject: `Export ${closed._id}`, body: 'Attached.' };
  await send('POST /sendMail?type=csv', token, mail);
  return files;
}

const ownLayout = {
  name: 'Ledger of Pretoria',
  delimiter: ';',
  columns: [
    { title: 'Day', field: 'date', date: 'dd/mm/yyyy' },
    { title: 'Matter', field: 'matterNumber', width: 10 },
    { title: 'Amount', field: 'gross', decimalMark: ',' },
  ],
};

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, (xpath('//count/text()', query_to_xml(
        format('select count(*) from %I', relname), false, true, '')))[1]::text::int as count
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Without commands of psql, and without rights of a role that another cluster may not have. */
function dump(): string {
  const options = ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-comments'];
  const text = execFileSync('pg_dump', [...options, databaseUrl], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return text.replaceAll(/^(?:\\(?:un)?restrict .*|GRANT .* TO (?!PUBLIC;).*)\n/gm, '');
}

async function request(what: string, token: string, body?: object): Promise<Response> {
  const [method = 'GET', path = '/'] = what.split(' ');
  return fetch(`${origin}/core/api${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function trySend<T>(what: string, token: string, body: object): Promise<T | undefined> {
  const reply = await request(what, token, body);
  return reply.ok ? ((await reply.json()) as { data: T }).data : undefined; // of any version
}

async function send<T>(what: string, token: string, body: object): Promise<T> {
  return (await read<{ data: T }>(what, token, body)).data;
}

async function read<T>(what: string, token: string, body?: object): Promise<T> {
  const reply = await request(what, token, body);
  if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T; // a reply of any version
}

async function signIn(email: string, password: string): Promise<string | undefined> {
  const reply = await request('POST /logon', '', { email, password });
  return reply.ok ? ((await reply.json()) as { token: string }).token : undefined; // of any version
}

async function fetchFile(path: string, token: string, accept: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, accept };
  const reply = await fetch(`${origin}/core/api${path}`, { headers });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${bytes.toString()}`);
  return bytes;
}

await main();
