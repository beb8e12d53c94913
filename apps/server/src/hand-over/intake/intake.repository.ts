import {
  intakeLimits,
  type IntakeRun,
  type MatterIntake,
  type IntakeDay,
} from '@recoup/contract/hand-over/intake-endpoints';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';

/** `time` is `HH:MM` in South Africa; `tries` those of a run that failed and is tried again. */
export type StoredIntake = Omit<TableRow<'matterIntakes'>, 'firmId' | 'days' | 'timeOfDay'> & {
  days: IntakeDay;
  time: string;
};
/** The failed tries since the last good one. */
type Failing = Pick<StoredIntake, 'failingSince' | 'failingTries'>;
export type ShownIntake = StoredIntake & { serverName: string; savedByName: string };

export async function findIntake(db: Db, firm: FirmScope): Promise<ShownIntake | undefined> {
  const row = await selectIntake(db, firm).executeTakeFirst();
  return row && toShown(row);
}

/** Until the transaction ends, no other changes it. Undefined also while another one does. */
export async function lockIntake(trx: Trx, firm: FirmScope): Promise<ShownIntake | undefined> {
  const row = await selectIntake(trx, firm).forNoKeyUpdate('i').skipLocked().executeTakeFirst();
  return row && toShown(row);
}

export async function replaceIntake(trx: Trx, firm: FirmScope, intake: StoredIntake) {
  const { time: timeOfDay, ...rest } = intake;
  const values = { ...rest, timeOfDay };
  await trx
    .insertInto('matterIntakes')
    .values({ ...values, firmId: firm.firmId })
    .onConflict((conflict) => conflict.column('firmId').doUpdateSet(values))
    .execute();
}

/** Returns false where `before` is no longer its next time: it was saved again meanwhile. */
export async function updateNextTime(
  db: Db,
  firm: FirmScope,
  {
    before,
    ...next
  }: Pick<StoredIntake, 'nextAt' | 'tries' | 'problem'> & Partial<Failing> & { before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('matterIntakes')
    .set(next)
    .where('firmId', '=', firm.firmId)
    .where('nextAt', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteIntakeRow(trx: Trx, firm: FirmScope): Promise<void> {
  await trx.deleteFrom('matterIntakes').where('firmId', '=', firm.firmId).execute();
}

/** The job's payload is `{ firmId }`. */
export const runIntakeJob = 'run-matter-intake';

export async function queueIntake(db: Db, firm: FirmScope): Promise<void> {
  await sql`select queue_intake(${firm.firmId})`.execute(db);
}

/** Queues a job for each firm whose time has come. */
export async function queueDueIntakes(db: Db, _: AllFirmsScope, now: Date): Promise<void> {
  await db
    .selectFrom('matterIntakes')
    .where('isOn', '=', true)
    .where('nextAt', '<=', now)
    .select(sql`queue_intake(firm_id)`.as('queued'))
    .execute();
}

type FarIntake = Pick<StoredIntake, 'days' | 'time' | 'nextAt' | 'tries' | 'problem'> & {
  firmId: string;
};

/** Imports whose next time lies after a moment. */
export async function listFarIntakes(db: Db, _: AllFirmsScope, after: Date): Promise<FarIntake[]> {
  const rows = await db
    .selectFrom('matterIntakes')
    .where('isOn', '=', true)
    .where('nextAt', '>', after)
    .select(['firmId', 'days', 'timeOfDay as time', 'nextAt', 'tries', 'problem'])
    .execute();
  // A check of the table.
  return rows.map(({ days, ...row }) => ({ ...row, days: days as IntakeDay }));
}

export type NewRun = Omit<IntakeRun, '_id' | 'startedAt'> & { id: string; startedAt: Date };

/** The oldest runs go. */
export async function insertIntakeRun(trx: Trx, firm: FirmScope, { files, ...run }: NewRun) {
  await trx
    .insertInto('matterIntakeRuns')
    .values({ ...run, files: JSON.stringify(files), firmId: firm.firmId })
    .execute();
  const oldest = selectIntakeRuns(trx, firm).select('id').offset(intakeLimits.keptRuns);
  await trx
    .deleteFrom('matterIntakeRuns')
    .where('firmId', '=', firm.firmId)
    .where('id', 'in', oldest)
    .execute();
}

export async function listIntakeRuns(db: Db, firm: FirmScope, page: PageQuery) {
  const { limit, offset } = limitOffset(page);
  const rows = await selectIntakeRuns(db, firm)
    .select(['id', 'startedAt', 'state', 'message', 'files'])
    .execute();
  const data = rows
    .slice(offset, offset + limit)
    .map(({ id, startedAt, state, files, message }) => ({
      _id: id,
      startedAt: startedAt.toISOString(),
      state: state as IntakeRun['state'], // a check of the table
      message,
      files: files as IntakeRun['files'], // as `insertIntakeRun` wrote them
    }));
  return { data, count: rows.length };
}

export type FolderFile = { name: string; bytes: number; modifiedAt: Date };

/** The files of the folder that were taken before. Forgets those that are gone. */
export async function listTakenFiles(db: Db, firm: FirmScope, inFolder: readonly FolderFile[]) {
  const names = inFolder.map(({ name }) => name);
  await db
    .deleteFrom('matterIntakeFiles')
    .where('firmId', '=', firm.firmId)
    .where(sql<boolean>`not (name = any(${names}::text[]))`)
    .execute();
  return db
    .selectFrom('matterIntakeFiles')
    .where('firmId', '=', firm.firmId)
    .select(['name', 'bytes', 'modifiedAt'])
    .execute();
}

/** Stored once, also when it is taken twice. */
export async function insertTakenFile(db: Db, firm: FirmScope, file: FolderFile): Promise<void> {
  await db
    .insertInto('matterIntakeFiles')
    .values({ ...file, firmId: firm.firmId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function selectIntakeRuns(db: Db, firm: FirmScope) {
  return db
    .selectFrom('matterIntakeRuns')
    .where('firmId', '=', firm.firmId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc');
}

function selectIntake(db: Db, firm: FirmScope) {
  return db
    .selectFrom('matterIntakes as i')
    .innerJoin('users as u', (join) => joinByFirm(join, 'u.id', 'i.savedBy'))
    .innerJoin('sftpServers as s', (join) => joinByFirm(join, 's.id', 'i.serverId'))
    .where('i.firmId', '=', firm.firmId)
    .select(['i.serverId', 'i.folder', 'i.pattern', 'i.days', 'i.timeOfDay as time', 'i.isOn'])
    .select(['i.savedBy', 'i.nextAt', 'i.tries', 'i.problem', 'i.failingSince'])
    .select('i.failingTries')
    .select(['s.name as serverName', 'u.name as savedByName']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectIntake>['executeTakeFirstOrThrow']>>;

function toShown({ days, ...row }: Row): ShownIntake {
  return { ...row, days: days as IntakeDay }; // a check of the table
}

/** As the API shows it. */
export function toIntakeReply(intake: ShownIntake): MatterIntake {
  const { serverId, serverName, savedBy, savedByName, folder, pattern, days, time } = intake;
  return {
    server: { _id: serverId, name: serverName },
    folder,
    pattern,
    days,
    time,
    isOn: intake.isOn,
    by: { _id: savedBy, name: savedByName },
    nextAt: intake.isOn ? intake.nextAt.toISOString() : null,
    problem: intake.problem,
  };
}
