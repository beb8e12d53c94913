import { compareCodes } from '@recoup/contract/core/code-order';
import { newId } from '@recoup/contract/core/ids';
import type {
  CallSource,
  ChangedCallSource,
  ChangedExtension,
  Extension,
} from '@recoup/contract/call-records/set-up-endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { type AppError, invalidField, conflict } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import {
  deleteCallSources,
  insertCallSource,
  listCallSources,
  updateCallSource,
  chooseParties,
  type StoredExtension,
  type StoredSource,
  listAttorneysAmong,
  listExtensions,
  replaceExtensionRows,
} from './set-up.repository.ts';
import { lockImports } from '../../platform/imports/imports.ts';
import type { Sealer } from '../../platform/security/sealing.ts';
import { joinOwnCalls } from '../import/join-calls.repository.ts';
import { deletePull, restartPull, savePull } from '../pulls/pulls.repository.ts';
import { readParty } from '../files/parties.ts';

/**
 * Replaces the telephone systems of the firm; those with an `_id` are changed. Throws `conflict`
 * when one with imports is left out, and `invalid_input` for a name that stands twice.
 */
export async function replaceCallSources(
  db: Db,
  by: AuditContext,
  { sources, sealer }: { sources: readonly ChangedCallSource[]; sealer: Sealer },
): Promise<CallSource[]> {
  const firm = requireFirmScope(by.actor);
  const { now } = by;
  return db.transaction().execute(async (trx) => {
    await lockImports(trx, firm, 'calls');
    const before = await listCallSources(trx, firm);
    assertDifferent(sources);
    const removed = before.filter(({ _id }) => !sources.some((source) => source._id === _id));
    assertUnused(removed);
    await deleteCallSources(
      trx,
      firm,
      removed.map(({ _id }) => _id),
    );
    const known = new Set(before.map(({ _id }) => _id));
    await saveSources(trx, firm, { sources, known, sealer, now });
    const after = await listCallSources(trx, firm);
    await recordAudit(trx, by, {
      action: 'call-sources.replaced',
      subjectId: null,
      details: { sources: [before, after] },
    });
    return after;
  });
}

type Saved = {
  sources: readonly ChangedCallSource[];
  known: ReadonlySet<string>;
  sealer: Sealer;
  now: Date;
};

function assertUnused(removed: readonly CallSource[]): void {
  const used = removed.find(
    ({ imports, lastEventAt, hasCalls }) => imports > 0 || lastEventAt !== null || hasCalls,
  );
  if (!used) return;
  const came = used.imports > 0 ? 'were imported' : 'have come';
  throw conflict(`Calls of “${used.name}” ${came}, so it stays. Rename it if it is replaced.`);
}

async function saveSources(
  trx: Trx,
  firm: FirmScope,
  { known, sealer, now, ...of }: Saved,
): Promise<void> {
  const sources = of.sources.map(({ _id = newId(), ...source }) => {
    const { system, name, zone, outsidePrefix, mapping, pull } = source;
    const id = known.has(_id) ? _id : newId();
    return { stored: { id, system, name, zone, outsidePrefix, mapping }, pull };
  });
  // Names may change places, so each has another one in between.
  for (const { stored } of sources) {
    if (!known.has(stored.id)) continue;
    await restartPull(trx, firm, stored);
    await updateCallSource(trx, firm, { ...stored, name: stored.id });
  }
  for (const [at, { stored, pull }] of sources.entries()) {
    if (known.has(stored.id)) await updateCallSource(trx, firm, stored);
    else await insertCallSource(trx, firm, { ...stored, now });
    await storePull(trx, firm, { source: stored, pull, at, sealer, now });
  }
}

type SavedPull = Pick<Saved, 'sealer' | 'now'> & {
  source: StoredSource;
  pull: ChangedCallSource['pull'];
  /** The place in the list. */
  at: number;
};

/** Throws `invalid_input` for another system than Teams, and for a new pull without its secret. */
async function storePull(trx: Trx, firm: FirmScope, { source, pull, at, sealer, now }: SavedPull) {
  const isTeams = source.system === 'teams' || source.system === 'teams-direct-routing';
  if (pull === undefined && isTeams) return;
  if (!pull) return deletePull(trx, firm, source.id);
  if (!isTeams)
    throw invalidField(`sources.${at}.pull`, 'Calls are fetched from Microsoft Teams alone.');
  const { tenant, clientId, clientSecret = '' } = pull;
  const sealedSecret =
    clientSecret === '' ? undefined : sealer.seal([firm.firmId, source.id], clientSecret);
  const isSaved = await savePull(trx, firm, {
    sourceId: source.id,
    tenant,
    clientId,
    sealedSecret,
    now,
  });
  if (!isSaved) throw invalidField(`sources.${at}.pull.clientSecret`, 'Enter the client secret.');
}

function assertDifferent(sources: readonly ChangedCallSource[]): void {
  const seen = new Set<string>();
  for (const [at, { name }] of sources.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key)) {
      throw invalidField(`sources.${at}.name`, 'Another telephone system has this name.');
    }
    seen.add(key);
  }
}

/**
 * Replaces all extensions of the firm. A call that a cell phone told of too becomes one with it.
 * Throws `invalid_input` for an attorney of another firm, for a text that is no extension, email or
 * number, and for one that has two attorneys on a day; `conflict` while an import takes long.
 */
export async function replaceExtensions(
  db: Db,
  by: AuditContext,
  input: readonly ChangedExtension[],
): Promise<Extension[]> {
  const firm = requireFirmScope(by.actor);
  const extensions = input.map(toStoredExtension);
  assertOneAtATime(extensions);
  return db.transaction().execute(async (trx) => {
    await lockImports(trx, firm, 'calls');
    const ids = extensions.map(({ attorneyId }) => attorneyId);
    const attorneys = await listAttorneysAmong(trx, firm, ids);
    const unknown = ids.findIndex((id) => !attorneys.has(id));
    if (unknown >= 0) throw wrong(unknown, 'attorney', 'There is no such attorney.');
    const before = await listExtensions(trx, firm);
    await replaceExtensionRows(trx, firm, extensions);
    await chooseParties(trx, firm);
    const after = await listExtensions(trx, firm);
    await joinOwnCalls(trx, firm, addedParties(before, after));
    await recordAudit(trx, by, {
      action: 'extensions.replaced',
      subjectId: null,
      details: { extensions: [before, after] },
    });
    return after;
  });
}

/** Parties that an attorney has on days when no attorney, or another one, had them before. */
function addedParties(before: readonly Extension[], after: readonly Extension[]): string[] {
  const written = ({ value, attorney, from, until }: Extension) =>
    JSON.stringify([value, attorney._id, from, until]);
  const known = new Set(before.map(written));
  const added = after.filter((each) => !known.has(written(each)));
  return [...new Set(added.map(({ value }) => value))];
}

/** The value as the readers of files write it. */
function toStoredExtension(of: ChangedExtension, at: number): StoredExtension {
  const value = readParty(of.value, '');
  if (value === null)
    throw wrong(at, 'value', `“${of.value.slice(0, 60)}” is no extension, email or number.`);
  return { value, attorneyId: of.attorney, from: of.from ?? null, until: of.until ?? null };
}

function assertOneAtATime(extensions: readonly StoredExtension[]): void {
  const rows = extensions.map((extension, at) => ({ ...extension, at }));
  const inOrder = rows.toSorted(
    (a, b) => compareCodes(a.value, b.value) || compareCodes(a.from ?? '', b.from ?? ''),
  );
  for (const [place, row] of inOrder.entries()) {
    const next = inOrder[place + 1];
    if (next?.value !== row.value) continue;
    if (row.until === null || next.from === null || next.from <= row.until)
      throw wrong(
        Math.max(row.at, next.at),
        'value',
        `${row.value} stands twice for the same days. End the earlier one first.`,
      );
  }
}

function wrong(at: number, field: string, message: string): AppError {
  return invalidField(`extensions.${at}.${field}`, message);
}
