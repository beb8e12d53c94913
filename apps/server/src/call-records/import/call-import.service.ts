import { createHash, type Hash } from 'node:crypto';
import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import {
  callSystemNames,
  type CallSystem,
  defaultCallZone,
  workingHours,
  callSystems,
} from '@recoup/contract/call-records/rules';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, invalidField, notFound, conflict } from '../../platform/core/app-error.ts';
import { hashed, type TextChunks } from '../../platform/csv/text-chunks.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { UnrecognizedCallFile } from '../files/call-file-plan.ts';
import { type CallFile, readCallFile, type CallFileOptions } from '../files/read-call-file.ts';
import { findCallExcess } from '../list/known-calls.ts';
import {
  findCallSource,
  insertCallSource,
  type StoredSource,
  listCallSources,
  rememberColumns,
  listOwnParties,
} from '../set-up/set-up.repository.ts';
import { recordEvent, withRefusalEvent } from '../../webhooks/events.service.ts';
import {
  findCallImport,
  type ImportedCalls,
  insertCallImport,
  lockDecidedCalls,
  revertCallImport,
} from './call-imports.repository.ts';
import {
  type CallHours,
  collectCalls,
  countCalls,
  saveCalls,
  summariseHours,
  createCallStaging,
} from './call-staging.repository.ts';
import {
  lockImports,
  throwIfDisconnected,
  withStagedFile,
  requireLastImport,
} from '../../platform/imports/imports.ts';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';

/**
 * Imports a file of call records whole or not at all (D2 B11). The same call in another file is
 * one. Throws `rows_refused` with the rejected lines, `invalid_input` for a text that is no file of
 * calls, for a zone that puts most calls into the night unless it is confirmed, and for more open
 * calls than can be compared; `conflict` while another import of the firm takes long.
 */
export async function importCalls(
  db: Db,
  by: AuditContext,
  upload: CallUpload,
): Promise<CallImport> {
  const work = async () => importFile(db, by, upload);
  return withRefusalEvent(db, requireFirmScope(by.actor), { file: 'calls', now: by.now, work });
}

async function importFile(db: Db, by: AuditContext, upload: CallUpload): Promise<CallImport> {
  const firm = requireFirmScope(by.actor);
  const hash = createHash('sha256');
  const chunks = hashed(upload.chunks, hash);
  return withStagedCalls(db, firm, { ...upload, chunks }, async (trx, { file }) => {
    if (!file.ok) throw noCalls(file);
    if (file.problemCount > 0)
      throw new AppError('rows_refused', { rows: file.problems, refused: file.problemCount });
    await lockImports(trx, firm, 'calls');
    const source = await requireSource(trx, firm, { file, upload, now: by.now });
    const id = newId(by.now.getTime());
    const staged = { sourceId: source.id, zone: source.zone, importId: id };
    const { private: hidden, ...known } = await collectCalls(trx, firm, staged);
    assertDayTime(await summariseHours(trx, workingHours, by.now), upload, source.zone);
    const { unanswered } = file;
    const internal = file.internal + file.unknown;
    const counts = { ...(await countCalls(trx, known)), unanswered, internal, private: hidden };
    await assertFewOpenCalls(trx, firm, counts.added);
    const { fileName = null } = upload;
    const run = { ...counts, ...staged, id, fileName, userId: by.actor.userId, now: by.now };
    const sha256 = hash.digest();
    const receivedSha256 = upload.received?.digest() ?? sha256;
    await insertCallImport(trx, firm, { ...run, sha256, receivedSha256 });
    await saveCalls(trx, firm, { ...staged, seen: known.seen });
    await auditImport(trx, by, { id, fileName, counts, source });
    throwIfDisconnected(upload.signal);
    const saved = await findCallImport(trx, firm, id);
    if (!saved) throw new Error('the import was just saved');
    return saved;
  });
}

/** Whether the zone needs a confirmation: of some calls, most are outside of working hours. */
export function isZoneDoubtful({ calls, local, atNight }: CallHours): boolean {
  return local > 0 && calls >= 5 && 2 * atNight > calls;
}

export function noCalls({ message }: UnrecognizedCallFile): AppError {
  return invalidField('fileStream', message);
}

/** The zone in which starts without a zone are read. */
export function chooseZone(upload: CallUpload, source: StoredSource | undefined): string {
  return upload.zone ?? source?.zone ?? defaultCallZone;
}

/** The name of the source that an import adds, different from those of the firm. */
export async function nameOfNewSource(
  db: Db,
  firm: FirmScope,
  { source = '', system }: { source?: string | undefined; system: CallSystem },
): Promise<string> {
  const name = system === 'csv' && source !== '' ? source : callSystemNames[system];
  const taken = new Set((await listCallSources(db, firm)).map((each) => each.name.toLowerCase()));
  const names = [name, ...Array.from({ length: 98 }, (_, at) => `${name} ${at + 2}`)];
  return names.find((each) => !taken.has(each.toLowerCase())) ?? `${name} ${newId().slice(-6)}`;
}

async function requireSource(
  trx: Trx,
  firm: FirmScope,
  { file, upload, now }: { file: CallFile; upload: CallUpload; now: Date },
): Promise<StoredSource> {
  const { system, columns, mapping } = file;
  const known = await findCallSource(trx, firm, { source: upload.source, system, columns });
  const zone = chooseZone(upload, known);
  const outsidePrefix = chooseOutsidePrefix(upload, known);
  const source = known ?? {
    id: newId(now.getTime()),
    system,
    name: await nameOfNewSource(trx, firm, { source: upload.source, system }),
    zone,
    outsidePrefix,
    mapping,
  };
  if (!known) await insertCallSource(trx, firm, { ...source, now });
  await rememberColumns(trx, firm, { id: source.id, columns, mapping, zone, outsidePrefix });
  return { ...source, zone };
}

function assertDayTime(hours: CallHours, { isZoneConfirmed }: CallUpload, zone: string): void {
  if (isZoneConfirmed === true || !isZoneDoubtful(hours)) return;
  const { atNight, calls, earliest, latest } = hours;
  const message =
    `With the time zone ${zone}, ${atNight} of ${calls} calls are before 06:00 or after 20:00 in ` +
    `South Africa (${earliest ?? ''} to ${latest ?? ''}). Nothing was imported. ` +
    'Choose the zone in which the telephone system writes its times, or confirm this one.';
  throw invalidField('zone', message);
}

async function assertFewOpenCalls(trx: Trx, firm: FirmScope, added: number): Promise<void> {
  const message = added > 0 ? await findCallExcess(trx, firm, added) : undefined;
  if (message !== undefined) throw invalidField('fileStream', message);
}

async function auditImport(
  trx: Trx,
  by: AuditContext,
  run: { id: string; fileName: string | null; counts: ImportedCalls; source: StoredSource },
): Promise<void> {
  const { id, fileName, counts, source } = run;
  await recordAudit(trx, by, {
    action: 'calls.imported',
    subjectId: id,
    details: { fileName, source: source.name, zone: source.zone, ...counts },
  });
  const { added, extended: changed, repeated: unchanged } = counts;
  await recordEvent(trx, requireFirmScope(by.actor), {
    type: 'import.done',
    data: { file: 'calls', import: id, added, changed, unchanged },
    now: by.now,
  });
}

export type CallUpload = {
  chunks: TextChunks;
  /** Hash of the bytes of a file, or of the text where that was sent. */
  received?: Hash;
  source?: string | undefined;
  mapping?: CallMapping | undefined;
  /** The time zone of starts that name none. */
  zone?: string | undefined;
  outsidePrefix?: string | undefined;
  fileName?: string | undefined;
  isZoneConfirmed?: boolean | undefined;
  /** Aborted when the client disconnects; the import is then rolled back. */
  signal: AbortSignal;
};

/** A file whose answered calls are staged. `source` is undefined for one that is new. */
export type StagedCallFile = {
  file: CallFile | UnrecognizedCallFile;
  source: StoredSource | undefined;
};

/** Reads the file into a staging table and continues in the same transaction. */
export async function withStagedCalls<T>(
  db: Db,
  firm: FirmScope,
  upload: CallUpload,
  work: (trx: Trx, staged: StagedCallFile) => Promise<T>,
): Promise<T> {
  const { signal } = upload;
  let source: StoredSource | undefined;
  const read = async (trx: Trx, onLegs: CallFileOptions['onLegs']) => {
    const parties = new Set(await listOwnParties(trx, firm));
    const loadSettings: CallFileOptions['loadSettings'] = async ({ system, columns }) => {
      source = await findCallSource(trx, firm, { source: upload.source, system, columns });
      assertSystem({ wanted: upload.source, source, system });
      const outsidePrefix = chooseOutsidePrefix(upload, source);
      const own = { isOwn: (party: string) => parties.has(party), outsidePrefix };
      return { own, mapping: upload.mapping ?? source?.mapping };
    };
    return readCallFile(upload.chunks, { loadSettings, onLegs });
  };
  return withStagedFile(db, { signal, open: createCallStaging, read }, async (trx, file) =>
    work(trx, { file, source }),
  );
}

export function chooseOutsidePrefix(upload: CallUpload, source: StoredSource | undefined): string {
  return upload.outsidePrefix ?? source?.outsidePrefix ?? '';
}

/** Throws `not_found` for the id of no source, and `invalid_input` for a file of another system. */
function assertSystem(file: {
  wanted: string | undefined;
  source: StoredSource | undefined;
  system: CallSystem;
}): void {
  const { wanted = '', source, system } = file;
  if (source === undefined && /^[\da-f]{8}-[\da-f-]{27}$/i.test(wanted))
    throw notFound('telephone system');
  const expected = source?.system ?? callSystems.find((each) => each === wanted);
  if (wanted === '' || expected === undefined || expected === system) return;
  const message =
    `This is a file of ${callSystemNames[system]}, not of ${callSystemNames[expected]}. ` +
    'Choose the telephone system that wrote it, or leave the choice out.';
  throw invalidField('source', message);
}

/**
 * Undoes the last import of call records. Throws `not_found`, and `conflict` for an earlier import
 * or when some of its calls became entries.
 */
export async function undoCallImport(db: Db, by: AuditContext, id: string): Promise<CallImport> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImports(trx, firm, 'calls');
    const run = requireLastImport(await findCallImport(trx, firm, id));
    const decided = await lockDecidedCalls(trx, firm, id);
    if (decided > 0) throw conflict(decidedSentence(decided));
    const sourceId = run.source._id ?? '';
    await revertCallImport(trx, firm, { id, sourceId, userId: by.actor.userId, now: by.now });
    const { number, added, extended } = run;
    const details = { number, added, extended };
    await recordAudit(trx, by, { action: 'call-import.undone', subjectId: id, details });
    return (await findCallImport(trx, firm, id)) ?? run;
  });
}

export function decidedSentence(count: number): string {
  const calls = count === 1 ? 'One of its calls has' : `${count} of its calls have`;
  return `${calls} been recorded. Undo that first, or keep the import.`;
}
