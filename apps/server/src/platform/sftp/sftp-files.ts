import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import type { SftpProblem } from '@recoup/contract/hand-over/sftp-endpoints';

type Sent = { bytes: number; sha256: Buffer };
export type FileToSend = {
  /** Absolute, or below the folder that the server opens at the login. */
  folder: string;
  name: string;
  /** From 1: a try has a temporary file of its own. */
  attempt: number;
  /** Permissions; `fileMode` without it. */
  mode?: number;
  /** The same bytes each time. */
  open: () => Promise<Readable>;
};

/**
 * Writes a file under a temporary name, compares its size and renames it, so that the final name
 * never has a part of it: also not when a server that had stopped does a rename of an earlier
 * attempt late, in the middle of this one. A file of that name with the same content counts as
 * sent; another one is not touched. Throws SftpError.
 */
export async function sendFile(
  client: SftpClient,
  { folder, name, attempt, mode = fileMode, open }: FileToSend,
): Promise<Sent> {
  await requireFolder(client, folder);
  const final = pathIn(folder, name);
  if ((await findSize(client, final)) !== undefined)
    return requireSameContent(client, { final, open });
  const partPath = (which: number): string => `${final}.${which}.part`;
  for (let earlier = 1; earlier < attempt; earlier += 1)
    await client.delete(partPath(earlier), true).catch(() => undefined);
  const temporary = partPath(attempt);
  const sent = await write(client, { temporary, mode, open });
  await naming('not_renamed', async () => rename(client, temporary, final));
  if ((await findSize(client, final)) !== sent.bytes) throw new SftpError('not_renamed');
  return sent;
}

/** Throws SftpError where the folder is none, or may not be opened. */
async function requireFolder(client: SftpClient, folder: string): Promise<void> {
  const { isDirectory } = await naming('folder_missing', async () => client.stat(at(folder)));
  if (!isDirectory) throw new SftpError('folder_missing');
}

/**
 * The entries of a folder, and not many more than `max` of one that holds more: the list of the
 * library has no end if a server's has none. Throws SftpError.
 */
export async function listEntries(
  client: SftpClient,
  folder: string,
  max: number,
): Promise<FileEntryWithStats[]> {
  await requireFolder(client, folder);
  const { sftp } = client as SftpClient & { sftp: SFTPWrapper }; // the types leave it out
  return naming('folder_missing', async () => {
    const handle = await promisify(sftp.opendir.bind(sftp))(at(folder));
    const read = promisify<Buffer, FileEntryWithStats[]>(sftp.readdir.bind(sftp));
    const entries: FileEntryWithStats[] = [];
    while (entries.length <= max) {
      const more = await read(handle).catch((error: { code?: unknown }) => {
        if (error.code === endOfFolder) return undefined;
        throw error;
      });
      if (!more) break;
      entries.push(...more);
    }
    sftp.close(handle, () => {});
    return entries;
  });
}

/** SFTP status code: SSH_FX_EOF. */
const endOfFolder = 1;

/** Writes and removes a file of a few bytes. Throws SftpError. */
export async function requireWritable(client: SftpClient, folder: string): Promise<void> {
  const path = pathIn(folder, `.recoup-test-${Date.now()}.part`);
  await naming('not_writable', async () => {
    await client.put(Buffer.from('Recoup has tested the connection.\n'), path);
    await client.delete(path);
  });
}

/** The path of a file in a folder of a server. */
export function pathIn(folder: string, name: string): string {
  return `${at(folder).replace(/\/$/, '')}/${name}`;
}

/** Throws the errors of the library as what could not be done. */
export async function naming<T>(problem: SftpProblem, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SftpError) throw error;
    throw new SftpError(problem, (error as Error).message.replace(/^.*?: /, '')); // as above
  }
}

function at(folder: string): string {
  return folder === '' ? '.' : folder.replace(/(?<=.)\/+$/, '');
}

async function findSize(client: SftpClient, path: string): Promise<number | undefined> {
  try {
    return (await client.stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // the library's
    throw new SftpError('connection_lost', (error as Error).message); // as above
  }
}

async function write(
  client: SftpClient,
  { temporary, mode, open }: { temporary: string; mode: number; open: FileToSend['open'] },
): Promise<Sent> {
  const content = await open();
  const total = createTotal();
  try {
    await naming('not_written', async () => {
      // The library's own `put` loses the error of a write.
      const target = client.createWriteStream(temporary, { autoClose: false, mode });
      await pipeline(total.pass(content), withoutLateErrors(target));
      target.destroy();
    });
    if ((await findSize(client, temporary)) !== total.bytes()) throw new SftpError('not_written');
    return { bytes: total.bytes(), sha256: total.sha256() };
  } catch (error) {
    // An error of our own database is not the server's; a failed write only stops reading.
    throw content.errored?.name === 'AbortError' ? error : (content.errored ?? error);
  } finally {
    content.destroy();
  }
}

/** The plain rename does not replace a file; some servers know only the one of POSIX. */
async function rename(client: SftpClient, from: string, to: string): Promise<void> {
  try {
    await client.rename(from, to);
  } catch (error) {
    if ((await findSize(client, to)) !== undefined) throw error;
    await client.posixRename(from, to).catch(() => {
      throw error;
    });
  }
}

async function requireSameContent(
  client: SftpClient,
  { final, open }: { final: string; open: FileToSend['open'] },
): Promise<Sent> {
  const own = await readAll(await open());
  if ((await findSize(client, final)) !== own.bytes) throw new SftpError('other_file');
  const theirs = await naming('other_file', async () =>
    readAll(withoutLateErrors(client.createReadStream(final))),
  );
  if (!own.sha256.equals(theirs.sha256)) throw new SftpError('other_file');
  return own;
}

/** The library would set one that anybody on the server may write to, whatever its umask is. */
export const fileMode = 0o644;

/** A stream whose file is still being closed when the connection ends would end the process. */
export function withoutLateErrors<S extends Readable | Writable>(stream: S): S {
  stream.on('error', () => {});
  return stream;
}

async function readAll(content: Readable): Promise<Sent> {
  const total = createTotal();
  for await (const _ of total.pass(content));
  return { bytes: total.bytes(), sha256: total.sha256() };
}

function createTotal() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(content: Readable): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        const buffer = Buffer.from(chunk as Buffer); // a stream of bytes
        bytes += buffer.length;
        hash.update(buffer);
        yield buffer;
      }
    },
    bytes: () => bytes,
    sha256: () => hash.digest(),
  };
}

/** A problem of an SFTP server, with a sentence that a firm admin understands. */
export class SftpError extends Error {
  readonly problem: SftpProblem;
  constructor(problem: SftpProblem, detail = '') {
    const said = oneLine(detail);
    super(said === '' ? sentences[problem] : `${sentences[problem]} The server said: ${said}`);
    this.problem = problem;
  }
}

const sentences = {
  unknown_host: 'There is no server of this name.',
  not_allowed:
    'This address is inside a private network, which the operator of Recoup has not allowed.',
  refused: 'The server refused the connection. Please check the address and the port.',
  silent: 'The server did not answer in time.',
  not_ssh: 'The server answered, but not as an SFTP server with modern encryption.',
  host_key_unconfirmed: 'The host key of this server is not confirmed yet.',
  host_key_changed:
    'The server has another host key than the confirmed one. ' +
    'Ask its operator whether the key was changed. Nothing was sent.',
  key_unreadable:
    'The private key cannot be read. It must be the private one, without a passphrase.',
  login_refused: 'The server refused the user name, or the password or key.',
  secret_unreadable:
    'The password or key was encrypted with another secret key of this installation. ' +
    'Please enter it again.',
  folder_missing: 'The folder does not exist on the server, or may not be opened.',
  folder_full: 'The folder holds more than 5 000 files. Please remove old ones.',
  not_read: 'The file could not be read.',
  not_writable: 'No file can be written into the folder.',
  not_written: 'The file could not be written completely.',
  not_renamed: 'The file was written, but the server did not allow its final name.',
  other_file: 'A file of the same name with other content is in the folder already.',
  connection_lost: 'The connection broke.',
} as const satisfies Record<SftpProblem, string>;

/** The sentence that a message begins with, without the server's words; undefined for others. */
export function sftpSentence(message: string): string | undefined {
  return Object.values(sentences).find((sentence) => message.startsWith(sentence));
}

/** A server may say anything. */
function oneLine(detail: string): string {
  return detail
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
