import { expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { connect } from '../database/connections.ts';
import { createPool } from '../database/pool.ts';
import { createLog } from '../core/log.ts';
import { logEvent } from '../security/security-log.ts';

const own = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

it('generates an id for each reply and its log lines, and ignores the client’s id', async () => {
  const log: { reqId?: string; level: number }[] = [];
  const destination = {
    write: (line: string) => {
      log.push(JSON.parse(line) as { level: number }); // pino's own line
    },
  }; // pino writes objects
  const pool = createPool('postgres://127.0.0.1:1/none');
  const app = await buildApp({
    db: connect(pool),
    publicUrl: 'http://recoup.test',
    log: createLog({ destination }),
  });
  const claimed = {
    'x-request-id': 'mine',
    'request-id': 'mine',
    'content-type': 'application/json',
  };
  const failed = await app.inject({
    method: 'POST',
    url: '/core/api/logon',
    headers: claimed,
    payload: { email: 'thabo@x.co.za', password: 'wrong' },
  });
  expect(failed).toAnswer(503);
  const id = failed.headers['x-request-id'];
  expect(id).toMatch(own);
  expect(failed).toAnswer({ requestId: id });
  expect(log.filter(({ level }) => level >= 50).map(({ reqId }) => reqId)).toEqual([id]);
  for (const url of ['/healthz', '/core/api/me', '/nowhere', '/core/api/users/%']) {
    expect((await app.inject({ url, headers: claimed })).headers['x-request-id']).toMatch(own);
  }
  await app.close();
  await pool.end();
});

it('writes the lines of its level', () => {
  const written: string[] = [];
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => void written.push(line) },
  });
  log.info('no');
  log.warn('yes');
  expect(written).toHaveLength(1);
});

it('writes security events and rejections at every level', async () => {
  const log: { reqId?: string }[] = [];
  const write = (line: string) => void log.push(JSON.parse(line) as object); // pino writes objects
  const quiet = createLog({ level: 'error', destination: { write } });
  const pool = createPool('postgres://127.0.0.1:1/none');
  const app = await buildApp({ db: connect(pool), publicUrl: 'http://recoup.test', log: quiet });
  const refused = await app.inject({ url: '/core/api/me' });
  await app.inject({ url: '/healthz' });
  await app.close();
  await pool.end();
  logEvent(quiet.child({ reqId: 'one' }), 'logon_failed', { address: '127.0.0.1' });
  expect(log).toMatchObject([
    { reqId: refused.headers['x-request-id'], route: '/core/api/me', status: 401 },
    { reqId: 'one', event: 'logon_failed', address: '127.0.0.1' },
  ]);
});
