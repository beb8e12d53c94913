import type { EntryCorrection } from '@recoup/contract/entries/entry-corrections';
import { longDay } from '@recoup/contract/entries/rules';
import { lockFeesForPricing } from '../../call-fees/fee-changes.service.ts';
import { requireMatter } from '../../matters/matters.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, notFound, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  type AuditEvent,
  recordAudit,
  recordAudits,
} from '../../platform/security/audit-log.repository.ts';
import { type EntryRow, type StoredEntry, lockEntries } from '../entries.repository.ts';
import { refreshCorrections } from '../correction-lines.service.ts';
import { entryChanges } from '../entry-audit.ts';
import { toEntryRow } from '../entry-corrections.service.ts';
import { listEntriesByIds } from '../list/entry-list.repository.ts';
import type { OtherRooms } from './bulk-corrections.service.ts';
import {
  findCorrection,
  type StoredRow,
  listStoredRows,
  listTakenBack,
  updateEntryRows,
} from './bulk-corrections.repository.ts';
import { markUndone } from '../../platform/database/ledger.ts';

/**
 * Gives the entries of a correction what they had before. Again, it changes nothing. Throws
 * `not_found`, `entry_is_locked` when closed exports hold some of them, and `conflict` when some
 * were changed or deleted since, or would get a matter or fees that no longer exist.
 */
export async function undoEntryCorrection(
  db: Db,
  by: AuditContext,
  { id, lockClosings }: { id: string } & OtherRooms,
): Promise<EntryCorrection> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockClosings(trx, firm);
    await lockFeesForPricing(trx, firm);
    const correction = await getCorrection(trx, firm, id);
    if (correction.undoneAt !== null) return correction;
    const stored = await listStoredRows(trx, firm, id);
    const entries = await lockEntries(
      trx,
      firm,
      stored.map(({ entryId }) => entryId),
    );
    await assertUndoable(trx, firm, { stored, entries, count: correction.entries });
    await restore(trx, by, { id, stored, entries });
    return getCorrection(trx, firm, id);
  });
}

async function getCorrection(db: Db, firm: FirmScope, id: string): Promise<EntryCorrection> {
  const correction = await findCorrection(db, firm, id);
  if (!correction) throw notFound('correction');
  return correction;
}

type Found = { stored: readonly StoredRow[]; entries: readonly StoredEntry[] };

async function assertUndoable(
  trx: Trx,
  firm: FirmScope,
  { stored, entries, count }: Found & { count: number },
): Promise<void> {
  const locked = entries.filter(
    (entry) => entry.exportNumber !== null || entry.reversedBy !== null,
  );
  if (locked.length > 0)
    throw new AppError('entry_is_locked', {
      message: `${await naming(trx, firm, locked)} locked since by a closed export or a reversal.`,
    });
  const versions = new Map(stored.map(({ entryId, version }) => [entryId, version]));
  const changed = entries.filter(({ id, version }) => version !== versions.get(id));
  if (changed.length > 0) throw conflict(`${await naming(trx, firm, changed)} changed since.`);
  if (entries.length < count)
    throw conflict(`${count - entries.length} of its entries were deleted since.`);
  await assertRestorable(trx, firm, { stored, entries });
}

async function assertRestorable(trx: Trx, firm: FirmScope, { stored, entries }: Found) {
  const schedules = stored.flatMap(({ scheduleId }) => scheduleId ?? []);
  const takenBack = new Set(await listTakenBack(trx, firm, schedules));
  const unpriced = new Set(
    stored.flatMap(({ scheduleId, entryId }) => (takenBack.has(scheduleId ?? '') ? entryId : [])),
  );
  if (unpriced.size > 0) {
    const named = await naming(
      trx,
      firm,
      entries.filter(({ id }) => unpriced.has(id)),
    );
    throw conflict(`${named} priced before by fees that were undone since.`);
  }
  for (const matter of new Set(stored.map(({ matterId }) => matterId)))
    await requireMatter(trx, firm, matter).catch(matterIsGone);
}

function matterIsGone(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw conflict('A matter of its entries was removed since by the undo of an import.');
}

/** 'The entry of 5 March 2026 on ABC1 was' or 'These entries were …: …; and 3 more were'. */
async function naming(trx: Trx, firm: FirmScope, rows: readonly StoredEntry[]): Promise<string> {
  const entries = await listEntriesByIds(
    trx,
    firm,
    rows.map(({ id }) => id),
  );
  const names = entries
    .slice(0, 5)
    .map(({ date, matter, attorney }) => `${longDay(date)}, ${matter.number}, ${attorney.name}`);
  if (names.length === 1) return `The entry of ${names[0]} was`;
  const more = rows.length - names.length;
  return `Entries (${names.join('; ')}${more > 0 ? `; and ${more} more` : ''}) were`;
}

async function restore(
  trx: Trx,
  by: AuditContext,
  { id, stored, entries }: Found & { id: string },
) {
  const firm = requireFirmScope(by.actor);
  const rows = restoredRows({ stored, entries });
  await updateEntryRows(
    trx,
    firm,
    rows.map(({ after, version }) => ({ ...after, version: version + 1 })),
  );
  await refreshCorrections(
    trx,
    firm,
    entries.map(({ replaces }) => replaces),
  );
  const undo = { id, userId: by.actor.userId, now: by.now };
  await markUndone(trx, firm, { ledger: 'entryCorrections', ...undo });
  const reason = 'The correction of many entries was undone.';
  const corrected = rows.map(
    ({ before, after }): AuditEvent => ({
      action: 'entry.corrected',
      subjectId: before.id,
      details: { ...entryChanges(before, after), reason, undoneCorrection: id },
    }),
  );
  await recordAudits(trx, by, corrected);
  const details = { entries: rows.length };
  await recordAudit(trx, by, { action: 'entry-correction.undone', subjectId: id, details });
}

function restoredRows({ stored, entries }: Found) {
  const byId = new Map(stored.map((row) => [row.entryId, row]));
  return entries.flatMap((entry): { before: EntryRow; after: EntryRow; version: number }[] => {
    const row = byId.get(entry.id);
    if (!row) return [];
    const { entryId: _, version, ...earlier } = row;
    const before = toEntryRow(entry);
    return [{ before, after: { ...before, ...earlier }, version }];
  });
}
