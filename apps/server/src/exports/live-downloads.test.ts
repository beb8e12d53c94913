import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileTypes } from '@recoup/contract/exports/files';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { portOf, sendRaw } from '../../test/raw-http.ts';
import { deepIt } from '../../test/deep.ts';

const test = useApp();

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});

it('sends lines before the export is in the ledger, and ends after it', async () => {
  const { firm, token } = await aFirmWithLines(10);
  const release = await holdParts();
  const reply = await get(token);
  const [first] = (await once(reply, 'data')) as [Buffer]; // the event's only argument
  expect(first.toString()).toMatch(/^Date,Matter Number,/);
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  expect([await ledgerOf(firm), reply.readableEnded]).toEqual([[], false]);
  await release();
  const body = Buffer.concat([first, await buffer(reply)]);
  expect(reply.headers['content-disposition']).toContain('recoup-export-1.csv');
  const [stored] = await ledgerOf(firm);
  expect(reply.headers['content-location']).toBe(`/core/api/exports/${stored?.id}/file`);
  expect(stored?.sha256).toEqual(createHash('sha256').update(body).digest());
});

it('breaks the reply off when the export fails at its end', async () => {
  const { firm, token } = await aFirmWithLines(10);
  const release = await holdParts();
  const reply = await get(token);
  // PostgreSQL may break the connection before it answers the statement that asks for it.
  const ended = buffer(reply).catch((error: unknown) => error);
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
  expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  await release();
  expect(await ledgerOf(firm)).toEqual([]);
  await expect.poll(() => readsOf(firm)).toEqual([{ action: 'list.exported', rows: 10 }]);
});

it('has the facts of its lines, also after a wait for the number', async () => {
  const { firm, token } = await aFirmWithLines(10);
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `exports ${firm.id}`,
  ]);
  const reply = get(token);
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  await sql`update entries set voucher = 'V1' where firm_id = ${firm.id}`.execute(test.db);
  await holder.query('commit');
  holder.release();
  expect((await buffer(await reply)).toString()).toContain(',V1\r\n');
});

deepIt(
  'ends the transaction of a client that reads nothing, which gets the whole later',
  async () => {
    const { firm, token } = await aFirmWithLines(15_000);
    const reply = await get(token);
    await expect.poll(() => ledgerOf(firm)).toHaveLength(1);
    const body = await buffer(reply);
    const [saved] = await ledgerOf(firm);
    // More than sockets and memory take.
    expect(body.length).toBeGreaterThan(10_000_000);
    expect(saved?.sha256).toEqual(createHash('sha256').update(body).digest());
  },
);

deepIt('keeps nothing for a client that leaves in the midst', async () => {
  const { firm, token } = await aFirmWithLines(10);
  const release = await holdParts();
  const reply = await get(token);
  reply.on('error', () => {}).destroy();
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  await release();
  await expect.poll(() => ledgerOf(firm)).toHaveLength(1);
  const { firm: large, token: other } = await aFirmWithLines(15_000);
  (await get(other)).on('error', () => {}).destroy();
  await expect.poll(openTransactions).toBe(0);
  expect(await ledgerOf(large)).toEqual([]);
  // What has been sent is in the log.
  await expect
    .poll(() => readsOf(large))
    .toEqual([{ action: 'list.exported', rows: expect.any(Number) }]);
});

it('answers in HTTP/1.0, whose files end with the connection, after the end', async () => {
  const { token } = await aFirmWithLines(10);
  const release = await holdParts();
  const head = `GET /core/api/download HTTP/1.0\r\nhost: recoup.test\r\naccept: text/csv\r\n`;
  let isAnswered = false;
  const replied = sendRaw(
    portOf(test.app.server),
    `${head}authorization: Bearer ${token}\r\n\r\n`,
  ).finally(() => (isAnswered = true));
  await expect.poll(() => countLockWaits(test.db)).toBe(1);
  expect(isAnswered).toBe(false);
  await release();
  expect((await replied).body.split('\r\n')).toHaveLength(12);
});

async function aFirmWithLines(rows: number): Promise<{ firm: { id: string }; token: string }> {
  const firm = await test.aFirm();
  const admin = await test.signInAdmin({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  await sql`update matters set description = ${'x'.repeat(900)} where id = ${matter.id}`.execute(
    test.db,
  );
  await sql`insert into entries (id, firm_id, attorney_id, created_by, matter_id,
      disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${firm.id}, u.id, u.id, ${matter.id}, ${type.id}, '2026-03-01', n
    from generate_series(1, ${rows}::int) n, users u where u.firm_id = ${firm.id}`.execute(test.db);
  return { firm, token: admin };
}

/** Nothing can be stored before the returned function is called. */
async function holdParts(): Promise<() => Promise<void>> {
  const holder = await test.pool.connect();
  await holder.query('begin; lock table export_parts in exclusive mode');
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

async function get(token: string): Promise<IncomingMessage> {
  const request = http.get({
    port: portOf(test.app.server),
    host: '127.0.0.1',
    path: '/core/api/download',
    headers: { authorization: `Bearer ${token}`, accept: fileTypes.csv },
    agent: false,
  });
  const [reply] = (await once(request, 'response')) as [IncomingMessage]; // its only argument
  return reply;
}

async function ledgerOf(firm: { id: string }) {
  return test.listRows('exports', { firmId: firm.id }, ['id', 'sha256']);
}

async function readsOf(firm: { id: string }) {
  const lines = test.db.selectFrom('auditLog').where('firmId', '=', firm.id);
  return lines.where('rows', '>', 0).select(['action', 'rows']).execute();
}

async function openTransactions(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`.execute(
    test.db,
  );
  return rows.length;
}
