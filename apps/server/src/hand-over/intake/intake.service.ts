import {
  type IntakeTest,
  type MatterIntake,
  type SavedIntake,
  nextIntakeTime,
} from '@recoup/contract/hand-over/intake-endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, invalidField, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { SftpError } from '../../platform/sftp/sftp-files.ts';
import { lockServers } from '../sftp/sftp-servers.repository.ts';
import { getConnectable, type SftpTools } from '../sftp/sftp-servers.service.ts';
import { withSftp } from '../../platform/sftp/sftp-session.ts';
import { listFolder } from './intake-folder.ts';
import {
  deleteIntakeRow,
  findIntake,
  lockIntake,
  queueIntake,
  replaceIntake,
  type ShownIntake,
  toIntakeReply,
  updateNextTime,
} from './intake.repository.ts';
import { changedFields } from '../../platform/collections/collections.ts';

export async function getIntake(db: Db, firm: FirmScope): Promise<MatterIntake | null> {
  const intake = await findIntake(db, firm);
  return intake ? toIntakeReply(intake) : null;
}

/** Throws `invalid_input` for a server that the firm does not have. */
export async function saveIntake(
  db: Db,
  by: AuditContext,
  { server: serverId, ...input }: SavedIntake,
): Promise<MatterIntake | null> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const servers = await lockServers(trx, firm);
    if (!servers.some(({ id }) => id === serverId))
      throw invalidField('server', 'Please choose one of the servers of the firm.');
    const before = await findIntake(trx, firm);
    await replaceIntake(trx, firm, {
      ...input,
      serverId,
      savedBy: by.actor.userId,
      nextAt: nextIntakeTime(input, by.now),
      tries: 0,
      problem: null,
      failingSince: null,
      failingTries: 0,
    });
    const saved = await findIntake(trx, firm);
    await audit(trx, by, { action: 'matter-intake.saved', before, after: saved });
    return saved ? toIntakeReply(saved) : null;
  });
}

export async function deleteIntake(db: Db, by: AuditContext): Promise<null> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await findIntake(trx, firm);
    if (!before) throw missing();
    await deleteIntakeRow(trx, firm);
    await audit(trx, by, { action: 'matter-intake.deleted', before, after: undefined });
    return null;
  });
}

/** Throws `conflict` while it is off, and while it runs. */
export async function requestIntakeRun(db: Db, by: AuditContext): Promise<MatterIntake | null> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    if (!(await findIntake(trx, firm))) throw missing();
    const intake = await lockIntake(trx, firm);
    if (!intake?.isOn) throw conflict('Switch it on first.');
    const next = { nextAt: by.now, tries: 0, problem: null };
    await updateNextTime(trx, firm, { ...next, before: intake.nextAt });
    await queueIntake(trx, firm);
    return getIntake(trx, firm);
  });
}

/** In milliseconds: a user waits for the answer. */
const testLimits = { silence: 10_000, total: 25_000 };
const shownFiles = 10;

/** Says what failed instead of throwing it. Throws `not_found` for a server of another firm. */
export async function testIntake(
  db: Db,
  firm: FirmScope,
  {
    server: id,
    folder,
    pattern,
    egress,
    sealer,
  }: SftpTools & Pick<SavedIntake, 'server' | 'folder' | 'pattern'>,
): Promise<IntakeTest> {
  try {
    const server = await getConnectable(db, firm, { id, sealer });
    const place = { folder: folder || server.folder, pattern };
    const files = await withSftp(server, { egress, limits: testLimits }, async (client) =>
      listFolder(client, place),
    );
    return {
      isWorking: true,
      message: 'The connection works: the folder was read.',
      files: files.slice(0, shownFiles).map(({ name }) => name),
      fileCount: files.length,
    };
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    return { isWorking: false, message: error.message, files: [], fileCount: null };
  }
}

const audited = ['serverName', 'folder', 'pattern', 'days', 'time', 'isOn'] as const;
const noIntake = {
  serverName: null,
  folder: null,
  pattern: null,
  days: null,
  time: null,
  isOn: null,
};
type Audited = {
  action: 'matter-intake.saved' | 'matter-intake.deleted';
  before: ShownIntake | undefined;
  after: ShownIntake | undefined;
};

async function audit(trx: Trx, by: AuditContext, { action, before, after }: Audited) {
  const details = changedFields(before ?? noIntake, after ?? noIntake, audited);
  await recordAudit(trx, by, { action, subjectId: null, details });
}

function missing(): AppError {
  return new AppError('not_found', { message: 'No import of matters is on schedule.' });
}
