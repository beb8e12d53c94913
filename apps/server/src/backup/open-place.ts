import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import type SftpClient from 'ssh2-sftp-client';
import { hours, seconds } from '../platform/core/clock.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import { createEgress } from '../platform/egress/egress.ts';
import type { Hold } from '../platform/hold/hold.ts';
import {
  listEntries,
  naming,
  pathIn,
  requireWritable,
  sendFile,
  sftpSentence,
  withoutLateErrors,
} from '../platform/sftp/sftp-files.ts';
import { HostKeyError, type SftpServer, withSftp } from '../platform/sftp/sftp-session.ts';
import type { BackupPlace } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';
import { localCopies, type LocalCopies } from './local-copy.ts';
import { s3Place, type S3Settings } from './s3-place.ts';

/** For an absolute path, `sftp://…` or `s3://…`; copies go into `dataDir`. Throws StartupError. */
export function openPlace({ to, s3 }: PlaceSettings, dataDir?: string): BackupPlace {
  const copies = localCopies(dataDir);
  if (to.startsWith('sftp://')) return sftpPlace(to, copies);
  return to.startsWith('s3://') ? s3Place(to, s3, { copies }) : folderPlace(to);
}

/** At the start: a folder that fails ends it. Throws StartupError. */
export async function tryFolder(settings: PlaceSettings): Promise<void> {
  const place = openPlace(settings);
  if (isAbsolute(settings.to)) await place.tryOut();
}

/** Warns of another server that fails, because Recoup runs without it. */
export async function tryServer(
  settings: PlaceSettings,
  { log, hold }: { log: Pick<Logger, 'warn'>; hold: Hold },
): Promise<void> {
  try {
    if (isAbsolute(settings.to) || (await hold.isHeld())) return;
    await openPlace(settings).tryOut();
  } catch (error) {
    log.warn({ err: error }, 'no backup can be written to RECOUP_BACKUP_TO');
  }
}

export type PlaceSettings = {
  to: string;
  /** Absent without AWS_ACCESS_KEY_ID. */
  s3: S3Settings | undefined;
};

/** Returns the fault of RECOUP_BACKUP_TO, if any. */
export function validatePlace(to: string): string | undefined {
  if (to.startsWith('sftp://')) return validateSftpUrl(to);
  if (to.startsWith('s3://'))
    return /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[^?#]*)?$/.test(to)
      ? undefined
      : 'must look like s3://BUCKET/PREFIX';
  return isAbsolute(to) ? undefined : 'must be a folder that begins with /, sftp:// or s3://';
}

/** A backup of gigabytes takes hours on a slow line. */
const limits = { silence: seconds(60), total: hours(12) };
/** More files than any number of backups that is kept. */
const maxFiles = 20_000;

/** The operator names this server, so private networks are allowed. */
const egress = createEgress({ allow: '0.0.0.0/0,::/0' });

/** `to` is `sftp://USER:PASSWORD@HOST:PORT/FOLDER?hostKey=SHA256:…`, or has `key=` in its query. */
function sftpPlace(to: string, copies: LocalCopies): BackupPlace {
  const { server, folder } = readSftpUrl(to);
  const connected = async <T>(work: (client: SftpClient) => Promise<T>): Promise<T> =>
    withSftp(server, { egress, limits }, work).catch((error: unknown) => {
      throw new Error(`${server.host}: ${explain(error)}`);
    });
  return {
    tryOut: async () =>
      connected(async (client) => {
        await listEntries(client, folder, 0);
        await requireWritable(client, folder);
      }).catch((error: Error) => {
        throw new StartupError(error.message);
      }),
    write: async (name, content) => {
      const open = async () => content;
      const file = { folder, name, attempt: 1, mode: 0o600, open };
      await connected(async (client) => sendFile(client, file));
    },
    list: async () =>
      connected(async (client) =>
        (await listEntries(client, folder, maxFiles)).map(({ filename }) => filename),
      ),
    remove: async (name) => {
      await connected(async (client) => client.delete(pathIn(folder, name), true));
    },
    fetch: async (name, work) =>
      copies(
        async (save) =>
          connected(async (client) =>
            naming('not_read', async () =>
              save(withoutLateErrors(client.createReadStream(pathIn(folder, name)))),
            ),
          ),
        work,
      ),
  };
}

/** A server may repeat the password in its answer, so its words are left out. */
function explain(error: unknown): string {
  if (error instanceof HostKeyError)
    return (
      `${error.message} It shows ${error.offered}: compare it with the one that the server's ` +
      'operator names, and set it as hostKey in RECOUP_BACKUP_TO.'
    );
  const { message } = error instanceof Error ? error : new Error(String(error));
  return sftpSentence(message) ?? message;
}

/** Returns the fault of an address, if any. */
function validateSftpUrl(to: string): string | undefined {
  if (!URL.canParse(to)) return form;
  const { hostname, username, password, hash } = new URL(to);
  const { key, ...others } = readQuery(to);
  const hasOneSecret = (password === '') !== (key === undefined);
  if (hostname === '' || username === '' || hash !== '' || !hasOneSecret) return form;
  return Object.keys(others).every((name) => name === 'hostKey') ? undefined : form;
}

const form =
  'must look like sftp://USER:PASSWORD@HOST/FOLDER?hostKey=SHA256:…, ' +
  'or with key=/PATH/OF/A/PRIVATE/KEY in the query instead of a password';

function readSftpUrl(to: string) {
  const { hostname, port, username, password, pathname } = new URL(to);
  const { key, hostKey } = readQuery(to);
  const server: SftpServer = {
    host: hostname,
    port: Number(port || 22),
    userName: decodeURIComponent(username),
    secret:
      key === undefined ? { password: decodeURIComponent(password) } : { privateKey: readKey(key) },
    hostKey: hostKey?.replace(/=+$/, '') ?? null,
  };
  return {
    server,
    // Below the folder of the login.
    folder: decodeURIComponent(pathname).replace(/^\/~\/?/, ''),
  };
}

/** Not as a form: a fingerprint holds plus signs. */
function readQuery(to: string): Partial<Record<string, string>> {
  const parts = new URL(to).search.slice(1).split('&').filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
    }),
  );
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartupError(`The private key ${file} in RECOUP_BACKUP_TO cannot be read.`);
  }
}
