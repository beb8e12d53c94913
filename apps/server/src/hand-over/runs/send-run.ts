import { getExportSummary, markExportTaken } from '../../exports/exports.service.ts';
import {
  type AllFirmsScope,
  createFirmScope,
  type FirmScope,
  type AuditContext,
  requireFirmScope,
} from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import { type Clock, minutes } from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import { insertAudit, recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { WorkerOptions } from '../../platform/jobs/worker.ts';
import { outcomes } from '../../platform/monitoring/outcomes.ts';
import { handOverReason } from '../hand-over-reasons.service.ts';
import type { SftpProblem } from '@recoup/contract/hand-over/sftp-endpoints';
import { SftpError, sendFile } from '../../platform/sftp/sftp-files.ts';
import { getConnectable, type SftpTools } from '../sftp/sftp-servers.service.ts';
import { type SftpOptions, sftpLimits, withSftp } from '../../platform/sftp/sftp-session.ts';
import { destinationText, openAgain, sendingMs } from './export-of-run.ts';
import { notifyAdmins, type Notifying } from './run-hand-over.ts';
import {
  beginTry,
  endTry,
  type Try,
  beginAgain,
  findRun,
  lockRepeatable,
  pullBackSendings,
} from './runs.repository.ts';
import type { HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { repeatMailWithin } from '../../mail/mail.service.ts';

export type SendOptions = SftpTools &
  Notifying &
  Pick<SftpOptions, 'limits'> & { db: Db; clock: Clock; log: WorkerOptions['log'] };

/**
 * Sends the file of a run that waits. A process that dies meanwhile leaves a temporary file at
 * most; the file is sent again under the same name once the try must have ended.
 */
export async function sendRun(
  options: SendOptions,
  { firmId, runId }: { firmId: string; runId: string },
): Promise<void> {
  const firm = createFirmScope(firmId);
  const db = withScope(options.db, firm, 'jobs');
  const { clock } = options;
  const now = clock.now();
  const endsAt = new Date(now.getTime() + longestTryMs);
  const run = await beginTry(db, firm, { id: runId, now, endsAt });
  if (!run) return;
  const sent = await send({ ...options, db }, firm, run);
  const end = await db
    .transaction()
    .execute(async (trx) =>
      typeof sent === 'string'
        ? keepSent(trx, firm, { run, to: sent, now: clock.now() })
        : keepFailure(trx, firm, { ...options, run, failure: sent }),
    );
  if (!end) return;
  outcomes.handOver.count(end.outcome);
  if (typeof sent === 'string') return;
  const facts = { firm: firmId, run: runId, tries: run.tries, ...end };
  const reason = handOverReason(sent.message);
  options.log.warn({ ...facts, reason }, 'the file of a hand-over was not sent');
}

/** Undefined if a later try has begun. */
type TryOutcome = { outcome: 'sent' | 'retry' | 'failed'; nextTryAt?: Date } | undefined;

const reopened =
  'The export was reopened, so its file is not sent any more: ' +
  'the entries go out with the next export.';

const longestTryMs = sftpLimits.total + minutes(1);

/** Returns where the file is, or why it is not there; throws what is an outage of our own. */
async function send({ db, egress, sealer, limits }: SendOptions, firm: FirmScope, run: Try) {
  try {
    if (run.serverId === null)
      throw new AppError('not_found', { message: 'The server was deleted.' });
    const { reopenedAt } = await getExportSummary(db, firm, run.exportId);
    if (reopenedAt !== null) throw conflict(reopened);
    const server = await getConnectable(db, firm, { id: run.serverId, sealer });
    const { folder } = server;
    const { fileName: name, tries: attempt } = run;
    const open = async () => openAgain(db, firm, run);
    await withSftp(server, { egress, ...(limits && { limits }) }, async (client) =>
      sendFile(client, { folder, name, attempt, open }),
    );
    return destinationText(server);
  } catch (error) {
    if (error instanceof SftpError || error instanceof AppError) return error;
    throw error;
  }
}

async function keepSent(
  trx: Trx,
  firm: FirmScope,
  { run: { id, tries, exportId, ...run }, to, now }: { run: Try; to: string; now: Date },
): Promise<TryOutcome> {
  // The server may have moved since the closing.
  const sent = { state: 'sent', sentAt: now, recipient: to } as const;
  const end = { ...sent, message: null, nextTryAt: null };
  if (!(await endTry(trx, firm, { id, tries, ...end }))) return undefined;
  await markExportTaken(trx, firm, { id: exportId, now });
  await insertAudit(trx, {
    action: 'hand-over.sent',
    subjectId: id,
    details: { handOver: run.name, file: run.fileName, to },
    firmId: firm.firmId,
    actorId: null,
    actorKind: 'job',
    address: '',
    requestId: `hand-over ${id}`,
    now,
  });
  return { outcome: 'sent' };
}

type Failed = Notifying & { clock: Clock; run: Try; failure: SftpError | AppError };

async function keepFailure(
  trx: Trx,
  firm: FirmScope,
  { run, failure, clock, publicUrl }: Failed,
): Promise<TryOutcome> {
  const now = clock.now();
  const { id, tries, giveUpAt, name } = run;
  const nextTryAt = new Date(now.getTime() + pauseAfter(tries));
  const isLast = nextTryAt > giveUpAt || failure.message === reopened;
  const { message } = failure;
  const end = isLast
    ? ({ state: 'failed', message, nextTryAt: null } as const)
    : ({ state: 'sending', message, nextTryAt } as const);
  if (!(await endTry(trx, firm, { id, tries, ...end }))) return undefined;
  if (isLast || (tries === 1 && needsPerson(failure)))
    await notifyAdmins(trx, firm, {
      publicUrl,
      handOver: { name },
      message,
      state: end.state,
      nextTryAt: end.nextTryAt,
      now,
    });
  return isLast ? { outcome: 'failed' } : { outcome: 'retry', nextTryAt };
}

/** One minute, then twice as long each time, at most an hour. */
function pauseAfter(tries: number): number {
  return minutes(Math.min(2 ** (tries - 1), 60));
}

/** Pulls files back that a clock which was ahead has planned. Returns how many there were. */
export async function pullBackFiles(
  db: Db,
  everywhere: AllFirmsScope,
  at: { now: Date; toleranceMs: number },
): Promise<number> {
  return pullBackSendings(db, everywhere, { ...at, tryMs: longestTryMs, allMs: sendingMs });
}

/** Such a failure may pass by itself. */
const passing: readonly SftpProblem[] = ['unknown_host', 'refused', 'silent', 'connection_lost'];

function needsPerson(failure: SftpError | AppError): boolean {
  return !(failure instanceof SftpError && passing.includes(failure.problem));
}

/**
 * Sends the file of a run again, under the same name. Throws `not_found`, and `conflict` where it
 * closed nothing and while its file is on the way.
 */
export async function repeatRun(db: Db, by: AuditContext, id: string): Promise<HandOverRun> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await findRun(trx, firm, id);
    if (!before) throw notFound('run');
    const locked = await lockRepeatable(trx, firm, id);
    if (!locked) throw conflict(whyNot(before));
    if (locked.mailId === null) {
      const giveUpAt = new Date(by.now.getTime() + sendingMs);
      await beginAgain(trx, firm, { id, nextTryAt: by.now, giveUpAt });
    } else {
      const mail = await repeatMailWithin(trx, by, locked.mailId);
      await beginAgain(trx, firm, { id, mailId: mail._id });
    }
    await recordAudit(trx, by, {
      action: 'hand-over.repeated',
      subjectId: id,
      details: { handOver: before.handOver.name, to: before.to },
    });
    const after = await findRun(trx, firm, id);
    if (!after) throw new Error('a run that was just written is not there');
    return after;
  });
}

function whyNot({ export: made, state }: HandOverRun): string {
  if (made === null) return 'This run closed nothing, so it has no file. Run the hand-over again.';
  return state === 'sending'
    ? 'The file is being sent: it will be tried again by itself.'
    : 'The server of this run was deleted.';
}
