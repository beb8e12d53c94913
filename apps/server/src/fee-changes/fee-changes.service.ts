import type {
  NewFeeChange,
  FeeChangeOutcome,
  FeeChangePreview,
} from '@recoup/contract/fee-changes/endpoints';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toRandTotal } from '@recoup/contract/core/money';
import {
  addSchedules,
  lockFeesOfFirm,
  listSchedulesOfChange,
  listChangedSince,
} from '../call-fees/fee-changes.service.ts';
import { toFeeDetail } from '../call-fees/fee-details.service.ts';
import { repriceEntries } from '../entries/repricing.service.ts';
import { lockClosings } from '../exports/closings.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { groupBy } from '../platform/core/group-by.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { lockAttorneys, recordFeeChanges } from '../users/attorneys-of-change.service.ts';
import {
  type AffectedEntries,
  countAffectedEntries,
  listUnlockedEntries,
} from './affected-entries.ts';
import {
  changedRates,
  getRaisedCells,
  isChanged,
  toRaise,
  type RaisedCell,
  cellKey,
  cellName,
} from './raised-cells.ts';
import {
  countSavedSchedules,
  insertFeeChange,
  listChangesOfSchedules,
  setRepriced,
  findNames,
  findStoredChange,
  listAssignedCells,
} from './fee-changes.repository.ts';
import { createHash } from 'node:crypto';
import { conflict, AppError } from '../platform/core/app-error.ts';
import { nothingSaved } from '@recoup/contract/call-fees/messages';

/** Previews a change; saves nothing. Throws as `createRateChange` does. */
export async function previewFeeChange(
  db: Db,
  firm: FirmScope,
  { now, ...input }: NewFeeChange & { now: Date },
): Promise<FeeChangePreview> {
  const cells = await getRaisedCells(db, firm, input);
  const entries = await countAffectedEntries(db, firm, { ...input, raised: cells, now });
  const ofDay = {
    validFrom: input.validFrom,
    scheduleIds: cells.map(({ scheduleId }) => scheduleId),
  };
  return {
    ...(await toChangeOutcome({ id: input._id ?? newId(now.getTime()), input, cells, entries })),
    unlockedEntries: await listUnlockedEntries(db, firm, {
      raised: cells,
      validFrom: input.validFrom,
      open: entries.open,
    }),
    sameDayChanges: await listChangesOfSchedules(db, firm, ofDay),
    sameDayFees: await countSavedSchedules(db, firm, ofDay),
    exports: entries.exports,
    state: previewState({ cells, entries }, now),
  };
}

/**
 * Changes call fees by a percentage from a day on, all cells or none; with `reprice` unlocked
 * entries too. The same request with the same `_id` makes one change. Throws `conflict` for another
 * request with that `_id`, `changed_meanwhile` when the fees are not those of the preview,
 * `not_found` and `invalid_input`.
 */
export async function createFeeChange(
  db: Db,
  by: AuditContext,
  input: NewFeeChange,
): Promise<FeeChangeOutcome> {
  const firm = requireFirmScope(by.actor);
  const id = input._id ?? newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    // First: a closing takes long, and attorneys record entries during this wait.
    if (input.reprice) await lockClosings(trx, firm);
    await lockFeesOfFirm(trx, firm);
    const repeated = await findRepeatedChange(trx, firm, { id, input });
    if (repeated) return repeated;
    await lockAttorneys(trx, firm, input.cells && distinctAttorneys(input.cells));
    const cells = await getRaisedCells(trx, firm, input);
    const entries = await countAffectedEntries(trx, firm, { ...input, raised: cells, now: by.now });
    const { expected, reprice } = input;
    if (expected !== undefined)
      await requireState(trx, firm, { cells, entries, expected, reprice, now: by.now });
    await saveChange(trx, by, { id, input, cells, entries });
    return toChangeOutcome({ id, input, cells, entries });
  });
}

type Change = {
  id: string;
  input: NewFeeChange;
  cells: readonly RaisedCell[];
  entries: AffectedEntries;
};

async function toChangeOutcome({ id, input, cells, entries }: Change): Promise<FeeChangeOutcome> {
  const { costBefore, costAfter, unlocked, locked } = entries;
  return {
    _id: id,
    validFrom: input.validFrom,
    cells: await mapWithPauses(cells, changedRates),
    lastThreeMonths: { before: toRandTotal(costBefore), after: toRandTotal(costAfter) },
    entries: { unlocked, locked },
  };
}

async function saveChange(trx: Trx, by: AuditContext, { id, input, cells, entries }: Change) {
  const firm = requireFirmScope(by.actor);
  const { validFrom, percent, roundTo, mode } = input;
  const reason = input.reason || null;
  const changed = cells
    .filter(isChanged)
    .map((cell) => ({ ...cell, newId: newId(by.now.getTime()) }));
  await insertFeeChange(trx, firm, {
    id,
    ...storedRequest(input),
    ...storedEntries(entries),
    cells: changed.length,
    repriced: 0,
    createdAt: by.now,
    createdBy: by.actor.userId,
  });
  await saveSchedules(trx, by, { id, validFrom, cells: changed });
  const repriced = input.reprice
    ? await repriceEntries(trx, by, {
        changeId: id,
        cells: changed.map((cell) => ({ ...cell, scheduleId: cell.newId })),
        from: validFrom,
        reason: reason ?? '',
      })
    : 0;
  if (repriced > 0) await setRepriced(trx, firm, { id, repriced });
  const facts = { validFrom, percent, roundTo, mode, cells: changed.length, repriced };
  const details = { ...facts, ...(reason !== null && { reason }) };
  await recordAudit(trx, by, { action: 'rate-change.created', subjectId: id, details });
}

function storedRequest(input: NewFeeChange) {
  const { basisPoints, unitCents, mode } = toRaise(input);
  return {
    validFrom: input.validFrom,
    basisPoints,
    unitCents,
    mode,
    isRepriced: input.reprice,
    reason: input.reason || null,
    requestSha256: hashOfRequest(input),
  };
}

function storedEntries({ costBefore, costAfter, unlocked, locked }: AffectedEntries) {
  return {
    costBeforeCents: String(costBefore),
    costAfterCents: String(costAfter),
    unlocked,
    locked,
  };
}

async function saveSchedules(
  trx: Trx,
  by: AuditContext,
  change: { id: string; validFrom: string; cells: readonly (RaisedCell & { newId: string })[] },
): Promise<void> {
  const { id: changeId, validFrom, cells } = change;
  const schedules = cells.map((cell) => ({
    attorneyId: cell.attorneyId,
    disbursementTypeId: cell.disbursementTypeId,
    id: cell.newId,
    validFrom,
    changeId,
    basedOn: cell.scheduleId,
    bands: cell.after,
  }));
  await addSchedules(trx, requireFirmScope(by.actor), {
    schedules,
    actorId: by.actor.userId,
    now: by.now,
  });
  await recordFeeChanges(trx, by, await feesByAttorney(cells, { validFrom, changeId }));
}

type ChangedFees = {
  attorneyId: string;
  disbursementTypeId: string;
  before: readonly CallFeeBand[];
  after: readonly CallFeeBand[];
};

/** For the audit log: the changed fees of each attorney, beside the same facts. */
export async function feesByAttorney(
  cells: readonly ChangedFees[],
  { validFrom, ...facts }: { validFrom: string } & Readonly<Record<string, string>>,
): Promise<{ attorneyId: string; details: Record<string, unknown> }[]> {
  const groups = [...groupBy(cells, ({ attorneyId }) => attorneyId)];
  return mapWithPauses(groups, ([attorneyId, changed]) => ({
    attorneyId,
    details: { callFees: changed.map((cell) => toFeeDetail({ ...cell, validFrom })), ...facts },
  }));
}

function distinctAttorneys(cells: NonNullable<NewFeeChange['cells']>): string[] {
  return [...new Set(cells.map(({ attorney }) => attorney))];
}

/**
 * The change that an equal request made; it names the cells whose prices changed. Throws `conflict`
 * for another request with that id.
 */
async function findRepeatedChange(
  db: Db,
  firm: FirmScope,
  { id, input }: { id: string; input: NewFeeChange },
): Promise<FeeChangeOutcome | undefined> {
  const stored = await findStoredChange(db, firm, id);
  if (!stored) return undefined;
  if (!hashOfRequest(input).equals(stored.requestSha256))
    throw conflict('A fee change with this id exists already.');
  if (stored.undoneAt !== null) throw conflict('This fee change was undone.');
  const { unlocked, locked } = stored;
  return {
    _id: id,
    validFrom: stored.validFrom,
    cells: await listChangedRates(db, firm, { id, input }),
    lastThreeMonths: {
      before: toRandTotal(BigInt(stored.costBeforeCents)),
      after: toRandTotal(BigInt(stored.costAfterCents)),
    },
    entries: { unlocked, locked },
  };
}

/** Covers the fields that decide the change; `expected`, from the preview, is left out. */
function hashOfRequest(input: NewFeeChange): Buffer {
  const { basisPoints, unitCents, mode } = toRaise(input);
  const cells = input.cells?.map((cell) => `${cell.attorney} ${cell.disbursementType}`).toSorted();
  const { validFrom, reprice, reason = '' } = input;
  const parts = [validFrom, basisPoints, unitCents, mode, reprice, reason, cells ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** In the order of the first answer. */
async function listChangedRates(
  db: Db,
  firm: FirmScope,
  { id, input }: { id: string; input: NewFeeChange },
): Promise<FeeChangeOutcome['cells']> {
  const made = await listSchedulesOfChange(db, firm, id);
  const schedules = new Map(made.map((schedule) => [cellKey(schedule), schedule]));
  const assigned = await listAssignedCells(db, firm);
  const keys = input.cells?.map(({ attorney, disbursementType }) =>
    cellKey({ attorneyId: attorney, disbursementTypeId: disbursementType }),
  );
  const ordered = new Set([...(keys ?? assigned.map(cellKey)), ...schedules.keys()]);
  const names = new Map(assigned.map((cell) => [cellKey(cell), cell]));
  const cells: FeeChangeOutcome['cells'] = [];
  for (const key of ordered) {
    const schedule = schedules.get(key);
    if (!schedule) continue;
    // A type may have been taken from the attorney since.
    const { attorney, disbursementType } = names.get(key) ?? (await findNames(db, firm, schedule));
    const named = { attorney: attorney ?? '', disbursementType: disbursementType ?? '' };
    cells.push(changedRates({ ...schedule, ...named }));
  }
  return cells;
}

type Previewed = { cells: readonly RaisedCell[]; entries: AffectedEntries };

/**
 * The inputs of a preview: its moment, the schedules of the cells, and the entries. Schedules
 * never change, so their ids stand for their rows.
 */
function previewState({ cells, entries }: Previewed, now: Date): string {
  const fees = cells
    .map(({ attorneyId, disbursementTypeId, scheduleId, next }) =>
      [attorneyId, disbursementTypeId, scheduleId, next].join(' '),
    )
    .toSorted();
  const { unlocked, locked, exports } = entries;
  return [now.getTime().toString(36), shortHash(fees), shortHash([unlocked, locked, exports])].join(
    '.',
  );
}

/**
 * Throws `changed_meanwhile` when the call fees are not those of the preview; with `reprice` also
 * when the entries are not.
 */
async function requireState(
  db: Db,
  firm: FirmScope,
  of: Previewed & { expected: string; reprice: boolean; now: Date },
): Promise<void> {
  const [time = '', fees, entries] = of.expected.split('.');
  const [, feesNow, entriesNow] = previewState(of, of.now).split('.');
  if (fees !== feesNow)
    throw changedSincePreview(
      await changedFees(db, firm, { cells: of.cells, since: new Date(Number.parseInt(time, 36)) }),
    );
  if (of.reprice && entries !== entriesNow) throw changedSincePreview('The entries have changed');
}

/** Names up to three of the cells that changed since the preview. */
async function changedFees(
  db: Db,
  firm: FirmScope,
  { cells, since }: { cells: readonly RaisedCell[]; since: Date },
): Promise<string> {
  const isDay = since.getTime() >= 0 && since.getTime() < Date.UTC(2100, 0);
  const changes = isDay ? await listChangedSince(db, firm, since) : [];
  const keys = new Set(changes.map(cellKey));
  const names = cells.filter((cell) => keys.has(cellKey(cell))).map(cellName);
  if (names.length === 0) return 'The call fees have changed';
  const others = names.length > 3 ? ' and others' : '';
  return `The call fees of ${names.slice(0, 3).join(', ')}${others} have changed`;
}

function changedSincePreview(what: string): AppError {
  return new AppError('changed_meanwhile', {
    message: `${what} since the preview. ${nothingSaved.makePreview}`,
  });
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
