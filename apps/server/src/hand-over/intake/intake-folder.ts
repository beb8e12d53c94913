import { pipeline } from 'node:stream/promises';
import { isStorable, isOneLine } from '@recoup/contract/core/fields';
import { intakeLimits } from '@recoup/contract/hand-over/intake-endpoints';
import type { FileEntryWithStats } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';
import {
  SftpError,
  fileMode,
  listEntries,
  naming,
  pathIn,
  withoutLateErrors,
} from '../../platform/sftp/sftp-files.ts';
import type { FolderFile } from './intake.repository.ts';

/** Programs write a file under such a name until it is complete. */
const unfinished = /^\.|\.(?:part|filepart|tmp|temp|crdownload)$/i;
/** A name that people and reports can show. */
const longestName = 200;

/** The files of a folder that fit the pattern, the oldest first. Throws SftpError. */
export async function listFolder(
  client: SftpClient,
  { folder, pattern }: { folder: string; pattern: string },
): Promise<FolderFile[]> {
  const all = await listEntries(client, folder, intakeLimits.filesInFolder);
  if (all.length > intakeLimits.filesInFolder) throw new SftpError('folder_full');
  return all
    .filter((entry) => isFile(entry) && isUsable(entry.filename))
    .map(({ filename: name, attrs: { size, mtime } }) => ({
      name,
      bytes: size,
      modifiedAt: new Date(mtime * 1000),
    }))
    .filter(({ name }) => fitsPattern(name, pattern))
    .toSorted(
      (a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || (a.name < b.name ? -1 : 1),
    );
}

/** Some servers leave out the kind, and write a line as of `ls`. */
function isFile({ attrs, longname }: FileEntryWithStats): boolean {
  return attrs.isFile() || longname.startsWith('-');
}

function isUsable(name: string): boolean {
  return (
    name.length <= longestName && isStorable(name) && isOneLine(name) && !unfinished.test(name)
  );
}

/**
 * Copies a file into the spool. False where its size or time is another one than listed before or
 * after: it is being written. Throws SftpError.
 */
export async function fetchFile(
  client: SftpClient,
  { folder, file, into }: { folder: string; file: FolderFile; into: SpooledFile },
): Promise<boolean> {
  const path = pathIn(folder, file.name);
  const isSame = async () => {
    const { size, modifyTime } = await naming('not_read', async () => client.stat(path));
    return size === file.bytes && modifyTime === file.modifiedAt.getTime();
  };
  if (!(await isSame())) return false;
  const content = withoutLateErrors(client.createReadStream(path));
  try {
    await naming('not_read', async () => {
      for await (const chunk of content) {
        await into.write(Buffer.from(chunk as Buffer)); // a stream of bytes
        if (into.bytes > file.bytes) return;
      }
    });
  } finally {
    content.destroy();
  }
  return into.bytes === file.bytes && (await isSame());
}

/**
 * Moves a file into a folder beside it, with a text that says what became of it. False where the
 * server does not allow that. Another file of that name stays.
 */
export async function moveFile(
  client: SftpClient,
  { folder, name, to, report, now }: Move,
): Promise<boolean> {
  const target = pathIn(folder, to);
  try {
    if ((await client.exists(target)) === false) await client.mkdir(target);
    const isTaken = (await client.exists(pathIn(target, name))) !== false;
    const free = isTaken ? `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}-${name}` : name;
    await client.rename(pathIn(folder, name), pathIn(target, free));
    await writeText(client, pathIn(target, `${free}.txt`), report).catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}

type Move = { folder: string; name: string; to: string; report: string; now: Date };

async function writeText(client: SftpClient, path: string, text: string): Promise<void> {
  const target = client.createWriteStream(path, { mode: fileMode });
  await pipeline([Buffer.from(`${text}\n`)], withoutLateErrors(target));
}

/** Whether a file name fits, ignoring case: `*` stands for any letters, `?` for one. */
function fitsPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, place, star, retry] = [0, 0, -1, 0];
  // After a mismatch the last star takes one letter more, so it never tries twice.
  while (at < text.length) {
    if (wanted[place] === '*') {
      star = place;
      retry = at;
      place += 1;
    } else if (place < wanted.length && (wanted[place] === '?' || wanted[place] === text[at])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      retry += 1;
      at = retry;
      place = star + 1;
    } else return false;
  }
  return /^\**$/.test(wanted.slice(place));
}
