import { newId } from '@recoup/contract/core/ids';
import { nextTime } from '@recoup/contract/hand-over/days';
import {
  type HandOver,
  maxHandOvers,
  type SavedHandOver,
} from '@recoup/contract/hand-over/endpoints';
import {
  type AllFirmsScope,
  type AuditContext,
  createFirmScope,
  type FirmScope,
  requireFirmScope,
} from '../../platform/core/actor.ts';
import { AppError, invalidField, notFound, conflict } from '../../platform/core/app-error.ts';
import { minutes } from '../../platform/core/clock.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { getLayout } from '../../posting/layouts.service.ts';
import { findStoredServer } from '../sftp/sftp-servers.repository.ts';
import {
  deleteHandOverRow,
  findShownHandOver,
  insertHandOver,
  listFarHandOvers,
  type StoredHandOver,
  listShownHandOvers,
  lockHandOver,
  lockHandOvers,
  replaceNextTime,
  setNextTime,
  type ShownHandOver,
  updateHandOverRow,
} from './hand-overs.repository.ts';
import {
  assertNameIsFree,
  changedFields,
  type FieldChanges,
} from '../../platform/collections/collections.ts';

export async function listHandOvers(db: Db, firm: FirmScope): Promise<HandOver[]> {
  return (await listShownHandOvers(db, firm)).map(toHandOver);
}

/**
 * Throws `conflict` for a name that another one has and beyond the bound of hand-overs, and
 * `invalid_input` for a server or layout that the firm does not have.
 */
export async function createHandOver(
  db: Db,
  by: AuditContext,
  input: SavedHandOver,
): Promise<HandOver> {
  const firm = requireFirmScope(by.actor);
  const id = newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    const others = await lockHandOvers(trx, firm);
    if (others.length >= maxHandOvers)
      throw conflict(`A firm has at most ${maxHandOvers} hand-overs.`);
    assertNameIsFree({ id, name: input.name }, { others, message: nameTaken });
    await assertDestination(trx, firm, input);
    const handOver = toStoredHandOver(by, { ...input, id });
    await insertHandOver(trx, firm, { ...handOver, createdAt: by.now });
    return changed(trx, by, { action: 'hand-over.created', id, name: input.name });
  });
}

/**
 * A run that is due still comes, unless the day or time changes or it is off. Throws `not_found`,
 * `conflict` while it runs, and as `createHandOver`.
 */
export async function updateHandOver(
  db: Db,
  by: AuditContext,
  input: SavedHandOver & { id: string },
): Promise<HandOver> {
  const firm = requireFirmScope(by.actor);
  const { id, name } = input;
  return db.transaction().execute(async (trx) => {
    const others = await lockHandOvers(trx, firm);
    const before = await lockOne(trx, firm, id);
    assertNameIsFree(input, { others, message: nameTaken });
    await assertDestination(trx, firm, input);
    const planned = toStoredHandOver(by, input);
    const isDue = before.isOn && before.nextAt <= by.now && isSameTime(before, planned);
    const after = isDue ? { ...planned, nextAt: before.nextAt } : planned;
    await updateHandOverRow(trx, firm, after);
    const changes = changedFields(before, after, audited);
    return changed(trx, by, { action: 'hand-over.updated', id, name, changes });
  });
}

/** Throws `not_found`, and `conflict` while it runs. */
export async function deleteHandOver(db: Db, by: AuditContext, id: string): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const { name } = await lockOne(trx, firm, id);
    await deleteHandOverRow(trx, firm, id);
    await recordAudit(trx, by, {
      action: 'hand-over.deleted',
      subjectId: id,
      details: { handOver: name },
    });
  });
}

/**
 * It is due now: the check of the next minute runs it. Throws `not_found`, and `conflict` while it
 * runs or is off.
 */
export async function runNow(db: Db, by: AuditContext, id: string): Promise<HandOver> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const { name, isOn } = await lockOne(trx, firm, id);
    if (!isOn) throw conflict('This hand-over is off. Switch it on first.');
    await setNextTime(trx, firm, { id, nextAt: by.now });
    return changed(trx, by, { action: 'hand-over.requested', id, name });
  });
}

/** Throws `not_found`, and `conflict` while it runs. */
export async function lockOne(trx: Trx, firm: FirmScope, id: string): Promise<ShownHandOver> {
  const found = await lockHandOver(trx, firm, id);
  if (found) return found;
  if (!(await findShownHandOver(trx, firm, id))) throw notFound('hand-over');
  throw conflict('This hand-over is running or being changed. Please try again in a moment.');
}

/**
 * Pulls hand-overs back whose next time was planned by a clock that was ahead. Returns how many
 * there were.
 */
export async function pullBackHandOvers(
  db: Db,
  everywhere: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const pause = createPauses();
  let count = 0;
  for (const handOver of await listFarHandOvers(db, everywhere, { now, toleranceMs })) {
    await pause();
    const { firmId, id, nextAt: before } = handOver;
    const isRequested = before.getTime() % minutes(1) > 0;
    const latest = nextTime(handOver, new Date(now.getTime() + toleranceMs));
    if (!isRequested && before <= latest) continue;
    const nextAt = isRequested ? now : nextTime(handOver, now);
    const change = { id, before, nextAt, now };
    if (await replaceNextTime(db, createFirmScope(firmId), change)) count += 1;
  }
  return count;
}

function toStoredHandOver(
  { actor, now }: AuditContext,
  { server: serverId, ...input }: SavedHandOver & { id: string },
): StoredHandOver {
  return { ...input, serverId, savedBy: actor.userId, nextAt: nextTime(input, now) };
}

function isSameTime(one: StoredHandOver, other: StoredHandOver): boolean {
  return one.on === other.on && one.day === other.day && one.time === other.time;
}

async function assertDestination(trx: Trx, firm: FirmScope, { server, layout }: SavedHandOver) {
  if (server !== null && !(await findStoredServer(trx, firm, server)))
    throw invalidField('server', 'There is no such server.');
  if (layout === null) return;
  await getLayout(trx, firm, layout).catch((error: unknown) => {
    throw error instanceof AppError ? invalidField('layout', 'There is no such layout.') : error;
  });
}

const nameTaken = 'Another hand-over has this name.';

const audited = [
  'name',
  'type',
  'layout',
  'serverId',
  'email',
  'on',
  'day',
  'time',
  'isOn',
] as const;
type Changed = {
  action: `hand-over.${'created' | 'updated' | 'requested'}`;
  id: string;
  name: string;
  changes?: FieldChanges;
};

async function changed(trx: Trx, by: AuditContext, { action, id, name, changes }: Changed) {
  await recordAudit(trx, by, { action, subjectId: id, details: { handOver: name, ...changes } });
  const after = await findShownHandOver(trx, requireFirmScope(by.actor), id);
  if (!after) throw new Error('a hand-over that was just written is not there');
  return toHandOver(after);
}

export function toHandOver({
  id,
  serverId,
  serverName,
  savedBy,
  savedByName,
  nextAt,
  ...row
}: ShownHandOver) {
  return {
    _id: id,
    ...row,
    server: serverId === null ? null : { _id: serverId, name: serverName ?? '' },
    by: { _id: savedBy, name: savedByName },
    nextAt: row.isOn ? nextAt.toISOString() : null,
  } satisfies HandOver;
}
