import { isDeepStrictEqual } from 'node:util';
import { lastExportedDay, nextTime } from '@recoup/contract/hand-over/days';
import { newId } from '@recoup/contract/core/ids';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { HandOver } from '@recoup/contract/hand-over/endpoints';
import { getExport } from '../../exports/exports.service.ts';
import { lockOne, toHandOver } from '../schedules/hand-overs.service.ts';
import { closeExport, type ClosingRooms } from '../../exports/closings.service.ts';
import {
  type AuditContext,
  createFirmScope,
  type FirmScope,
  noFactor,
  requireFirmScope,
} from '../../platform/core/actor.ts';
import { type Clock, southAfricanDay, southAfricanTime } from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import {
  findShownHandOver,
  lockHandOver,
  setNextTime,
  type ShownHandOver,
  listRunners,
} from '../schedules/hand-overs.repository.ts';
import type { WorkerOptions } from '../../platform/jobs/worker.ts';
import { outcomes } from '../../platform/monitoring/outcomes.ts';
import { handOverReason } from '../hand-over-reasons.service.ts';
import { findStoredServer } from '../sftp/sftp-servers.repository.ts';
import { destinationText, prepareFile } from './export-of-run.ts';
import { insertRun, isOnItsWay, type NewRun } from './runs.repository.ts';
import { AppError, conflict } from '../../platform/core/app-error.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import { role } from '@recoup/contract/core/access';

export type RunOptions = Notifying & {
  db: Db;
  log: WorkerOptions['log'];
  clock: Clock;
  openFile: (firmId: string) => Promise<SpooledFile>;
  rooms: ClosingRooms;
};

/**
 * Runs a hand-over whose time has come, once: also in two processes at once, and after one was
 * killed. The run, the next time and the export are written in one transaction, so that each time
 * has one export at most. What keeps it from closing is a run of the ledger too.
 */
export async function runHandOver(
  options: RunOptions,
  { firmId, handOverId }: { firmId: string; handOverId: string },
): Promise<void> {
  const firm = createFirmScope(firmId);
  const db = withScope(options.db, firm, 'jobs');
  const now = options.clock.now();
  const handOver = await findShownHandOver(db, firm, handOverId);
  if (!handOver || !isDue(handOver, now)) return;
  const { nextAt: dueAt, on } = handOver;
  const recipient = await describeRecipient(db, firm, handOver);
  const run = newRun(handOver, { now, dueAt, upTo: lastExportedDay(on, dueAt), recipient });
  try {
    const by = await findRunner(db, firm, { userId: handOver.savedBy, now, runId: run.id });
    if (!by) throw new RefusedRunError(noRunner(handOver.savedByName));
    await close({ ...options, db }, by, { handOver, run });
    // A file is counted when it has arrived.
    if (handOver.email !== null) outcomes.handOver.count('mailed');
  } catch (error) {
    if (error instanceof NotDueError) return;
    const outcome = await outcomeFromError(error, { ...options, db, firm, upTo: run.upTo, now });
    const isStored = await db
      .transaction()
      .execute(async (trx) =>
        keepOutcome(trx, { ...options, firm }, { handOver, run: { ...run, ...outcome } }),
      );
    if (isStored) reportOutcome(options.log, { firmId, handOver, run, outcome });
  }
}

function reportOutcome(
  log: WorkerOptions['log'],
  { firmId, handOver, run, outcome }: Running & { firmId: string; outcome: Outcome },
): void {
  const { state, message } = outcome;
  outcomes.handOver.count(state);
  if (state === 'empty') return;
  const reason = state === 'skipped' ? 'Blocking exceptions are open.' : handOverReason(message);
  const ids = { firm: firmId, handOver: handOver.id, run: run.id };
  log.warn({ ...ids, outcome: state, reason }, 'a hand-over closed nothing');
}

const noRunner = (name: string): string =>
  `${name}, who saved this hand-over last, is not the admin of the firm any more. ` +
  'Open it and save it to run it in your name.';

type Running = { handOver: ShownHandOver; run: NewRun };

async function close(
  { db, openFile, rooms }: RunOptions,
  by: AuditContext,
  { handOver, run }: Running,
): Promise<void> {
  const firm = createFirmScope(by.actor.scope.firmId ?? '');
  await closeExport(db, by, {
    to: run.upTo,
    signal: new AbortController().signal,
    openFile: async () => openFile(firm.firmId),
    rooms,
    before: async (trx) => claim(trx, firm, { handOver, now: by.now }),
    after: async (trx, made) => keepClosed(trx, by, { firm, handOver, run, made }),
  });
}

async function keepClosed(
  trx: Trx,
  by: AuditContext,
  { firm, handOver, run, made }: Running & { firm: FirmScope; made: ExportRecord },
): Promise<void> {
  const prepared = await prepareFile(trx, by, { handOver, made });
  const exportId = made._id;
  await insertRun(trx, firm, { ...run, exportId, ...prepared });
  await recordAudit(trx, by, {
    action: 'hand-over.closed',
    subjectId: run.id,
    details: { handOver: handOver.name, export: made.number, to: run.recipient },
    rows: made.rows,
  });
}

/**
 * Without an export; the admins get a mail, unless there was nothing to export. Returns false if
 * another run came first.
 */
async function keepOutcome(
  trx: Trx,
  { firm, clock, ...notifying }: Notifying & { firm: FirmScope; clock: Clock },
  { handOver, run }: Running & { run: NewRun & Outcome },
): Promise<boolean> {
  const now = clock.now();
  try {
    await claim(trx, firm, { handOver, now });
  } catch (error) {
    if (error instanceof NotDueError) return false;
    throw error;
  }
  await insertRun(trx, firm, run);
  const { state, message } = run;
  if (state !== 'empty')
    await notifyAdmins(trx, firm, { ...notifying, handOver, state, message, now });
  return true;
}

/** Another process, or a change of the hand-over, came first. */
class NotDueError extends Error {}

async function claim(
  trx: Trx,
  firm: FirmScope,
  { handOver, now }: { handOver: ShownHandOver; now: Date },
): Promise<void> {
  const locked = await lockHandOver(trx, firm, handOver.id);
  // One that was saved meanwhile runs at the next check, with what it says now.
  const isSame = isDeepStrictEqual(locked, handOver);
  if (!locked || !isSame || !isDue(locked, now)) throw new NotDueError();
  await setNextTime(trx, firm, { id: locked.id, nextAt: nextTime(locked, now) });
}

function isDue({ isOn, nextAt }: ShownHandOver, now: Date): boolean {
  return isOn && nextAt <= now;
}

function newRun(
  { id, name, type, layout, serverId }: ShownHandOver,
  { now, ...of }: Pick<NewRun, 'dueAt' | 'upTo' | 'recipient'> & { now: Date },
): NewRun {
  return {
    id: newId(now.getTime()),
    handOverId: id,
    name,
    type,
    layout,
    serverId,
    ...of,
    startedAt: now,
    state: 'sending',
    message: null,
    exportId: null,
    mailId: null,
    fileName: null,
    nextTryAt: null,
    giveUpAt: null,
  };
}

/**
 * Sends the file of an export that is closed already where a hand-over goes. Throws `not_found`,
 * `conflict` for a reopened export or a copy and while the file is on its way, and what keeps a
 * posting file from being written.
 */
export async function sendClosedExport(
  db: Db,
  by: AuditContext,
  { id, exportId }: { id: string; exportId: string },
): Promise<HandOver> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const handOver = await lockOne(trx, firm, id);
    const made = await getExport(trx, firm, exportId);
    if (made.state !== 'closed') throw conflict('Only a closed export is handed over.');
    if (await isOnItsWay(trx, firm, { handOverId: id, exportId }))
      throw conflict('The file of this export is being sent already.');
    const run = newRun(handOver, {
      now: by.now,
      dueAt: by.now,
      upTo: made.to ?? southAfricanDay(new Date(made.createdAt)),
      recipient: await describeRecipient(trx, firm, handOver),
    });
    await insertRun(trx, firm, {
      ...run,
      exportId,
      ...(await prepareFile(trx, by, { handOver, made })),
    });
    await recordAudit(trx, by, {
      action: 'hand-over.export-sent',
      subjectId: run.id,
      details: { handOver: handOver.name, export: made.number, to: run.recipient },
      rows: made.rows,
    });
    return toHandOver(handOver);
  });
}

async function describeRecipient(db: Db, firm: FirmScope, handOver: ShownHandOver) {
  if (handOver.email !== null) return handOver.email;
  const server = await findStoredServer(db, firm, handOver.serverId ?? '');
  return server ? destinationText(server) : 'a deleted server';
}

/** Why a run closes nothing, in words for the firm admin. */
class RefusedRunError extends Error {}

type Outcome = { state: 'empty' | 'skipped' | 'failed'; message: string };

type RunContext = { db: Db; firm: FirmScope; upTo: string; now: Date; rooms: ClosingRooms };

/**
 * The outcome of a run that closed nothing. Throws an error that is an outage: the next check runs
 * it again.
 */
async function outcomeFromError(error: unknown, requested: RunContext): Promise<Outcome> {
  if (error instanceof RefusedRunError) return { state: 'failed', message: error.message };
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'nothing_to_export')
    return { state: 'empty', message: 'There was nothing to export.' };
  if (error.code === 'exceptions_open') return skipped(requested);
  if (!refusals.some((code) => code === error.code)) throw error;
  return { state: 'failed', message: refusalText(error) };
}

/** Error codes of layouts, files and mails; the rest is an outage. */
const refusals = [
  'layout_incomplete',
  'rows_refused',
  'too_large',
  'not_found',
  'too_many_requests',
];

async function skipped({ db, firm, upTo, now, rooms }: RunContext): Promise<Outcome> {
  const { block } = await rooms.countExceptions(db, firm, { to: upTo, now, isBlockingOnly: true });
  const what = block === 1 ? 'One blocking exception is' : `${block} blocking exceptions are`;
  return {
    state: 'skipped',
    message: `${what} open. Please correct or accept them, then run the hand-over again.`,
  };
}

function refusalText({ message, details }: AppError): string {
  const [row] = details.rows ?? [];
  const [field] = Object.values(details.fields ?? {});
  const first = row?.message ?? field;
  const all = first === undefined || first === message ? message : `${message} ${first}`;
  return all.slice(0, 500);
}

export type Notifying = { publicUrl: string };

type Notice = Notifying & {
  handOver: { name: string };
  state: 'skipped' | 'failed' | 'sending';
  message: string;
  /** For a file that waits. */
  nextTryAt?: Date | null;
  now: Date;
};

/** A mail to the firm's admin, who has to act. */
export async function notifyAdmins(
  trx: Trx,
  firm: FirmScope,
  { publicUrl, handOver, state, message, nextTryAt, now }: Notice,
): Promise<void> {
  const subject = `${titles[state]}: ${handOver.name}`;
  const next = nextTryAt
    ? ` The next try is at ${southAfricanTime(nextTryAt)}, South African time.`
    : '';
  const parts = [`${sentences[state]} ${message}${next}`];
  await mailAdmins(trx, firm, { subject, parts, publicUrl, now });
}

/** A mail to the firm's admins about runs. */
export async function mailAdmins(
  trx: Trx,
  firm: FirmScope,
  of: Notifying & { subject: string; parts: readonly string[]; now: Date },
): Promise<void> {
  const place = `The runs and their files:\n${of.publicUrl}/home/attorneys/integrations`;
  for (const { name, email: to } of await listRunners(trx, firm)) {
    const body = [`Dear ${name}`, ...of.parts, place, 'Recoup'].join('\n\n');
    const { subject, now } = of;
    await queueMail(trx, { firmId: firm.firmId, userId: null, to, subject, body, now });
  }
}

const titles = {
  skipped: 'Hand-over skipped',
  failed: 'Hand-over failed',
  sending: 'Hand-over is waiting',
} as const;
const sentences = {
  skipped: 'A hand-over on schedule was skipped; nothing was closed.',
  failed: 'A hand-over on schedule has failed.',
  sending: 'The file of a hand-over could not be sent yet; Recoup tries again for a day.',
} as const;

/**
 * The firm admin in whose name a hand-over runs, as a job: never with more rights than now.
 * Undefined for one who is not the firm's admin any more.
 */
export async function findRunner(
  db: Db,
  firm: FirmScope,
  { userId, now, runId }: { userId: string; now: Date; runId: string },
): Promise<AuditContext | undefined> {
  const runner = (await listRunners(db, firm)).find(({ id }) => id === userId);
  if (!runner) return undefined;
  const { name, email } = runner;
  const actor = {
    userId,
    name,
    email,
    sessionId: '',
    isJob: true,
    role: role.attorneyAdmin,
    session: 'full' as const,
    scope: firm,
    authenticatedAt: now,
    endsAt: now,
    ...noFactor,
  };
  return { actor, address: '', requestId: `hand-over ${runId}`, now };
}
