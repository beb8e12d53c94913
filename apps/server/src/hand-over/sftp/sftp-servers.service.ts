import { compareCodes } from '@recoup/contract/core/code-order';
import {
  type ChangedSftpServer,
  maxSftpServers,
  type NewSftpServer,
  type SftpServer,
  type SftpTest,
} from '@recoup/contract/hand-over/sftp-endpoints';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, notFound, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { Sealer } from '../../platform/security/sealing.ts';
import { findUseOfServer } from '../schedules/hand-overs.repository.ts';
import { findIntake } from '../intake/intake.repository.ts';
import { SftpError, listEntries, requireWritable } from '../../platform/sftp/sftp-files.ts';
import {
  deleteServerRow,
  findStoredServer,
  insertServer,
  type StoredServer,
  listStoredServers,
  lockServers,
  updateServer,
} from './sftp-servers.repository.ts';
import {
  type SftpOptions,
  type SftpServer as Connectable,
  HostKeyError,
  withSftp,
} from '../../platform/sftp/sftp-session.ts';
import { assertNameIsFree, changedFields } from '../../platform/collections/collections.ts';
import type SftpClient from 'ssh2-sftp-client';

/** Dependencies of the service beside the database. */
export type SftpTools = Pick<SftpOptions, 'egress'> & { sealer: Sealer };

export async function listSftpServers(db: Db, firm: FirmScope): Promise<SftpServer[]> {
  return (await listStoredServers(db, firm)).map(toReply);
}

/** Throws `conflict` for a name that another server has, and beyond the bound of servers. */
export async function createSftpServer(
  db: Db,
  by: AuditContext,
  { sealer, ...input }: NewSftpServer & { sealer: Sealer },
): Promise<SftpServer> {
  const firm = requireFirmScope(by.actor);
  const server = toStoredServer(firm, { ...input, id: newId(by.now.getTime()), sealer });
  return db.transaction().execute(async (trx) => {
    const others = await lockServers(trx, firm);
    if (others.length >= maxSftpServers)
      throw conflict(`A firm has at most ${maxSftpServers} servers.`);
    assertNameIsFree(server, { others, message: nameTaken });
    await insertServer(trx, firm, { ...server, createdAt: by.now });
    await audit(trx, by, { action: 'sftp-server.created', server });
    return toReply(server);
  });
}

/**
 * Throws `not_found`, `conflict` for a name that another server has, and `invalid_input` for
 * another host, port or user without its password or key.
 */
export async function updateSftpServer(
  db: Db,
  by: AuditContext,
  { sealer, ...input }: ChangedSftpServer & { id: string; sealer: Sealer },
): Promise<SftpServer> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const servers = await lockServers(trx, firm);
    const before = servers.find(({ id }) => id === input.id);
    if (!before) throw notFound('server');
    assertNameIsFree(input, { others: servers, message: nameTaken });
    const server = toStoredServer(firm, { ...input, sealer, before });
    await updateServer(trx, firm, server);
    await audit(trx, by, { action: 'sftp-server.updated', server, before });
    return toReply(server);
  });
}

/** Throws `not_found`, and `conflict` for a server that is in use. */
export async function deleteSftpServer(db: Db, by: AuditContext, id: string): Promise<SftpServer> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const server = (await lockServers(trx, firm)).find((each) => each.id === id);
    if (!server) throw notFound('server');
    const use = await findUseOfServer(trx, firm, id);
    if (use !== undefined) throw conflict(`The hand-over “${use}” uses this server.`);
    if ((await findIntake(trx, firm))?.serverId === id)
      throw conflict('The import of matter files on schedule uses this server.');
    await deleteServerRow(trx, firm, id);
    await audit(trx, by, { action: 'sftp-server.deleted', server });
    return toReply(server);
  });
}

/** With `hostKey`, that key is confirmed if the server shows it. Throws `not_found`. */
export async function testSftpServer(
  db: Db,
  by: AuditContext,
  { id, hostKey, ...tools }: SftpTools & { id: string; hostKey?: string | undefined },
): Promise<SftpTest> {
  const firm = requireFirmScope(by.actor);
  const stored = await findStoredServer(db, firm, id);
  if (!stored) throw notFound('server');
  const shown = { ...stored, hostKey: hostKey ?? stored.hostKey };
  const found = await testConnection(() => openServer(firm, shown, tools.sealer), tools);
  const isShown = hostKey !== undefined && found.hostKey === hostKey;
  if (isShown && hostKey !== stored.hostKey) await confirmHostKey(db, by, { stored, hostKey });
  return found;
}

/** For a connection. Throws `not_found`, and SftpError for a secret of another key. */
export async function getConnectable(
  db: Db,
  firm: FirmScope,
  { id, sealer }: { id: string; sealer: Sealer },
): Promise<Connectable & { folder: string }> {
  const stored = await findStoredServer(db, firm, id);
  if (!stored) throw notFound('server');
  return openServer(firm, stored, sealer);
}

function openServer(firm: FirmScope, saved: StoredServer, sealer: Sealer) {
  const { host, port, userName, folder, hostKey, id } = saved;
  const secret = sealer.open([firm.firmId, id], saved.sealedSecret);
  if (secret === undefined) throw new SftpError('secret_unreadable');
  return {
    host,
    port,
    userName,
    folder,
    hostKey,
    secret: saved.secretKind === 'key' ? { privateKey: secret } : { password: secret },
  };
}

/** The server may have been changed while it was tested. */
async function confirmHostKey(
  db: Db,
  by: AuditContext,
  { stored, hostKey }: { stored: StoredServer; hostKey: string },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const now = (await lockServers(trx, firm)).find(({ id }) => id === stored.id);
    if (!now || !isSamePlace(now, stored)) throw new AppError('changed_meanwhile');
    const server = { ...now, hostKey };
    await updateServer(trx, firm, server);
    await audit(trx, by, { action: 'sftp-server.host-key-confirmed', server, before: now });
  });
}

type Input = ChangedSftpServer & { id: string; sealer: Sealer; before?: StoredServer };

/** A stored secret goes only to the server and user that it was entered for. */
function toStoredServer(firm: FirmScope, { before, sealer, ...input }: Input): StoredServer {
  const { id, name, host, port, user: userName, folder, password, privateKey } = input;
  const place = { id, name, host, port, userName, folder };
  const isSame = before !== undefined && isSamePlace(before, place);
  const hostKey = isSame ? before.hostKey : null;
  const secret = password ?? privateKey;
  if (secret !== undefined) {
    const secretKind = password === undefined ? 'key' : 'password';
    return { ...place, hostKey, secretKind, sealedSecret: sealer.seal([firm.firmId, id], secret) };
  }
  if (!before || !isSame || before.userName !== userName)
    throw new AppError('invalid_input', { message: enterAgain, fields: { password: enterAgain } });
  return { ...before, ...place };
}

const enterAgain = 'The server or the user is another one: enter the password or the key again.';

function isSamePlace(a: Pick<StoredServer, 'host' | 'port'>, b: typeof a): boolean {
  return a.host === b.host && a.port === b.port;
}

const nameTaken = 'Another server has this name.';

const audited = ['name', 'host', 'port', 'userName', 'folder', 'hostKey'] as const;
type Audited = {
  action: `sftp-server.${'created' | 'updated' | 'deleted' | 'host-key-confirmed'}`;
  server: StoredServer;
  before?: StoredServer;
};

async function audit(trx: Trx, by: AuditContext, { action, server, before }: Audited) {
  const changes = before && changedFields(before, server, audited);
  const isNewSecret = before && !before.sealedSecret.equals(server.sealedSecret);
  await recordAudit(trx, by, {
    action,
    subjectId: server.id,
    details: { server: server.name, ...changes, ...(isNewSecret && { login: ['before', 'new'] }) },
  });
}

function toReply({ id, userName, sealedSecret: _, ...server }: StoredServer): SftpServer {
  return { _id: id, user: userName, ...server };
}

/** In milliseconds: a user waits for the answer. */
const testLimits = { silence: 10_000, total: 25_000 };
const maxShownFiles = 10;
const maxCountedFiles = 5_000;

type Tested = Connectable & { folder: string };

/** Reads the folder, writes and removes a small file. Says what failed instead of throwing it. */
async function testConnection(
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
  const names = entries.map(({ filename }) => filename).toSorted(compareCodes);
  const fileCount = names.length > maxCountedFiles ? null : names.length;
  return { files: names.slice(0, maxShownFiles), fileCount };
}
