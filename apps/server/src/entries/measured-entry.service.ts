import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  type EntryRow,
  type StoredEntry,
  listEntryRows,
  lockEntry,
  updateEntryRow,
} from './entries.repository.ts';
import { entryChanges } from './entry-audit.ts';
import { correctRow, deleteEntryIn, toEntryRow } from './entry-corrections.service.ts';
import { noEntry, holdsEntry, ownEntriesOnly } from './entry-rules.service.ts';
import { invalidField } from '../platform/core/app-error.ts';

/** Measures of a call by a telephone system. */
type Measured = Pick<EntryRow, 'minutes' | 'startedAt' | 'seconds' | 'otherParty'>;
/** An entry before it took the measures, and its version since; empty if it is locked. */
export type EntryBefore = { minutes?: number; version?: number } & {
  [field in 'startedAt' | 'otherParty']?: string | null;
} & { seconds?: number | null };

/** The amounts are in cents. */
type MeasuredEntry = { before: EntryBefore; amountBefore: number; amountAfter: number };

/**
 * Corrects an entry by what a telephone system measured of its call: minutes, and with them the
 * price, start, length and number. A locked entry stays as it is; a dry run saves nothing. Throws
 * `not_found` for an entry that the actor may not see, and `invalid_input` for one that is no call,
 * or of another attorney.
 */
export async function measureEntry(
  trx: Trx,
  by: AuditContext,
  change: { id: string; attorneyId: string | undefined; measured: Measured; isDryRun?: boolean },
): Promise<MeasuredEntry> {
  const entry = await lockVisible(trx, by, change.id);
  if (entry === undefined) throw noEntry();
  if (entry.reverses !== null || entry.minutes === null)
    throw invalidField('entry', 'This entry is no call.');
  if (change.attorneyId !== undefined && entry.attorneyId !== change.attorneyId)
    throw invalidField('entry', 'This entry is of another attorney.');
  const { minutes, startedAt, seconds, otherParty, amountCents: amountBefore } = entry;
  if (isLocked(entry)) return { before: {}, amountBefore, amountAfter: amountBefore };
  const { isDryRun, measured } = change;
  const { version, amountCents } = await correctMeasures(trx, by, { entry, measured, isDryRun });
  const start = startedAt?.toISOString() ?? null;
  const before = { minutes, version, startedAt: start, seconds, otherParty };
  return { before, amountBefore, amountAfter: amountCents };
}

/**
 * Takes `measureEntry` back, unless the entry has been locked or corrected since: then it says why
 * not. An entry that was locked before has nothing to take back.
 */
export async function restoreEntry(
  trx: Trx,
  by: AuditContext,
  { id, before }: { id: string; before: EntryBefore },
): Promise<string | undefined> {
  if (before.version === undefined) return undefined;
  const entry = await lockVisible(trx, by, id);
  if (entry === undefined) return noEntry().message;
  if (isLocked(entry)) return 'Its entry was locked since, by a closed export or a reversal.';
  if (entry.version !== before.version) return 'Its entry was corrected since.';
  const { minutes = null, seconds = null, otherParty = null, startedAt } = before;
  const start = startedAt ? new Date(startedAt) : null;
  const measured = { minutes, seconds, otherParty, startedAt: start };
  await correctMeasures(trx, by, { entry, measured });
  return undefined;
}

/** What decides whether a call is merged with an entry of these without being looked at. */
export async function listMattersOfEntries(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<{ id: string; matterId: string; minutes: number | null }[]> {
  return listEntryRows(db, firm, ids);
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
  change: { entry: StoredEntry; measured: Measured; isDryRun?: boolean | undefined },
): Promise<{ version: number; amountCents: number }> {
  const { entry, measured, isDryRun = false } = change;
  const before = toEntryRow(entry);
  const { minutes } = measured;
  const corrected = await correctRow(trx, by, { before, input: { minutes } });
  const after = { ...corrected, ...measured };
  const version = entry.version + 1;
  const { amountCents } = after;
  if (isDryRun) return { version, amountCents };
  await updateEntryRow(trx, requireFirmScope(by.actor), { ...after, version });
  await recordAudit(trx, by, {
    action: 'entry.corrected',
    subjectId: entry.id,
    details: { ...entryChanges(before, after), reason: 'By a call record.' },
  });
  return { version, amountCents };
}
