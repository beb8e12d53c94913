import {
  nextIntakeTime,
  intakeLimits,
  type TakenFile,
} from '@recoup/contract/hand-over/intake-endpoints';
import { newId } from '@recoup/contract/core/ids';
import {
  type AllFirmsScope,
  type AuditContext,
  createFirmScope,
  type FirmScope,
} from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { minutes, type Clock } from '../../platform/core/clock.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import { withScope, type Trx, type Db } from '../../platform/database/connections.ts';
import type { WorkerOptions } from '../../platform/jobs/worker.ts';
import { outcomes } from '../../platform/monitoring/outcomes.ts';
import { handOverReason } from '../hand-over-reasons.service.ts';
import { findRunner, mailAdmins } from '../runs/run-hand-over.ts';
import { SftpError } from '../../platform/sftp/sftp-files.ts';
import { getConnectable, type SftpTools } from '../sftp/sftp-servers.service.ts';
import { sftpLimits, withSftp, type SftpOptions } from '../../platform/sftp/sftp-session.ts';
import { listFolder, fetchFile, moveFile } from './intake-folder.ts';
import {
  type FolderFile,
  insertIntakeRun,
  listFarIntakes,
  listTakenFiles,
  lockIntake,
  type NewRun,
  type ShownIntake,
  updateNextTime,
  insertTakenFile,
} from './intake.repository.ts';
import type { UploadResult } from '@recoup/contract/matters/endpoints';
import { uploadLimits, uploadLimitText } from '@recoup/contract/core/upload-limits';
import { importMatters } from '../../matters/import/imports.service.ts';
import { readBody } from '../../platform/csv/upload-stream.ts';
import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';

export type IntakeOptions = Omit<TakeOptions, 'endsAt'> &
  IntakeNotifying &
  Pick<WorkerOptions, 'log'> & { runMs?: number };

/** A file that changed a moment ago may be incomplete. */
const quietMs = minutes(1);
/** Another process takes over a run that has not ended by then. */
const longestRunMs = minutes(60);
/** Connections of one run in all; what remains is the import of the last file. */
const connectedMs = minutes(30);
/** When files were still being written, and between the tries of a run that failed. */
const pauseMs = [minutes(5), minutes(15), minutes(30)] as const;

/**
 * Imports the new files of the folder when the time of the firm has come, the oldest first. Files
 * that are being written, or cannot be read, are tried three times more some minutes later, as is a
 * run that fails. Then they are refused, and the run has failed; the admins get a mail of both.
 */
export async function runIntake(options: IntakeOptions, firmId: string): Promise<void> {
  const firm = createFirmScope(firmId);
  const db = withScope(options.db, firm, 'jobs');
  // In the time of the process, which a wrong clock does not change.
  const endsAt = performance.now() + (options.runMs ?? connectedMs);
  const scoped = { ...options, db, endsAt };
  const intake = await claim(scoped, firm);
  if (!intake) return;
  const startedAt = options.clock.now();
  const run = { id: newId(startedAt.getTime()), startedAt };
  const files: TakenFile[] = [];
  try {
    const left = await takeNewFiles(scoped, { firm, intake, runId: run.id, files });
    const state = files.length === 0 ? 'empty' : 'done';
    await finish(scoped, firm, { intake, left, run: { ...run, state, message: null, files } });
    outcomes.intake.count(state);
  } catch (error) {
    if (!(error instanceof SftpError || error instanceof AppError)) throw error;
    const failed = { ...run, state: 'failed', message: error.message, files } as const;
    await keepFailure(scoped, firm, { intake, run: failed });
  }
}

/** Undefined when it is not due, or another process has it. */
async function claim({ db, clock }: TakeOptions, firm: FirmScope) {
  return db.transaction().execute(async (trx) => {
    const intake = await lockIntake(trx, firm);
    const now = clock.now();
    if (!intake?.isOn || intake.nextAt > now) return undefined;
    const { tries, problem } = intake;
    const nextAt = new Date(now.getTime() + longestRunMs);
    await updateNextTime(trx, firm, { nextAt, tries, problem, before: intake.nextAt });
    return { ...intake, nextAt };
  });
}

type Running = { firm: FirmScope; intake: ShownIntake; runId: string; files: TakenFile[] };

type Left = 'none' | 'unread' | 'more';

/**
 * Adds to `files`. Returns what is left: files that may be read soon, or only more than a run
 * takes, by number or by its time. In the last run, files that cannot be read are refused.
 */
async function takeNewFiles(options: TakeOptions, { firm, intake, runId, files }: Running) {
  const { clock } = options;
  const by = await requireRunner(options, { firm, intake, runId });
  const found = await listNewFiles(options, firm, intake);
  const quietSince = clock.now().getTime() - quietMs;
  const isReady = ({ modifiedAt }: FolderFile): boolean => modifiedAt.getTime() <= quietSince;
  const ready = found.filter(isReady);
  const unread = found
    .filter((file) => !isReady(file))
    .map(({ name }) => ({
      name,
      why: 'It was changed in the last minute, or its time lies ahead.',
    }));
  for (const file of ready.slice(0, intakeLimits.filesPerRun)) {
    const taking = { firm, by: { ...by, now: clock.now() }, intake, file };
    const taken = await takeFile(options, taking).catch((error: unknown) => {
      if (files.length > 0 && isOver(options)) return outOfTime;
      return whyUnread(error);
    });
    if (taken === outOfTime) return 'more';
    if (typeof taken === 'object') files.push(taken);
    else unread.push({ name: file.name, why: taken ?? 'It changed while it was read.' });
  }
  if (ready.length > intakeLimits.filesPerRun && files.length > 0) return 'more';
  if (intake.tries < pauseMs.length) return unread.length > 0 ? 'unread' : 'none';
  for (const { name, why } of unread.slice(0, intakeLimits.filesPerRun))
    files.push({ name, state: 'refused', message: `${why} Nothing was imported.`, movedTo: null });
  return 'none';
}

const outOfTime = Symbol('the time of the run is over');

function isOver({ endsAt }: TakeOptions): boolean {
  return performance.now() >= endsAt;
}

/** A file that may not be opened keeps no other one waiting. */
function whyUnread(error: unknown): string {
  if (error instanceof SftpError && error.problem === 'not_read') return error.message;
  throw error;
}

async function requireRunner(
  { db, clock }: TakeOptions,
  { firm, intake, runId }: Omit<Running, 'files'>,
): Promise<AuditContext> {
  const by = await findRunner(db, firm, { userId: intake.savedBy, now: clock.now(), runId });
  if (by) return by;
  const message =
    `${intake.savedByName}, who saved this import last, is not the admin of the firm any more. ` +
    'Open it and save it to run it in your name.';
  throw new AppError('forbidden', { message });
}

async function listNewFiles(options: TakeOptions, firm: FirmScope, intake: ShownIntake) {
  const { pattern } = intake;
  const all = await inFolder(options, { firm, intake }, async (client, folder) =>
    listFolder(client, { folder, pattern }),
  );
  const taken = new Set((await listTakenFiles(options.db, firm, all)).map(fileKey));
  return all.filter((file) => !taken.has(fileKey(file)));
}

function fileKey({ name, bytes, modifiedAt }: FolderFile): string {
  return JSON.stringify([name, bytes, modifiedAt.getTime()]);
}

type Finished = { intake: ShownIntake; left: Left; run: NewRun };

/** Keeps the run, unless it only found files that are being written. More files come next. */
async function finish(
  { db, clock, publicUrl }: IntakeOptions,
  firm: FirmScope,
  { intake, left, run }: Finished,
): Promise<void> {
  const now = clock.now();
  const isTriedSoon = left === 'unread';
  const next = planNextRun(intake, { isTriedSoon, now, problem: null });
  await db.transaction().execute(async (trx) => {
    if (run.files.length > 0 || !isTriedSoon) await insertIntakeRun(trx, firm, run);
    await mailOutcome(trx, firm, { publicUrl, run, now });
    await updateNextTime(trx, firm, left === 'more' ? { ...next, nextAt: now } : next);
  });
}

async function keepFailure(
  { db, clock, log, publicUrl }: IntakeOptions,
  firm: FirmScope,
  { intake, run }: { intake: ShownIntake; run: NewRun },
): Promise<void> {
  const now = clock.now();
  const isTriedSoon = intake.tries < pauseMs.length;
  const next = planNextRun(intake, { isTriedSoon, now, problem: run.message });
  await db.transaction().execute(async (trx) => {
    if (!isTriedSoon || run.files.length > 0) {
      await insertIntakeRun(trx, firm, run);
      await mailOutcome(trx, firm, { publicUrl, run, now });
    }
    await updateNextTime(trx, firm, next);
  });
  const outcome = isTriedSoon ? 'retry' : 'failed';
  outcomes.intake.count(outcome);
  const facts = { firm: firm.firmId, outcome, tries: next.failingTries, nextTryAt: next.nextAt };
  const reason = handOverReason(run.message ?? '');
  log.warn({ ...facts, reason }, 'matters could not be imported on schedule');
}

function planNextRun(
  { tries, nextAt: before, failingSince, failingTries, ...intake }: ShownIntake,
  { isTriedSoon, now, problem }: { isTriedSoon: boolean; now: Date; problem: string | null },
) {
  const failing =
    problem === null
      ? { failingSince: null, failingTries: 0 }
      : { failingSince: failingSince ?? now, failingTries: failingTries + 1 };
  const next = { before, ...failing };
  if (!isTriedSoon)
    return { ...next, nextAt: nextIntakeTime(intake, now), tries: 0, problem: null };
  const pause = pauseMs[tries] ?? pauseMs[0];
  return { ...next, nextAt: new Date(now.getTime() + pause), tries: tries + 1, problem };
}

/**
 * Pulls imports back whose next time is neither that of their schedule nor soon: a clock that was
 * ahead has planned it. Returns how many there were.
 */
export async function pullBackIntakes(
  db: Db,
  everywhere: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const pause = createPauses();
  let count = 0;
  const soon = new Date(now.getTime() + longestRunMs + toleranceMs);
  for (const intake of await listFarIntakes(db, everywhere, soon)) {
    await pause();
    const { firmId, nextAt: before, tries, problem } = intake;
    const latest = nextIntakeTime(intake, new Date(now.getTime() + toleranceMs));
    if (tries === 0 && before <= latest) continue;
    const lastPause = pauseMs[tries - 1];
    const nextAt =
      lastPause === undefined ? nextIntakeTime(intake, now) : new Date(now.getTime() + lastPause);
    const isPulled = await updateNextTime(db, createFirmScope(firmId), {
      before,
      nextAt,
      tries,
      problem,
    });
    if (isPulled) count += 1;
  }
  return count;
}

type IntakeNotifying = { publicUrl: string };

type Outcome = IntakeNotifying & { run: NewRun; now: Date };

/** A mail to the firm's admins about a failed run, and about files that were refused. */
async function mailOutcome(trx: Trx, firm: FirmScope, { publicUrl, run, now }: Outcome) {
  const refused = run.files.filter(({ state }) => state === 'refused');
  if (run.state !== 'failed' && refused.length === 0) return;
  const subject =
    run.state === 'failed' ? 'Import of matters failed' : 'Files of matters were refused';
  const parts = [
    ...(run.state === 'failed' ? [`The import of matters on schedule failed. ${run.message}`] : []),
    ...refused.map(({ name, message }) => `${name}\n${message}`),
  ];
  await mailAdmins(trx, firm, { subject, parts, publicUrl, now });
}

type TakeOptions = SftpTools &
  Pick<SftpOptions, 'limits'> & {
    db: Db;
    clock: Clock;
    openFile: (firmId: string) => Promise<SpooledFile>;
    /** The end of the connections of this run, by `performance.now()`. */
    endsAt: number;
  };
type Taking = { firm: FirmScope; by: AuditContext; intake: ShownIntake; file: FolderFile };

/**
 * Imports a file whole or not at all, and moves it out of the way with a text that says what became
 * of it. In the transaction of the import the file is marked as taken, so that a process that dies
 * leaves no second import. Undefined for a file that is being written. Throws SftpError, and
 * AppError for what is no fault of the file.
 */
async function takeFile(options: TakeOptions, taking: Taking): Promise<TakenFile | undefined> {
  const { db, clock } = options;
  const { firm, file } = taking;
  const outcome = await importFile(options, taking);
  if (outcome === undefined) return undefined;
  if (outcome.state === 'refused') await insertTakenFile(db, firm, file);
  const to = outcome.state === 'imported' ? 'done' : 'refused';
  const move = { name: file.name, to, report: outcome.message, now: clock.now() };
  const isMoved = await inFolder(options, taking, async (client, folder) =>
    moveFile(client, { ...move, folder }),
  ).catch(() => false); // it was imported all the same
  return { name: file.name, ...outcome, movedTo: isMoved ? to : null };
}

type FileOutcome = Pick<TakenFile, 'state' | 'message'>;

async function importFile(options: TakeOptions, taking: Taking): Promise<FileOutcome | undefined> {
  const { db, openFile } = options;
  const { firm, by, file } = taking;
  if (file.bytes > uploadLimits.bodyBytes)
    return { state: 'refused', message: `The file is larger than ${uploadLimitText}.` };
  const into = await openFile(firm.firmId);
  try {
    const isComplete = await inFolder(options, taking, async (client, folder) =>
      fetchFile(client, { folder, file, into }),
    );
    if (!isComplete) return undefined;
    const result = await importMatters(db, by, {
      chunks: readBody(into.read(), undefined),
      fileName: file.name,
      signal: new AbortController().signal,
      after: async (trx) => insertTakenFile(trx, firm, file),
    });
    return { state: 'imported', message: importedText(result) };
  } catch (error) {
    if (error instanceof AppError && isFaultOfFile(error))
      return { state: 'refused', message: refusedText(error) };
    throw error;
  } finally {
    await into.close();
  }
}

/** A server that answers slowly takes no more than the time of the run. Throws SftpError. */
async function inFolder<T>(
  { db, egress, sealer, limits = sftpLimits, endsAt }: TakeOptions,
  { firm, intake }: Pick<Taking, 'firm' | 'intake'>,
  work: (client: Parameters<Parameters<typeof withSftp>[2]>[0], folder: string) => Promise<T>,
): Promise<T> {
  const server = await getConnectable(db, firm, { id: intake.serverId, sealer });
  const folder = intake.folder || server.folder;
  const left = endsAt - performance.now();
  if (left <= 0) throw new SftpError('silent');
  const total = Math.min(limits.total, Math.ceil(left));
  return withSftp(server, { egress, limits: { ...limits, total } }, async (client) =>
    work(client, folder),
  );
}

function isFaultOfFile({ code }: AppError): boolean {
  return code === 'rows_refused' || code === 'invalid_input';
}

function importedText({ created, updated, unchanged, notices = [] }: UploadResult): string {
  const counts = `${created} matters added, ${updated} changed, ${unchanged} unchanged.`;
  return [counts, ...notices].join('\n');
}

/** The first rows that were refused; the page shows all when the file is chosen there. */
const namedRows = 20;

function refusedText({ message, code, details }: AppError): string {
  if (code !== 'rows_refused') return `Nothing was imported. ${message}`;
  const { rows = [], refused = rows.length } = details;
  const lines = rows
    .slice(0, namedRows)
    .map(({ row, column, message: why }) => `Row ${row}, ${column}: ${why}`);
  return [`Nothing was imported: ${refused} rows have errors.`, ...lines].join('\n');
}
