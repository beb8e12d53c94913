import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newId } from '@recoup/contract/core/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { digestOf, onEmpty } from '../../test/backup-files.ts';
import { aStoredVoucher } from '../../test/vouchers.ts';
import { buildApp } from '../app.ts';
import { demoFirmAdmins } from '../seeds/demo-people.ts';
import { seedDemo } from '../seeds/demo.ts';
import { runRestoreCommand } from '../commands/backup-command.ts';
import { createBackup, checkBackup, restore } from './backup.ts';
import { connect } from '../platform/database/connections.ts';
import { createHold } from '../platform/hold/hold.ts';
import { createPool } from '../platform/database/pool.ts';
import { excludedTables } from './table-copy.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';

const test = useApp();
const { lerato } = demoFirmAdmins;
const folder = await mkdtemp(path.join(tmpdir(), 'recoup-backup-'));
const file = path.join(folder, 'demo.backup');

beforeAll(async () => {
  await test.db
    .transaction()
    .execute(async (trx) => seedDemo(trx, new Date('2026-03-18T08:00:00Z')));
  const { token } = (
    await test.call('POST /logon', { body: { email: lerato.email, password: lerato.password } })
  ).json<{ token: string }>();
  await test.call('POST /exports', { token });
  const now = test.clock.now();
  // Its export has written one line.
  for (const action of ['one', 'two']) await test.insertRows('auditLog', { action });
  await test.db.transaction().execute(async (trx) =>
    queueMail(trx, {
      firmId: null,
      userId: null,
      to: 'a@b.co.za',
      subject: 'Tab\t\\.\nénd',
      body: '\\N',
      now,
    }),
  );
  await waitingDelivery(now);
  await createBackup(test.databaseUrl, { file, now });
});
afterAll(async () => rm(folder, { recursive: true }));

/** An event that waits for a webhook of a firm. */
async function waitingDelivery(now: Date): Promise<void> {
  const { firmId } = await test.getRow('users', { email: lerato.email }, ['firmId']);
  const [id, webhookId] = [newId(), newId()];
  const sealedSecret = Buffer.from('sealed');
  const of = { firmId: firmId ?? '', createdAt: now };
  const webhook = { url: 'https://a.example/', events: ['x'], lane: 0, sealedSecret };
  await test.insertRows('webhooks', { ...of, id: webhookId, ...webhook });
  const waits = { state: 'waiting', waitingSince: now, nextTryAt: now };
  await test.insertRows('webhookDeliveries', {
    ...of,
    ...waits,
    id,
    webhookId,
    event: 'import.done',
    payload: '{}',
  });
}

async function altered(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, change(await readFile(file)));
  return place;
}

it('restores every table; users sign in and download the same files', async () => {
  const before = await digestOf(test.databaseUrl);
  const entries = Number(before.entries?.split(' ')[0]);
  expect(entries).toBeGreaterThan(300);
  expect(before.audit_log).toMatch(/^4 /);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await onEmpty(async (url) => {
    const { queuedMails, rows } = await restore(url, { file });
    expect([queuedMails, rows.entries]).toEqual([1, entries]);
    expect(await digestOf(url)).toEqual(before);

    const pool = createPool(url, { max: 4 });
    const db = connect(pool);
    const statistics = await pool.query(
      `select from pg_stats where tablename = 'entries' and attname = 'firm_id'`,
    );
    expect(statistics.rowCount).toBe(1);
    expect(await createHold(db, { isSet: false }).isHeld()).toBe(true);
    const app = await buildApp({ db, clock: test.clock, publicUrl: 'http://recoup.test' });
    const payload = { email: lerato.email, password: lerato.password };
    const { token } = (await app.inject({ method: 'POST', url: '/core/api/logon', payload })).json<{
      token: string;
    }>();
    const headers = { authorization: `Bearer ${token}` };
    const { data } = (await app.inject({ url: '/core/api/exports', headers })).json<{
      data: { _id: string; sha256: string }[];
    }>();
    const [ledger] = data;
    const stored = await app.inject({
      url: `/core/api/exports/${ledger?._id}/file`,
      headers: { ...headers, accept: 'text/csv' },
    });
    expect(createHash('sha256').update(stored.rawPayload).digest('hex')).toBe(ledger?.sha256);
    // Keys, triggers and numbers go on from where they were.
    await expect(
      db
        .updateTable('entries')
        .set({ matterId: ledger?._id ?? '' })
        .execute(),
    ).rejects.toThrow(/foreign key/);
    const { rows: jobs } = await pool.query('select task_identifier from graphile_worker.jobs');
    const names = jobs.map((job: { task_identifier: string }) => job.task_identifier);
    expect(names.toSorted()).toEqual(['deliver-webhook', 'send-mail']);
    await pool.query(`insert into audit_log (action) values ('three')`);
    await app.close();
    await db.destroy();
  });
});

it('prints how many rows of each table it read', async () => {
  const printed = await runRestoreCommand(['--check', file]);
  expect(printed).toContain(' is whole: ');
  expect(printed).toMatch(
    /\nRows: .*audit_chain 4, audit_heads 2, audit_log 4, .*entries \d+, .*users \d+/,
  );
});

it('excludes sessions, codes and limits', async () => {
  const text = gunzipSync(await readFile(file)).toString();
  const { tables } = JSON.parse(text.slice(0, text.indexOf('\n'))) as {
    tables: { name: string }[];
  }; // as `writeBackup` wrote it
  const names = tables.map(({ name }) => name);
  expect(names).toContain('users');
  for (const name of excludedTables) expect(names).not.toContain(name);
});

it.each([
  ['cut off in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['cut off by a byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  [
    'cut off after its first lines',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).subarray(0, 5_000)),
  ],
  [
    'without its last line',
    (bytes: Buffer) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/\{"rows".*\n$/, ''),
      ),
  ],
  [
    'with one bit changed',
    (bytes: Buffer) =>
      Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 4 : byte))),
  ],
  [
    'with one letter changed',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace('Lerato', 'Lerata')),
  ],
  [
    'with a line more',
    (bytes: Buffer) => gzipSync(Buffer.concat([gunzipSync(bytes), Buffer.from('x\n')])),
  ],
])('rejects a file that is %s, and restores nothing of it', async (name, change) => {
  const place = await altered(name, change);
  await expect(checkBackup({ file: place })).rejects.toThrow(`${place} is cut off or was altered.`);
  await onEmpty(async (url) => {
    const before = await digestOf(url);
    await expect(restore(url, { file: place })).rejects.toThrow(
      /is cut off or was altered|holds rows that the database refuses/,
    );
    expect(await digestOf(url)).toEqual(before);
  });
});

it('rejects a database that holds something, and a place that is taken', async () => {
  const before = await digestOf(test.databaseUrl);
  await expect(restore(test.databaseUrl, { file })).rejects.toThrow(
    /not empty \(there are rows in \w+\)/,
  );
  expect(await digestOf(test.databaseUrl)).toEqual(before);
  await expect(createBackup(test.databaseUrl, { file, now: test.clock.now() })).rejects.toThrow(
    /already exists/,
  );
  await expect(checkBackup({ file: path.join(folder, 'none') })).rejects.toThrow(
    /none cannot be read/,
  );
});

it('writes the files of vouchers in about their own size', async () => {
  const { id: firmId } = await test.aFirm();
  const bytes = 1024 * 1024;
  const content = randomBytes(bytes);
  await aStoredVoucher(test.db, { firmId, content, linkedAt: test.clock.now() });
  const more = path.join(folder, 'more.backup');

  await createBackup(test.databaseUrl, { file: more, now: test.clock.now() });

  expect((await stat(more)).size - (await stat(file)).size).toBeLessThan(1.03 * bytes);
});
