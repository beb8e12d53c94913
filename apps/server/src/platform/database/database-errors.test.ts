import { appendFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { errorTexts } from '@recoup/contract/core/error-texts';
import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { sendError } from '../http/error-handler.ts';
import { createLog } from '../core/log.ts';

const test = useApp();

describe('the code for an error of PostgreSQL', () => {
  const states = (text: string) => text.split(' ');
  const unavailable = states(
    '08000 08001 08003 08004 08006 08007 08P01 25006 25P03 25P04 28000 28P01 3D000 40001 40003 ' +
      '40P01 53000 53100 53200 53300 53400 55P03 57014 57P01 57P02 57P03 57P04 57P05 58000 58030',
  );
  it.each([
    ...unavailable.map((state) => [state, 503, 'unavailable', '2'] as const),
    ...states('23503 23505 23P01').map((state) => [state, 409, 'conflict', undefined] as const),
    ...states('22003 22007 22008 22021 22P02 22P05').map(
      (state) => [state, 400, 'invalid_input', undefined] as const,
    ),
    ...states('22012 23502 23514 25001 25P02 42501 42601 42703 42P01 P0001 XX000 XX001').map(
      (state) => [state, 500, 'internal', undefined] as const,
    ),
  ])('answers SQLSTATE %s with %i %s', async (state, status, code, retryAfter) => {
    const app = fastify();
    app.setErrorHandler(sendError);
    app.get('/', () => {
      throw Object.assign(new Error('relation "secret" does not exist'), { code: state });
    });
    const reply = await app.inject('/');
    expect(reply).toAnswer(status, { code });
    expect([reply.headers['retry-after'], status >= 500 && reply.body.includes('secret')]).toEqual([
      retryAfter,
      false,
    ]);
    await app.close();
  });
});

it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE', 'EIO', 'EROFS'])(
  'answers %s of a temporary file with 503, and logs why',
  async (code) => {
    const log: string[] = [];
    const app = fastify({
      loggerInstance: createLog({ destination: { write: (line) => void log.push(line) } }),
    });
    app.setErrorHandler(sendError);
    app.get('/', async () => {
      // A device that is always full (Linux); the other faults cannot be made without rights.
      if (code === 'ENOSPC' && platform() === 'linux') await appendFile('/dev/full', 'x');
      throw Object.assign(new Error(`${code}: /var/lib/recoup/spool/x`), { code });
    });
    const reply = await app.inject('/');
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      503,
      '2',
      { code: 'unavailable', message: errorTexts.unavailable, requestId: expect.any(String) },
    ]);
    expect(log.join('')).toContain(`"code":"${code}"`);
    await app.close();
  },
);

it('answers 503 while the database is read-only, and writes as soon as it can', async () => {
  const admin = await test.anAdmin();
  const token = await test.signIn(admin);
  const write = async (title: string) =>
    test.call('POST /disbursements', { token, body: { title, fixed: true, calculated: false } });
  expect(await write('Before')).toAnswer(201);
  const database = new URL(test.databaseUrl).pathname.slice(1);
  const makeReadOnly = async (value: 'on' | 'off') => {
    await sql`set default_transaction_read_only = off`.execute(test.db);
    await sql
      .raw(`alter database ${database} set default_transaction_read_only = ${value}`)
      .execute(test.db);
  };
  await makeReadOnly('on');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${database} and pid <> pg_backend_pid()`.execute(test.db);
  await expect.poll(async () => (await write('Standby')).statusCode).toBe(503);
  const refused = await write('Standby');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
    503,
    '2',
    { code: 'unavailable' },
  ]);
  await makeReadOnly('off');
  // A rejected connection is not used again.
  await expect.poll(async () => (await write('Promoted')).statusCode).toBe(201);
});
