import type { SftpTest } from '@recoup/contract/hand-over/sftp-endpoints';
import type SftpClient from 'ssh2-sftp-client';
import { SftpError, listEntries, requireWritable } from './sftp-files.ts';
import { HostKeyError, type SftpOptions, type SftpServer, withSftp } from './sftp-session.ts';

/** In milliseconds: a user waits for the answer. */
const testLimits = { silence: 10_000, total: 25_000 };
const maxShownFiles = 10;
const maxCountedFiles = 5_000;

type Tested = SftpServer & { folder: string };

/** Reads the folder, writes and removes a small file. Says what failed instead of throwing it. */
export async function testConnection(
  open: () => Tested,
  { egress }: Pick<SftpOptions, 'egress'>,
): Promise<SftpTest> {
  let found = nothingFound;
  try {
    const server = open();
    found = { ...nothingFound, hostKey: server.hostKey };
    await withSftp(server, { egress, limits: testLimits }, async (client) => {
      found = { ...found, ...(await readFolder(client, server.folder)), canRead: true };
      await requireWritable(client, server.folder);
    });
    const message = 'The connection works: a file was written into the folder and removed.';
    return { ...found, isWorking: true, canWrite: true, message };
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    const { problem, message } = error;
    const hostKey = shownKey(error, found);
    return { ...found, problem, message, hostKey };
  }
}

const nothingFound: SftpTest = {
  isWorking: false,
  problem: null,
  message: '',
  hostKey: null,
  canRead: false,
  canWrite: false,
  files: [],
  fileCount: null,
};

/** Before a login that failed, the server has shown the confirmed key, or another one. */
function shownKey(error: SftpError, { hostKey }: SftpTest): string | null {
  if (error instanceof HostKeyError) return error.offered;
  return afterHostKey.some((problem) => problem === error.problem) ? hostKey : null;
}

const afterHostKey = ['login_refused', 'folder_missing', 'not_writable'];

async function readFolder(client: SftpClient, folder: string) {
  const entries = await listEntries(client, folder, maxCountedFiles);
  const names = entries.map(({ filename }) => filename).toSorted((a, b) => a.localeCompare(b));
  const fileCount = names.length > maxCountedFiles ? null : names.length;
  return { files: names.slice(0, maxShownFiles), fileCount };
}
