import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aUser } from '../../../test/factories.ts';
import { createSession } from '../../account/session/sessions.service.ts';
import { buildApp } from '../../app.ts';
import { connect } from './connections.ts';
import { createPool } from './pool.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { migrate } from '../../startup/migrate.ts';

it('answers 503 while the database is down, and recovers without a restart', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-down-'));
  const first = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(first.url);
  const db = connect(pool);
  await migrate(db, pool);
  const app = await buildApp({ db, publicUrl: 'http://recoup.test' });
  const user = await aUser(db);
  const token = await createSession(db, { userId: user.id, kind: 'full', now: new Date() });
  const ask = () =>
    app.inject({ url: '/core/api/me', headers: { authorization: `Bearer ${token}` } });
  const isReady = async () => (await app.inject('/readyz')).statusCode;
  expect([(await ask()).statusCode, await isReady()]).toEqual([200, 200]);

  await first.stop();
  const down = await ask();
  expect(down).toAnswer(503);
  expect(down.headers['retry-after']).toBe('2');
  expect(down).toAnswer({
    code: 'unavailable',
    message: 'The service is not available for the moment. Please try again shortly.',
  });
  expect([await isReady(), (await app.inject('/healthz')).statusCode]).toEqual([503, 200]);

  const second = await startEmbeddedPostgres({ dataDir });
  expect([(await ask()).statusCode, await isReady()]).toEqual([200, 200]);
  await app.close();
  await db.destroy();
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});
