import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { digestOf, onEmpty } from '../../test/backup-files.ts';
import { runBackupCommand } from '../commands/backup-command.ts';
import { migrateUrl } from '../startup/migrate.ts';
import { type BackupPlace, scheduledBackupName } from './backup-place.ts';
import { pullBackRuns } from './backup-runs.repository.ts';
import { checkBackup, restore } from './backup.ts';
import { openPlace } from './open-place.ts';
import { isDue, lastTimeOfDay, lastTimeOfWeek, rehearseWhenDue } from './rehearsal.ts';
import { type BackupSettings, backUpWhenDue } from './scheduled-backup.ts';

const test = useApp();
const key = 'a key of the backups with 32 characters';
const ctx: { folder: string; now: Date; warned: unknown[] } = {
  folder: '',
  now: new Date(),
  warned: [],
};

beforeEach(async () => {
  ctx.folder = await mkdtemp(path.join(tmpdir(), 'recoup-backups-'));
  ctx.warned = [];
  at('2026-11-28T00:00:00Z');
  const never = { doneFor: null, succeededAt: null, failedAt: null, failingSince: null };
  const nothing = { retryAt: null, reason: null, tries: 0, facts: null };
  for (const kind of ['backup', 'rehearsal'])
    await test.updateRows('installationRuns', { kind }, { ...never, ...nothing });
});
afterEach(async () => rm(ctx.folder, { recursive: true, force: true }));

it('backs up at its time in South Africa, once, and restores', async () => {
  await backUp();
  expect(await readdir(ctx.folder)).toEqual(['recoup-auto-2026-11-28T00-00-00-000Z.backup']);
  at('2026-11-28T23:59:59Z');
  await backUp();
  expect(await readdir(ctx.folder)).toHaveLength(1);
  at('2026-11-29T00:00:00Z');
  await backUp();
  expect(await readdir(ctx.folder)).toHaveLength(2);
  const before = await digestOf(test.databaseUrl);
  await onEmpty(async (url) => {
    await restore(url, { file: await newest() });
    expect(await digestOf(url)).toEqual(before);
  });
  expect(await run('backup')).toMatchObject({ succeededAt: ctx.now, reason: null, tries: 0 });
});

it('encrypts with the key, and restores with that key alone', async () => {
  await backUp({ key });
  const file = await newest();
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));
  const { rows } = await checkBackup({ file, key });
  await onEmpty(async (url) => {
    await expect(restore(url, { file })).rejects.toThrow(/is encrypted: set RECOUP_BACKUP_KEY/);
    await expect(restore(url, { file, key: `${key}!` })).rejects.toThrow(
      /another RECOUP_BACKUP_KEY/,
    );
    expect((await restore(url, { file, key })).rows).toEqual(rows);
  });
  await writeFile(file, bytes.subarray(0, -1));
  await expect(checkBackup({ file, key })).rejects.toThrow(/is cut off or was altered/);
});

it('keeps the newest, and touches no file of others', async () => {
  const others = ['recoup-2026-01-01T00-00-00-000Z.backup', 'notes.txt', 'recoup-auto-old.backup'];
  for (const name of others) await writeFile(path.join(ctx.folder, name), 'x');
  // A killed process has left it.
  await writeFile(path.join(ctx.folder, `${scheduledBackupName(ctx.now)}.part`), 'x');
  for (const day of ['28', '29', '30']) {
    at(`2026-11-${day}T01:00:00Z`);
    await backUp({ keep: 2 });
  }
  expect(await readdir(ctx.folder)).toEqual(
    [
      ...others,
      'recoup-auto-2026-11-29T01-00-00-000Z.backup',
      'recoup-auto-2026-11-30T01-00-00-000Z.backup',
    ].toSorted(),
  );
});

it('keeps the backup of now, although a clock that was ahead has written a later one', async () => {
  at('2026-12-28T01:00:00Z');
  await backUp({ keep: 1 });
  at('2026-11-28T01:00:00Z');
  await backUp({ keep: 1 });
  expect(await readdir(ctx.folder)).toEqual(['recoup-auto-2026-11-28T01-00-00-000Z.backup']);
});

it('deletes no older one where the new one is not there', async () => {
  await backUp({ keep: 1 });
  at('2026-11-29T01:00:00Z');
  const write: BackupPlace['write'] = async (_, content) => {
    content.resume();
    await once(content, 'end');
  };
  const gone: BackupPlace = { ...place(), write };
  await backUpWhenDue({ ...options({ keep: 1 }), place: gone });
  const reason = expect.stringContaining('took recoup-auto-2026-11-29T01-00-00-000Z.backup, but');
  expect([await run('backup'), await readdir(ctx.folder)]).toEqual([
    expect.objectContaining({ reason, tries: 1 }),
    ['recoup-auto-2026-11-28T00-00-00-000Z.backup'],
  ]);
});

it('leaves a backup alone that another process makes', async () => {
  const folder = place();
  const slow: BackupPlace = {
    ...folder,
    // The queue took the first process for dead, and a second one begins.
    async write(name, content) {
      await backUp();
      await folder.write(name, content);
    },
  };
  await backUpWhenDue({ ...options({}), place: slow });
  expect([ctx.warned, await readdir(ctx.folder)]).toEqual([
    [],
    ['recoup-auto-2026-11-28T00-00-00-000Z.backup'],
  ]);
  expect(await run('backup')).toMatchObject({ succeededAt: ctx.now, tries: 0 });
});

it('makes no folder, records why, and tries again after a quarter of an hour', async () => {
  const away = `${ctx.folder}-away`;
  await rename(ctx.folder, away);
  await backUp();
  const reason = expect.stringContaining('is not a folder. Make it, or mount it');
  const failed = { reason, failingSince: ctx.now, tries: 1, succeededAt: null };
  expect([await run('backup'), ctx.warned]).toEqual([expect.objectContaining(failed), [reason]]);
  at('2026-11-28T00:14:59Z');
  await backUp();
  expect(await run('backup')).toMatchObject({ tries: 1 });
  at('2026-11-28T00:15:00Z');
  await backUp();
  expect(await run('backup')).toMatchObject({
    tries: 2,
    failingSince: new Date('2026-11-28T00:00:00Z'),
  });
  await rename(away, ctx.folder);
  at('2026-11-28T00:30:00Z');
  await backUp();
  expect(await run('backup')).toMatchObject({ tries: 0, reason: null, failingSince: null });
  expect(await readdir(ctx.folder)).toHaveLength(1);
});

it('is tried at the start', async () => {
  await expect(place(`${ctx.folder}/none`).tryOut()).rejects.toThrow(/is not a folder/);
  await place().tryOut();
  expect(await readdir(ctx.folder)).toEqual([]);
});

it('refuses a folder that does not exist for a backup by hand', async () => {
  const file = path.join(ctx.folder, 'not-mounted', 'x.backup');
  await expect(runBackupCommand([file], ctx.now)).rejects.toThrow(/not-mounted is not a folder/);
  expect(await readdir(ctx.folder)).toEqual([]);
});

it('rehearses a restore each week, and compares counts and sums', async () => {
  await rehearse();
  expect(await run('rehearsal')).toMatchObject({ succeededAt: null, reason: null });
  const firm = await test.aFirm();
  await test.anEntry({ firm, attorney: await test.aUser({ firm }) });
  await backUp({ key });
  const before = await digestOf(test.databaseUrl);
  await rehearse({ key });
  expect(await run('rehearsal')).toMatchObject({ succeededAt: ctx.now, reason: null });
  expect([await digestOf(test.databaseUrl), await scratchDatabases()]).toEqual([before, []]);
  at('2026-11-28T12:00:00Z');
  await rehearse({ key: undefined });
  expect(ctx.warned).toEqual([]);
  at('2026-11-29T00:00:00Z');
  await rehearse({ key: undefined });
  expect(ctx.warned).toEqual([expect.stringContaining('is encrypted: set RECOUP_BACKUP_KEY')]);
  expect(await run('rehearsal')).toMatchObject({ tries: 1, failingSince: ctx.now });
  expect(await scratchDatabases()).toEqual([]);
});

it.each([
  ['rows', { rows: { users: 1_000_000 } }, /rows of users instead of 1000000\./],
  ['sums', { sumCents: '1' }, /with entries of \d+ cents instead of 1\./],
])('notices a backup with other %s than the database had', async (_, change, reason) => {
  await backUp();
  const { facts } = await test.getRow('installationRuns', { kind: 'backup' }, ['facts']);
  const changed = JSON.stringify({ ...(facts as object), ...change }); // as it was recorded
  await test.updateRows('installationRuns', { kind: 'backup' }, { facts: changed });
  await rehearse();
  expect(await run('rehearsal')).toMatchObject({ reason: expect.stringMatching(reason) });
});

it('notices that the backups are gone', async () => {
  await backUp();
  await rm(await newest());
  await rehearse();
  expect(await run('rehearsal')).toMatchObject({
    reason: 'There is no backup any more, although one was written.',
  });
});

it('rehearses only where the disk of the database has room', async () => {
  await backUp();
  await rehearseWhenDue({ ...options({}), disk: '/proc' });
  expect(await run('rehearsal')).toMatchObject({
    reason: expect.stringMatching(/^A rehearsal needs \d+ MB of room .* and 0 MB are free\.$/),
  });
  expect(await scratchDatabases()).toEqual([]);
  at('2026-11-28T01:00:00Z');
  await rehearseWhenDue({ ...options({}), disk: ctx.folder });
  expect(await run('rehearsal')).toMatchObject({ succeededAt: ctx.now, reason: null });
});

it('notices a backup that was altered', async () => {
  await backUp();
  const file = await newest();
  await writeFile(file, (await readFile(file)).subarray(0, -20));
  await rehearse();
  expect(await run('rehearsal')).toMatchObject({
    reason: expect.stringContaining('is cut off or was altered'),
  });
});

it('drops a scratch database that was left behind, and no other one', async () => {
  await backUp();
  const { rows } = await test.pool.query<{ name: string }>(
    `select left(current_database(), 40) || '_rehearsal_scratch' as name`,
  );
  const name = rows[0]?.name ?? '';
  await test.pool.query(`create database ${name}`);
  await rehearse();
  expect(await run('rehearsal')).toMatchObject({
    reason: expect.stringContaining(`The database ${name} is not one of rehearsals`),
  });
  await test.pool.query(
    `comment on database ${name} is 'Scratch database of the rehearsals of Recoup'`,
  );
  at('2026-11-28T01:00:00Z');
  await rehearse();
  expect([(await run('rehearsal')).reason, await scratchDatabases()]).toEqual([null, []]);
});

it.each([
  ['2026-11-28T00:00:00Z', '2026-11-28T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-11-27T23:59:59Z', '2026-11-27T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-11-29T00:00:00Z', '2026-11-29T00:00:00Z', '2026-11-29T00:00:00Z'],
])('is due at 02:00 of South Africa, and on Sundays: at %s', (now, day, week) => {
  expect([lastTimeOfDay('02:00', new Date(now)), lastTimeOfWeek('02:00', new Date(now))]).toEqual([
    new Date(day),
    new Date(week),
  ]);
});

it('comes again after a clock that was a month ahead', () => {
  const now = new Date('2026-11-28T00:00:00Z');
  const ahead = new Date('2026-12-28T00:00:00Z');
  const due = { dueAt: now, now, pauseMs: 60_000 };
  const never = { doneFor: null, retryAt: null, succeededAt: null };
  expect([
    isDue({ ...never, doneFor: ahead }, due),
    isDue({ ...never, retryAt: ahead }, due),
    isDue({ ...never, doneFor: now }, due),
  ]).toEqual([true, true, false]);
});

it('is pulled back after a clock that was ahead, and keeps other times', async () => {
  const ahead = new Date('2026-12-28T00:00:00Z');
  const earlier = new Date('2026-11-27T00:00:00Z');
  const of = async (kind: 'backup' | 'rehearsal') =>
    test.getRow('installationRuns', { kind }, ['doneFor', 'succeededAt', 'failedAt', 'retryAt']);
  await test.updateRows(
    'installationRuns',
    { kind: 'backup' },
    { doneFor: ahead, succeededAt: ahead, retryAt: ahead },
  );
  const right = { doneFor: earlier, succeededAt: earlier, failedAt: ctx.now, retryAt: null };
  await test.updateRows('installationRuns', { kind: 'rehearsal' }, right);
  const pullBack = async () => pullBackRuns(test.db, { now: ctx.now, toleranceMs: 60_000 });
  expect([await pullBack(), await pullBack()]).toEqual([1, 0]);
  expect([await of('backup'), await of('rehearsal')]).toEqual([
    { doneFor: null, succeededAt: ctx.now, failedAt: null, retryAt: null },
    right,
  ]);
});

function at(time: string): void {
  ctx.now = new Date(time);
}

const place = (folder = ctx.folder) => openPlace({ to: folder, s3: undefined });

function options(settings: Partial<BackupSettings>) {
  return {
    db: test.db,
    clock: { now: () => ctx.now },
    databaseUrl: test.databaseUrl,
    place: place(),
    settings: { to: ctx.folder, s3: undefined, at: '02:00', keep: 14, key: undefined, ...settings },
    migrate: migrateUrl,
    log: { warn: (fields: { reason?: unknown }) => void ctx.warned.push(fields.reason) },
  };
}

const backUp = async (settings: Partial<BackupSettings> = {}) => backUpWhenDue(options(settings));
const rehearse = async (settings: Partial<BackupSettings> = {}) =>
  rehearseWhenDue(options(settings));

async function newest(): Promise<string> {
  return path.join(ctx.folder, (await readdir(ctx.folder)).at(-1) ?? '');
}

async function run(kind: 'backup' | 'rehearsal') {
  return test.getRow('installationRuns', { kind }, [
    'succeededAt',
    'failingSince',
    'reason',
    'tries',
  ]);
}

async function scratchDatabases(): Promise<string[]> {
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
      where datname = left(current_database(), 40) || '_rehearsal_scratch'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}
