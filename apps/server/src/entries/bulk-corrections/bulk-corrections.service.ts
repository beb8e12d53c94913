import { compareCodes } from '@recoup/contract/core/code-order';
import { createHash } from 'node:crypto';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { type ErrorCode, maxNamedFields } from '@recoup/contract/core/errors';
import { newId } from '@recoup/contract/core/ids';
import type {
  NewEntryCorrection,
  SavedEntryCorrection,
  CorrectedEntry,
  EntryCorrectionPreview,
} from '@recoup/contract/entries/entry-corrections';
import { lockFeesForPricing } from '../../call-fees/fee-changes.service.ts';
import { findReachedCap } from '../../matters/caps.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, invalidField, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  type AuditEvent,
  recordAudit,
  recordAudits,
} from '../../platform/security/audit-log.repository.ts';
import {
  lockEntries,
  type EntryRow,
  type StoredEntry,
  listEntryRows,
} from '../entries.repository.ts';
import { listEntriesByIds } from '../list/entry-list.repository.ts';
import {
  findCorrection,
  findStoredCorrection,
  insertCorrection,
  updateEntryRows,
} from './bulk-corrections.repository.ts';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { getUsableType } from '../../disbursements/disbursements.service.ts';
import { requireMatter } from '../../matters/matters.service.ts';
import { refreshCorrections } from '../correction-lines.service.ts';
import { entryChanges } from '../entry-audit.ts';
import {
  assertCorrectable,
  assertKeepsAccount,
  correctRow,
  toEntryRow,
} from '../entry-corrections.service.ts';
import { missingEntries } from '../entry-rules.service.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { shownVat } from '../entry-price.ts';

/**
 * Until the transaction ends, no closing of the firm locks entries. The room `exports` builds on
 * this one, so app.ts hands it in.
 */
export type OtherRooms = { lockClosings: (trx: Trx, firm: FirmScope) => Promise<void> };

/**
 * Gives many entries another matter or type, all or none. The same request with the same `_id`
 * makes one correction. Throws `conflict` for another request with that `_id`, `changed_meanwhile`
 * when the entries are not those of the preview, `entry_is_locked` and `invalid_input` for entries
 * that cannot be corrected, and `not_found`.
 */
export async function createEntryCorrection(
  db: Db,
  by: AuditContext,
  { lockClosings, ...input }: NewEntryCorrection & OtherRooms,
): Promise<SavedEntryCorrection> {
  const firm = requireFirmScope(by.actor);
  const id = input._id ?? newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    // The order of locks of docs/decisions/0044.
    await lockClosings(trx, firm);
    await lockFeesForPricing(trx, firm);
    if (!(await isRepeated(trx, firm, { id, input }))) {
      await lockEntries(trx, firm, input.entries);
      const planned = await planCorrection(trx, by, input);
      assertPlanned(planned, input);
      await save(trx, by, { id, input, planned: planned.filter(isChanged) });
    }
    const correction = await findCorrection(trx, firm, id);
    if (!correction) throw new Error('the correction was just saved');
    return { ...correction, caps: await listReachedCaps(trx, firm, input.entries) };
  });
}

function isChanged({ changes }: PlannedEntry): boolean {
  return Object.keys(changes).length > 0;
}

/** Throws `conflict` for another request with that id. */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  { id, input }: { id: string; input: NewEntryCorrection },
): Promise<boolean> {
  const stored = await findStoredCorrection(trx, firm, id);
  if (!stored) return false;
  if (!hashOfRequest(input).equals(stored.requestSha256))
    throw conflict('A correction with this id exists already.');
  if (stored.undoneAt !== null) throw conflict('This correction was undone.');
  return true;
}

/** Covers the fields that decide the correction; `expected`, from the preview, is left out. */
function hashOfRequest({ entries, matter, disbursementType, reason }: NewEntryCorrection): Buffer {
  const parts = [entries.toSorted(), matter ?? null, disbursementType ?? null, reason ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function assertPlanned(planned: readonly PlannedEntry[], { expected }: NewEntryCorrection): void {
  if (expected !== undefined && expected !== correctionState(planned))
    throw new AppError('changed_meanwhile', {
      message: `The entries have changed since the preview. ${nothingSaved.makePreview}`,
    });
  const problems = planned.flatMap(({ problem }, at) => (problem ? [{ problem, at }] : []));
  if (problems.length > 0) throw uncorrectable(problems, planned.length);
  if (planned.some(isChanged)) return;
  throw invalidField('entries', 'These entries have this matter and disbursement type already.');
}

function uncorrectable(problems: readonly { problem: AppError; at: number }[], count: number) {
  const [first] = problems;
  return new AppError(commonCode(problems.map(({ problem }) => problem.code)), {
    message:
      `${problems.length} of ${count} entries cannot be corrected: ` +
      `${first?.problem.message ?? ''} ${nothingSaved.alone}`,
    fields: Object.fromEntries(
      problems
        .slice(0, maxNamedFields)
        .map(({ problem, at }) => [`entries.${at}`, problem.message]),
    ),
  });
}

/** The account of a line decides first: nothing in the request could be corrected. */
function commonCode(codes: readonly ErrorCode[]): ErrorCode {
  if (codes.includes('part_of_account')) return 'part_of_account';
  return codes.every((code) => code === 'entry_is_locked') ? 'entry_is_locked' : 'invalid_input';
}

async function save(
  trx: Trx,
  by: AuditContext,
  of: { id: string; input: NewEntryCorrection; planned: readonly PlannedEntry[] },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id, input, planned } = of;
  const { matter, disbursementType, reason = '' } = input;
  await insertCorrection(trx, firm, {
    id,
    reason,
    requestSha256: hashOfRequest(input),
    createdAt: by.now,
    createdBy: by.actor.userId,
    before: planned.map(({ before }) => before),
  });
  await updateEntryRows(
    trx,
    firm,
    planned.map(({ before, after }) => ({ ...after, version: before.version + 1 })),
  );
  await refreshCorrections(
    trx,
    firm,
    planned.map(({ before }) => before.replaces),
  );
  const corrected = planned.map(
    ({ before, changes }): AuditEvent => ({
      action: 'entry.corrected',
      subjectId: before.id,
      details: { ...changes, reason, correction: id },
    }),
  );
  await recordAudits(trx, by, corrected);
  const details = { entries: planned.length, matter, disbursementType, reason };
  await recordAudit(trx, by, { action: 'entry-correction.created', subjectId: id, details });
}

/** Caps that the entries' matters reach. Locks each matter in one order for the transaction. */
async function listReachedCaps(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  const entries = await listEntriesByIds(trx, firm, ids);
  const matters = new Map(entries.map(({ matter }) => [matter._id, matter]));
  const caps: SavedEntryCorrection['caps'] = [];
  for (const { _id, name, number } of [...matters.values()].toSorted(compareIds)) {
    const cap = await findReachedCap(trx, firm, _id);
    if (cap) caps.push({ ...cap, matter: { _id, name, number } });
  }
  return caps;
}

function compareIds(one: { _id: string }, other: { _id: string }): number {
  return compareCodes(one._id, other._id);
}

/** An entry, what the correction makes of it, and why that cannot be. */
type PlannedEntry = {
  before: StoredEntry;
  after: EntryRow;
  changes: ReturnType<typeof entryChanges>;
  problem: AppError | undefined;
};

/**
 * Plans the correction of each entry, in the order of the request. Throws `not_found` for unknown
 * entries, with their places, and for an unknown matter or type. Throws `invalid_input` for an
 * inactive type.
 */
async function planCorrection(trx: Trx, by: AuditContext, input: NewEntryCorrection) {
  const firm = requireFirmScope(by.actor);
  if (input.matter !== undefined) await requireMatter(trx, firm, input.matter);
  if (input.disbursementType !== undefined) await getUsableType(trx, firm, input.disbursementType);
  const rows = await listEntryRows(trx, firm, input.entries);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const planned: PlannedEntry[] = [];
  const missing = input.entries.flatMap((id, at) => (byId.has(id) ? [] : [at]));
  if (missing.length > 0) throw missingEntries(missing, input.entries.length);
  for (const id of input.entries) {
    const before = byId.get(id);
    if (before) planned.push(await planEntry(trx, by, { before, input }));
  }
  return planned;
}

/** Stands for everything that a preview shows. */
function correctionState(planned: readonly PlannedEntry[]): string {
  const parts = planned.map(({ before, after, changes, problem }) => [
    before.id,
    before.version,
    after.matterId,
    after.disbursementTypeId,
    changes,
    problem?.message,
  ]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

async function planEntry(
  trx: Trx,
  by: AuditContext,
  { before: entry, input }: { before: StoredEntry; input: NewEntryCorrection },
): Promise<PlannedEntry> {
  const before = toEntryRow(entry);
  const { matter = before.matterId, disbursementType } = input;
  try {
    assertCorrectable(entry);
    assertKeepsAccount(entry, { matter, disbursementType });
    const typed = { disbursementType, amount: enteredAmount(before) };
    // The matter was checked for all of them.
    const moved = { ...before, matterId: matter };
    const after = await correctRow(trx, by, { before: moved, input: typed });
    return { before: entry, after, changes: entryChanges(before, after), problem: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { before: entry, after: before, changes: {}, problem: error };
  }
}

/** As the form of one entry sends it: an amount that was entered stays where nothing prices it. */
function enteredAmount({ scheduleId, unitPriceId, amountCents, quantity }: EntryRow) {
  const each = amountCents / (quantity ?? 1);
  const isGiven = scheduleId === null && unitPriceId === null && Number.isInteger(each);
  return isGiven ? toRand(each) : undefined;
}

/** Previews a correction; saves nothing. Throws `not_found`, and for an inactive type. */
export async function previewEntryCorrection(
  db: Db,
  by: AuditContext,
  input: NewEntryCorrection,
): Promise<EntryCorrectionPreview> {
  const firm = requireFirmScope(by.actor);
  // A transaction, because the matter is locked against the undo of its import.
  const { planned, entries } = await db.transaction().execute(async (trx) => ({
    planned: await planCorrection(trx, by, input),
    entries: await listEntriesByIds(trx, firm, input.entries),
  }));
  const changed = planned.filter(isChanged);
  const byId = new Map(planned.map((each) => [each.before.id, each]));
  return {
    _id: input._id ?? newId(by.now.getTime()),
    // In the order of the list.
    entries: entries.flatMap((entry) => shownEntry(entry, byId.get(entry._id))),
    changed: changed.length,
    problems: planned.filter(({ problem }) => problem !== undefined).length,
    amount: {
      before: toRandTotal(sumAmounts(changed.map(({ before }) => before))),
      after: toRandTotal(sumAmounts(changed.map(({ after }) => after))),
    },
    state: correctionState(planned),
  };
}

function shownEntry(entry: Entry, planned: PlannedEntry | undefined): CorrectedEntry[] {
  if (!planned) return [];
  const { _id, date, attorney, matter, disbursementType, amount, vat } = entry;
  return [
    {
      _id,
      date,
      attorney,
      matter: { _id: matter._id, name: matter.name, number: matter.number },
      disbursementType,
      before: amount,
      after: toRand(planned.after.amountCents),
      ...(vat && { vat: { before: vat, after: shownVat(planned.after) } }),
      isChanged: isChanged(planned),
      problem: planned.problem?.message ?? null,
    },
  ];
}

function sumAmounts(rows: readonly { amountCents: number }[]): bigint {
  return rows.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
}
