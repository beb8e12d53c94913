import { role, userStatus } from '@recoup/contract/core/access';
import type { HandOverDay } from '@recoup/contract/hand-over/days';
import type { handOverTypes } from '@recoup/contract/hand-over/endpoints';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import { hours } from '../../platform/core/clock.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';

export type StoredHandOver = Omit<
  TableRow<'handOvers'>,
  'firmId' | 'createdAt' | 'type' | 'dayKind' | 'timeOfDay'
> & {
  type: (typeof handOverTypes)[number];
  on: HandOverDay;
  /** `HH:MM`, in South Africa. */
  time: string;
};
export type ShownHandOver = StoredHandOver & { serverName: string | null; savedByName: string };

export async function listShownHandOvers(db: Db, firm: FirmScope): Promise<ShownHandOver[]> {
  const rows = await selectHandOvers(db, firm).orderBy(foldedText(sql`h.name`)).execute();
  return rows.map(toShown);
}

export async function findShownHandOver(db: Db, firm: FirmScope, id: string) {
  const row = await selectHandOvers(db, firm).where('h.id', '=', id).executeTakeFirst();
  return row && toShown(row);
}

/** Until the transaction ends, no other request adds a hand-over of the firm or renames one. */
export async function lockHandOvers(trx: Trx, firm: FirmScope): Promise<ShownHandOver[]> {
  await lockName(trx, `hand-overs ${firm.firmId}`);
  return listShownHandOvers(trx, firm);
}

/** Undefined for a missing one, and while a run or a change of it holds the lock. */
export async function lockHandOver(trx: Trx, firm: FirmScope, id: string) {
  const row = await selectHandOvers(trx, firm)
    .where('h.id', '=', id)
    .forNoKeyUpdate('h')
    .skipLocked()
    .executeTakeFirst();
  return row && toShown(row);
}

export async function insertHandOver(
  trx: Trx,
  firm: FirmScope,
  { createdAt, ...handOver }: StoredHandOver & { createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('handOvers')
    .values({ ...toRow(handOver), createdAt, firmId: firm.firmId })
    .execute();
}

export async function updateHandOverRow(trx: Trx, firm: FirmScope, handOver: StoredHandOver) {
  const { id, ...values } = toRow(handOver);
  await trx.updateTable('handOvers').set(values).where(isFirmRow(firm, id)).execute();
}

export async function setNextTime(
  trx: Trx,
  firm: FirmScope,
  { id, nextAt }: { id: string; nextAt: Date },
): Promise<void> {
  await trx.updateTable('handOvers').set({ nextAt }).where(isFirmRow(firm, id)).execute();
}

export async function deleteHandOverRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('handOvers').where(isFirmRow(firm, id)).execute();
}

/** The name of a hand-over that uses the server. */
export async function findUseOfServer(db: Db, firm: FirmScope, serverId: string) {
  const row = await db
    .selectFrom('handOvers')
    .where('firmId', '=', firm.firmId)
    .where('serverId', '=', serverId)
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

/** The job's payload is `{ firmId, handOverId }`. */
export const runHandOverJob = 'run-hand-over';

/** Queues a job for each hand-over whose time has come. */
export async function queueDueHandOvers(db: Db, _: AllFirmsScope, now: Date): Promise<void> {
  await db
    .selectFrom('handOvers')
    .where('isOn', '=', true)
    .where('nextAt', '<=', now)
    .select(sql`queue_hand_over(firm_id, id)`.as('queued'))
    .execute();
}

type FarHandOver = Pick<StoredHandOver, 'id' | 'on' | 'day' | 'time' | 'nextAt'> & {
  firmId: string;
};

/**
 * Hand-overs whose next time may lie further ahead than their schedule allows: two times of one are
 * a day apart at least, and those that a user requested are no whole minutes.
 */
export async function listFarHandOvers(
  db: Db,
  _: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<FarHandOver[]> {
  const rows = await db
    .selectFrom('handOvers')
    .where('isOn', '=', true)
    .where('nextAt', '>', new Date(now.getTime() + toleranceMs))
    .where((eb) =>
      eb.or([
        eb('nextAt', '>', new Date(now.getTime() + hours(24))),
        eb('nextAt', '<>', sql<Date>`date_trunc('minute', next_at)`),
      ]),
    )
    .select(['firmId', 'id', 'dayKind as on', 'day', 'timeOfDay as time', 'nextAt'])
    .execute();
  return rows.map(({ on, ...row }) => ({ ...row, on: on as HandOverDay })); // a check of the table
}

/**
 * Runs of the ledger that a wrong clock began before their time keep the moment at which they began
 * as their time: theirs is still to come, and each time has one run. Returns false where the
 * hand-over was changed meanwhile, or a run or change of it is under way.
 */
export async function replaceNextTime(
  db: Db,
  firm: FirmScope,
  { id, before, nextAt, now }: { id: string; before: Date; nextAt: Date; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockHandOver(trx, firm, id);
    if (locked?.isOn !== true || locked.nextAt.getTime() !== before.getTime()) return false;
    await setNextTime(trx, firm, { id, nextAt });
    await trx
      .updateTable('handOverRuns')
      .set((eb) => ({ dueAt: eb.ref('startedAt') }))
      .where('firmId', '=', firm.firmId)
      .where('handOverId', '=', id)
      .where('dueAt', '>', now)
      .execute();
    return true;
  });
}

export type Runner = { id: string; name: string; email: string };

/** The users who may close an export of the firm now: active, and its admin. */
export async function listRunners(db: Db, firm: FirmScope): Promise<Runner[]> {
  return db
    .selectFrom('users as u')
    .innerJoin('firms as f', 'f.id', 'u.firmId')
    .where('u.firmId', '=', firm.firmId)
    .where('f.id', '=', firm.firmId)
    .where('u.status', '=', userStatus.active)
    .where('u.role', '=', role.attorneyAdmin)
    .where(sql<boolean>`coalesce(f.admin_id, u.id) = u.id`)
    .where(
      sql<boolean>`exists (select from firm_domains d
        where d.firm_id = ${firm.firmId} and d.domain = split_part(u.email, '@', 2))`,
    )
    .select(['u.id', 'u.name', 'u.email'])
    .orderBy('u.id')
    .limit(maxRunners)
    .execute();
}

/** A firm names one admin; before it does, it may have several. */
const maxRunners = 20;

function selectHandOvers(db: Db, firm: FirmScope) {
  return db
    .selectFrom('handOvers as h')
    .innerJoin('users as u', (join) => joinByFirm(join, 'u.id', 'h.savedBy'))
    .leftJoin('sftpServers as s', (join) => joinByFirm(join, 's.id', 'h.serverId'))
    .where('h.firmId', '=', firm.firmId)
    .select(['h.id', 'h.name', 'h.type', 'h.layout', 'h.serverId', 'h.email', 'h.day', 'h.isOn'])
    .select(['h.dayKind as on', 'h.timeOfDay as time', 'h.savedBy', 'h.nextAt'])
    .select(['s.name as serverName', 'u.name as savedByName']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectHandOvers>['executeTakeFirstOrThrow']>>;

function toShown({ type, on, ...row }: Row): ShownHandOver {
  // Checks of the table.
  return { ...row, type: type as StoredHandOver['type'], on: on as HandOverDay };
}

function toRow({ on: dayKind, time: timeOfDay, ...row }: StoredHandOver) {
  return { ...row, dayKind, timeOfDay };
}
