import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import {
  type AuditEvent,
  recordAudit,
  recordAudits,
} from '../platform/security/audit-log.repository.ts';
import {
  type CallMeasures,
  type EntryRow,
  type StoredEntry,
  lockEntries,
  lockEntry,
  updateEntryRow,
  updateMeasures,
} from './entries.repository.ts';
import { refreshCorrections } from './correction-lines.service.ts';
import { entryChanges } from './entry-audit.ts';
import { correctRow, deleteEntryIn, toEntryRow } from './entry-corrections.service.ts';
import { noEntry, holdsEntry, ownEntriesOnly } from './entry-rules.service.ts';
import { AppError, invalidField } from '../platform/core/app-error.ts';

export { listEntryRows } from './entries.repository.ts';

/** Measures of a call by a telephone system. */
type Measured = Pick<EntryRow, 'minutes' | 'startedAt' | 'seconds' | 'otherParty'>;
/** An entry before it took the measures, and its version since; empty if it is locked. */
export type EntryBefore = { minutes?: number; version?: number } & {
  [field in 'startedAt' | 'otherParty']?: string | null;
} & { seconds?: number | null };

const corrected = 'Its entry was corrected since.';

/** The amounts are in cents. */
type MeasuredEntry = { before: EntryBefore; amountBefore: number; amountAfter: number };

/**
 * Corrects an entry by what a telephone system measured of its call: minutes, and with them the
 * price, start, length and number. A locked entry stays as it is; a dry run saves nothing. Throws
 * `not_found` for an entry that the actor may not see, `invalid_input` for one that is no call, or
 * of another attorney, and `changed_meanwhile` for one that is no longer as it was seen.
 */
export async function measureEntry(
  trx: Trx,
  by: AuditContext,
  change: {
    id: string;
    attorneyId: string | undefined;
    measured: Measured;
    isDryRun?: boolean;
    seen?: SeenEntry | undefined;
  },
): Promise<MeasuredEntry> {
  const entry = await lockVisible(trx, by, change.id);
  if (entry === undefined) throw noEntry();
  if (entry.reverses !== null || entry.minutes === null)
    throw invalidField('entry', 'This entry is no call.');
  if (change.attorneyId !== undefined && entry.attorneyId !== change.attorneyId)
    throw invalidField('entry', 'This entry is of another attorney.');
  if (change.seen && entry.version !== change.seen.version)
    throw new AppError('changed_meanwhile', { message: corrected });
  const { amountCents: amountBefore } = entry;
  if (isLocked(entry)) return { before: {}, amountBefore, amountAfter: amountBefore };
  const { isDryRun, measured } = change;
  const amountAfter = await correctMeasures(trx, by, { entry, measured, isDryRun });
  return { before: valuesBefore(entry), amountBefore, amountAfter };
}

/** With the version that the entry has once it is corrected. */
function valuesBefore(entry: StoredEntry): EntryBefore {
  const { minutes, startedAt, seconds, otherParty } = entry;
  return {
    ...(minutes !== null && { minutes }),
    version: entry.version + 1,
    startedAt: startedAt?.toISOString() ?? null,
    seconds,
    otherParty,
  };
}

function measuresFrom({ seconds = null, otherParty = null, startedAt }: EntryBefore): CallMeasures {
  return { seconds, otherParty, startedAt: startedAt ? new Date(startedAt) : null };
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
  if (entry.version !== before.version) return corrected;
  const measured = { minutes: before.minutes ?? null, ...measuresFrom(before) };
  await correctMeasures(trx, by, { entry, measured });
  return undefined;
}

/** An entry as far as it decides whether it is a call, and which. The amount is in cents. */
export type ComparedEntry = Pick<
  StoredEntry,
  'id' | 'version' | 'matterId' | 'minutes' | 'amountCents'
>;

/** The version of an entry that was compared with its call. */
type SeenEntry = Pick<ComparedEntry, 'version'>;

type Change = { id: string; attorneyId: string | null; measured: Measured; seen: SeenEntry };

/**
 * As `measureEntry`, for entries that have the minutes of their calls already: they keep their
 * price. Of each the values before, or why it was left.
 */
export async function measureUnchanged(
  trx: Trx,
  by: AuditContext,
  changes: readonly Change[],
): Promise<Map<string, EntryBefore | string>> {
  const firm = requireFirmScope(by.actor);
  const ids = changes.map(({ id }) => id);
  const entries = new Map((await lockEntries(trx, firm, ids)).map((entry) => [entry.id, entry]));
  const found = new Map<string, EntryBefore | string>();
  const saved: Saved[] = [];
  for (const { id, attorneyId, measured, seen } of changes) {
    const entry = entries.get(id);
    if (entry === undefined || entry.attorneyId !== attorneyId) found.set(id, noEntry().message);
    else if (entry.version !== seen.version) found.set(id, corrected);
    else if (isLocked(entry)) found.set(id, {});
    else {
      found.set(id, valuesBefore(entry));
      saved.push({ entry, measured });
    }
  }
  await saveMeasures(trx, by, saved);
  return found;
}

/**
 * As `restoreEntry`, of those that have the same minutes before and now; the ids of these. The
 * others are left to it.
 */
export async function restoreUnchanged(
  trx: Trx,
  by: AuditContext,
  merged: readonly { id: string; before: EntryBefore }[],
): Promise<Set<string>> {
  const firm = requireFirmScope(by.actor);
  const beforeOf = new Map(merged.map(({ id, before }) => [id, before]));
  const saved: Saved[] = [];
  for (const entry of await lockEntries(trx, firm, [...beforeOf.keys()])) {
    const { version, minutes, ...before } = beforeOf.get(entry.id) ?? {};
    if (isLocked(entry) || entry.version !== version || entry.minutes !== minutes) continue;
    saved.push({ entry, measured: { minutes, ...measuresFrom(before) } });
  }
  await saveMeasures(trx, by, saved);
  return new Set(saved.map(({ entry }) => entry.id));
}

type Saved = { entry: StoredEntry; measured: Measured };

async function saveMeasures(trx: Trx, by: AuditContext, saved: readonly Saved[]): Promise<void> {
  const rows = saved.map(({ entry, measured }) => ({ ...measured, id: entry.id }));
  await updateMeasures(trx, requireFirmScope(by.actor), rows);
  await recordAudits(
    trx,
    by,
    saved.map(({ entry, measured }) => correctedBy(toEntryRow(entry), measured)),
  );
}

function correctedBy(before: EntryRow, measured: Partial<EntryRow>): AuditEvent {
  const changes = entryChanges(before, { ...before, ...measured });
  return {
    action: 'entry.corrected',
    subjectId: before.id,
    details: { ...changes, reason: 'By a call record.' },
  };
}

/** Deletes the entry of a call, unless it was reversed. Throws as a deletion does. */
export async function deleteEntryOfCall(trx: Trx, by: AuditContext, id: string): Promise<void> {
  const entry = await lockVisible(trx, by, id);
  if (entry !== undefined && entry.reversedBy !== null) return;
  await deleteEntryIn(trx, by, { id, reason: 'The decision on its call was undone.' });
}

async function lockVisible(trx: Trx, { actor }: AuditContext, id: string) {
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
): Promise<number> {
  const { entry, measured, isDryRun = false } = change;
  const before = toEntryRow(entry);
  const { minutes } = measured;
  // The price depends on the minutes alone, and most calls have those that were typed.
  const priced =
    minutes === before.minutes ? before : await correctRow(trx, by, { before, input: { minutes } });
  const after = { ...priced, ...measured };
  if (!isDryRun) {
    const version = entry.version + 1;
    await updateEntryRow(trx, requireFirmScope(by.actor), { ...after, version });
    await refreshCorrections(trx, requireFirmScope(by.actor), [entry.replaces]);
    await recordAudit(trx, by, correctedBy(before, after));
  }
  return after.amountCents;
}
