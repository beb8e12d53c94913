import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  type EntryRow,
  type StoredEntry,
  lockEntry,
  updateEntryRow,
} from './entries.repository.ts';
import { entryChanges } from './entry-audit.ts';
import { correctRow, deleteEntryIn, toEntryRow } from './entry-corrections.service.ts';
import { noEntry, requiredField } from './entry-errors.ts';
import { holdsEntry, ownEntriesOnly } from './entry-rules.service.ts';

/** Measures of a call by a telephone system. */
type Measured = Pick<EntryRow, 'minutes' | 'startedAt' | 'seconds' | 'otherParty'>;
/** An entry before it took the measures, and its version since; empty if it is locked. */
export type EntryBefore = { minutes?: number; version?: number } & {
  [field in 'startedAt' | 'otherParty']?: string | null;
} & { seconds?: number | null };

/**
 * Corrects an entry by what a telephone system measured of its call: minutes, and with them the
 * price, start, length and number. A locked entry stays as it is. Throws `not_found` for an entry
 * that the actor may not see, and `invalid_input` for one that is no call, or of another attorney.
 */
export async function measureEntry(
  trx: Trx,
  by: AuditContext,
  change: { id: string; attorneyId: string | undefined; measured: Measured },
): Promise<EntryBefore> {
  const entry = await lockVisible(trx, by, change.id);
  if (entry === undefined) throw noEntry();
  if (entry.reverses !== null || entry.minutes === null)
    throw requiredField('entry', 'This entry is no call.');
  if (change.attorneyId !== undefined && entry.attorneyId !== change.attorneyId)
    throw requiredField('entry', 'This entry is of another attorney.');
  if (isLocked(entry)) return {};
  const version = await correctMeasures(trx, by, { entry, measured: change.measured });
  const { minutes, startedAt, seconds, otherParty } = entry;
  return { minutes, version, startedAt: startedAt?.toISOString() ?? null, seconds, otherParty };
}

/** Takes `measureEntry` back, unless the entry has been locked or corrected since. */
export async function restoreEntry(
  trx: Trx,
  by: AuditContext,
  { id, before }: { id: string; before: EntryBefore },
): Promise<void> {
  const entry = await lockVisible(trx, by, id);
  if (entry === undefined || isLocked(entry) || entry.version !== before.version) return;
  const { minutes = null, seconds = null, otherParty = null, startedAt } = before;
  const start = startedAt ? new Date(startedAt) : null;
  const measured = { minutes, seconds, otherParty, startedAt: start };
  await correctMeasures(trx, by, { entry, measured });
}

/** Deletes the entry of a call, unless it was reversed. Throws as a deletion does. */
export async function deleteEntryOfCall(trx: Trx, by: AuditContext, id: string): Promise<void> {
  const entry = await lockVisible(trx, by, id);
  if (entry !== undefined && entry.reversedBy !== null) return;
  await deleteEntryIn(trx, by, { id, reason: 'The call record was taken back.' });
}

async function lockVisible(
  trx: Trx,
  { actor }: AuditContext,
  id: string,
): Promise<StoredEntry | undefined> {
  const visibleTo = ownEntriesOnly(actor);
  const entry = await lockEntry(trx, requireFirmScope(actor), { id, visibleTo });
  return entry && (await holdsEntry(trx, actor, entry)) ? entry : undefined;
}

function isLocked({ exportNumber, reversedBy }: StoredEntry): boolean {
  return exportNumber !== null || reversedBy !== null;
}

async function correctMeasures(
  trx: Trx,
  by: AuditContext,
  { entry, measured }: { entry: StoredEntry; measured: Measured },
): Promise<number> {
  const before = toEntryRow(entry);
  const { minutes } = measured;
  const corrected = await correctRow(trx, by, { before, input: { minutes } });
  const after = { ...corrected, ...measured };
  const version = entry.version + 1;
  await updateEntryRow(trx, requireFirmScope(by.actor), { ...after, version });
  await recordAudit(trx, by, {
    action: 'entry.corrected',
    subjectId: entry.id,
    details: { ...entryChanges(before, after), reason: 'By a call record.' },
  });
  return version;
}
