import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { createLog } from '../core/log.ts';
import { connect } from '../database/connections.ts';
import { createPool } from '../database/pool.ts';

const test = useApp();
const metricsToken = 'a-token-of-a-monitor-with-32-characters';

/** Another process, whose connections have settings of PostgreSQL. */
async function aProcess(settings: Record<string, string> = {}) {
  const url = new URL(test.databaseUrl);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (options.length > 0) url.searchParams.set('options', options.join(' '));
  const lines: { reason?: string; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]); // by pino
  const db = connect(createPool(url.href, { max: 4 }));
  const app = await buildApp({
    db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    metricsToken,
    log: createLog({ destination: { write }, level: 'warn' }),
  });
  return {
    app,
    lines,
    ready: async () => {
      const reply = await app.inject('/readyz');
      return [reply.statusCode, reply.json()];
    },
    metrics: async () => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await app.inject({ url: '/metrics', headers })).body;
    },
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}

it('says that the database takes writes', async () => {
  const process = await aProcess();
  expect(await process.ready()).toEqual([200, { status: 'ready', writable: true, isHeld: false }]);
  expect(process.lines).toEqual([]);
  await process.close();
});

it.each([
  [{ default_transaction_read_only: 'on' }, 'The database is read-only.'],
  // The probe writes a file, which a full disk has no room for.
  [{ temp_file_limit: '0' }, 'The database refuses a write (53400).'],
])('is ready while nothing can be written: %j', async (settings, reason) => {
  const token = await test.signInAs({ firm: null });
  const process = await aProcess(settings);
  const notWritable = [200, { status: 'ready', writable: false, isHeld: false }];
  expect(await process.ready()).toEqual(notWritable);
  expect(await process.ready()).toEqual(notWritable);
  expect(await process.metrics()).toContain('recoup_writable 0');
  expect(process.lines.map((line) => [line.msg, line.reason])).toEqual([
    ['nothing can be written; reading goes on', reason],
  ]);
  const headers = { authorization: `Bearer ${token}` };
  expect(await process.app.inject({ url: '/core/api/firms', headers })).toAnswer(200);
  await process.close();
});

it('says when the disk is full, and when it has room again', async () => {
  const process = await aProcess();
  await test.pool.query(`create function fail_as_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on write_probes execute function fail_as_full()`);
  try {
    expect(await process.ready()).toEqual([
      200,
      { status: 'ready', writable: false, isHeld: false },
    ]);
    expect(process.lines).toMatchObject([{ reason: 'The disk of the database is full.' }]);
  } finally {
    await test.pool.query('drop function fail_as_full cascade');
  }
  await expect
    .poll(process.ready, { timeout: 8_000 })
    .toEqual([200, { status: 'ready', writable: true, isHeld: false }]);
  expect(process.lines.at(-1)?.msg).toBe('the database takes writes again');
  await process.close();
});
