/**
 * Awkward and hostile files through `POST /upload` and `POST /imports`, each of which is to be answered in under a second:
 * `npm run bench awkward-files`. Prints the slowest ones.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { role } from '@recoup/contract/core/access';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, createPool } from '../apps/server/src/platform/database/connections.ts';
import { startEmbeddedPostgres } from '../apps/server/src/embedded-postgres/start.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { awkwardFiles } from '../apps/server/test/awkward-files.ts';
import { aUser } from '../apps/server/test/factories.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

await run();

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url);
  const db = connect(pool);
  await migrate(db, pool);
  const app = await buildApp({ db, publicUrl: 'http://recoup.bench' });
  const admin = await aUser(db, { role: role.attorneyAdmin });
  const token = await createSession(db, { userId: admin.id, kind: 'full', now: new Date() });
  await send(app, token, {
    path: '/upload',
    type: 'application/json',
    payload: '{"fileStream":"warm,up"}',
  });
  for (const stream of [false, true]) await measure(app, token, stream);
  await app.close();
  await db.destroy();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(app: App, token: string, isStream: boolean): Promise<void> {
  const results: { name: string; ms: number; status: number }[] = [];
  for (const [name, text] of awkwardFiles) {
    const start = performance.now();
    const json = {
      path: '/upload',
      type: 'application/json',
      payload: JSON.stringify({ fileStream: text, dryRun: true }),
    };
    const reply = await send(
      app,
      token,
      isStream ? { path: '/imports/preview', type: 'text/csv', payload: text } : json,
    );
    results.push({ name, ms: performance.now() - start, status: reply });
  }
  results.sort((a, b) => b.ms - a.ms);
  const faults = results.filter(({ status }) => status >= 500).length;
  const slowest = results.slice(0, 3).map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`);
  console.log(
    `${results.length} files as ${isStream ? 'text/csv' : 'JSON'}: ${faults} answered by 5xx; the slowest: ${slowest.join(', ')}`,
  );
}

async function send(
  app: App,
  token: string,
  file: { path: string; type: string; payload: string },
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': file.type };
  const reply = await app.inject({
    method: 'POST',
    url: apiRoot + file.path,
    headers,
    payload: file.payload,
  });
  return reply.statusCode;
}
