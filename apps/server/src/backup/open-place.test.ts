import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SftpSink, startSftp } from '../../test/sftp-server.ts';
import { keepNewest } from './backup-place.ts';
import { openPlace, validatePlace } from './open-place.ts';

const ctx: { sink?: SftpSink } = {};
const sink = (): SftpSink => ctx.sink as SftpSink; // set in beforeAll
const name = (day: number): string => `recoup-auto-2026-11-${day}T00-00-00-000Z.backup`;

beforeAll(async () => {
  ctx.sink = await startSftp();
});
beforeEach(() => {
  sink().behave('takes');
  for (const file of sink().files.keys()) if (file !== '/in') sink().files.delete(file);
  sink().seen.length = 0;
  sink().modes.clear();
});
afterAll(async () => sink().close());

it('writes under a temporary name, lists, reads and removes', async () => {
  const place = openPlace({ to: address(), s3: undefined });
  await place.write(name(28), content('the backup'));
  expect(sink().seen).toEqual([`/in/${name(28)}.1.part`, `/in/${name(28)}`]);
  expect([...sink().modes].map((mode) => mode & 0o777)).toEqual([0o600]);
  expect(await place.list()).toEqual([name(28)]);
  expect(await place.fetch(name(28), async (file) => readFile(file, 'utf8'))).toBe('the backup');
  await place.remove(name(28));
  expect(await place.list()).toEqual([]);
});

it('keeps the newest, and no part of a broken connection counts as a backup', async () => {
  const place = openPlace({ to: address(), s3: undefined });
  for (const day of [26, 27, 28]) await place.write(name(day), content('x'));
  sink().files.set('/in/notes.txt', Buffer.from('x'));
  sink().behave('dies');
  await expect(place.write(name(29), content('x'.repeat(1_000)))).rejects.toThrow(
    /^127\.0\.0\.1: The connection broke/,
  );
  expect(sink().files.has(`/in/${name(29)}`)).toBe(false);
  sink().behave('takes');
  await keepNewest(place, { keep: 2, now: new Date('2026-11-30T00:00:00Z') });
  expect([...sink().files.keys()]).toEqual(
    expect.arrayContaining(['/in', `/in/${name(27)}`, `/in/${name(28)}`, '/in/notes.txt']),
  );
  expect(sink().files.size).toBe(4);
});

it('is tried out, and leaves nothing', async () => {
  await openPlace({ to: address(), s3: undefined }).tryOut();
  expect([...sink().files.keys()]).toEqual(['/in']);
});

it.each([
  ['no confirmed host key', '', /is not confirmed yet\. It shows SHA256:/],
  ['another host key', '?hostKey=SHA256:abc', /another host key .* It shows SHA256:/],
])('sends no password to a server with %s', async (_, query, sentence) => {
  const before = sink().logins;
  const to = address().replace(/\?.*/, query);
  await expect(openPlace({ to, s3: undefined }).tryOut()).rejects.toThrow(sentence);
  expect(sink().logins).toBe(before);
});

it('says what fails, without the password', async () => {
  const wrong = openPlace({ to: address().replace('a-secret', 'other'), s3: undefined });
  const failure = await wrong.tryOut().catch((error: Error) => error.message);
  expect(failure).toBe('127.0.0.1: The server refused the user name, or the password or key.');
  const missing = openPlace({ to: address().replace('/in?', '/none?'), s3: undefined });
  await expect(missing.tryOut()).rejects.toThrow(
    /^127\.0\.0\.1: The folder does not exist on the server/,
  );
});

it('copies a backup into the data folder, where a killed process has left one', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-data-'));
  const left = path.join(dataDir, 'rehearsal');
  await mkdir(left);
  await writeFile(path.join(left, 'backup'), 'half');
  const place = openPlace({ to: address(), s3: undefined }, dataDir);
  await place.write(name(28), content('the backup'));
  const read = async (file: string) => [path.dirname(file), await readFile(file, 'utf8')];
  expect(await place.fetch(name(28), read)).toEqual([left, 'the backup']);
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

it('leaves out what a server says about a failure', async () => {
  sink().behave('refuses to write');
  const failure = await openPlace({ to: address(), s3: undefined })
    .write(name(28), content('x'))
    .catch((error: Error) => error.message);
  expect(failure).toBe('127.0.0.1: The file could not be written completely.');
});

it.each([
  ['sftp://host/folder', false],
  ['sftp://user@host/folder', false],
  ['sftp://user:secret@host/folder', true],
  ['sftp://user:secret@host/folder?hostKey=SHA256:a+b/c', true],
  ['sftp://user@host/folder?key=/etc/recoup/key&hostKey=SHA256:a', true],
  ['sftp://user:secret@host/folder?key=/etc/recoup/key', false],
  ['sftp://user:secret@host/folder?keys=x', false],
  ['s3://bucket', true],
  ['s3://bucket/a/b', true],
  ['s3://B/a', false],
  ['s3://bucket/a?x=1', false],
  ['/mnt/backups', true],
  ['backups', false],
  ['ftp://host/folder', false],
])('knows whether a place can be read: %s', (to, isGood) => {
  expect(validatePlace(to) === undefined).toBe(isGood);
});

function address(): string {
  const hostKey = sink().hostKey;
  return `sftp://recoup:a-secret-of-sftp@127.0.0.1:${sink().port}/in?hostKey=${hostKey}`;
}

function content(text: string): Readable {
  return Readable.from([Buffer.from(text)], { objectMode: false });
}
