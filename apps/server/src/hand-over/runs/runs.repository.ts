import type { HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';
import { type PageQuery, findPage } from '../../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';

export type NewRun = Omit<
  TableRow<'handOverRuns'>,
  'firmId' | 'state' | 'tries' | 'tryEndsAt' | 'sentAt'
> & { state: HandOverRun['state'] };

/** Per firm, without the runs that closed an export. */
const maxStoredRuns = 1_000;

/** The key of the table rejects a second one of the same time. */
export async function insertRun(trx: Trx, firm: FirmScope, run: NewRun): Promise<void> {
  await trx
    .insertInto('handOverRuns')
    .values({ ...run, firmId: firm.firmId })
    .execute();
  await sql`delete from hand_over_runs where firm_id = ${firm.firmId} and export_id is null
    and id < (select r.id from hand_over_runs r where r.firm_id = ${firm.firmId}
      and r.export_id is null order by r.id desc offset ${maxStoredRuns} limit 1)`.execute(trx);
}

/** The latest first. */
export async function listRuns(
  db: Db,
  firm: FirmScope,
  { export: exportId, ...query }: PageQuery & { export?: string | undefined },
): Promise<{ data: HandOverRun[]; count: number }> {
  const isAsked = exportId === undefined ? sql<boolean>`true` : ofExport(exportId);
  const latestFirst = selectRuns(db, firm).where(isAsked).orderBy('r.id', 'desc');
  const { rows, count } = await findPage(latestFirst, query);
  return { data: rows.map(toRun), count };
}

const ofExport = (id: string) => sql<boolean>`r.export_id = ${id}`;

export async function findRun(db: Db, firm: FirmScope, id: string) {
  const row = await selectRuns(db, firm).where('r.id', '=', id).executeTakeFirst();
  return row && toRun(row);
}

/** Whether the file of an export is being sent by a hand-over. */
export async function isOnItsWay(
  trx: Trx,
  firm: FirmScope,
  { handOverId, exportId }: { handOverId: string; exportId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('handOverRuns')
    .where('firmId', '=', firm.firmId)
    .where('handOverId', '=', handOverId)
    .where('exportId', '=', exportId)
    .where('state', '=', 'sending')
    .where('mailId', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The job's payload is `{ firmId, runId }`. */
export const sendHandOverJob = 'send-hand-over';

/** Queues a job for each file whose next try has come, also after a process died during one. */
export async function queueDueSendings(db: Db, _: AllFirmsScope, now: Date): Promise<void> {
  await db
    .selectFrom('handOverRuns')
    .where('state', '=', 'sending')
    .where('mailId', 'is', null)
    .where((eb) => eb.or([eb('nextTryAt', '<=', now), eb('tryEndsAt', '<=', now)]))
    .select(sql`queue_sending(firm_id, id)`.as('queued'))
    .execute();
}

/**
 * Pulls files back whose next try, end of a try or end of all tries lies further ahead than they
 * are planned: a clock that was ahead has written it. `tryMs` is the longest try, `allMs` the time
 * of all tries. Returns how many there were.
 */
export async function pullBackSendings(
  db: Db,
  _: AllFirmsScope,
  { now, toleranceMs, tryMs, allMs }: Now & { tryMs: number; allMs: number },
): Promise<number> {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const isFar = sql<boolean>`(next_try_at > ${after(toleranceMs)}::timestamptz + ${longestPause}
    or try_ends_at > ${after(toleranceMs + tryMs)} or give_up_at > ${after(toleranceMs + allMs)})`;
  const { numUpdatedRows } = await db
    .updateTable('handOverRuns')
    .set({
      nextTryAt: sql`least(next_try_at, ${now}::timestamptz + ${longestPause})`,
      tryEndsAt: sql`least(try_ends_at, ${after(tryMs)}::timestamptz)`,
      giveUpAt: sql`least(give_up_at, ${after(allMs)}::timestamptz)`,
    })
    .where('state', '=', 'sending')
    .where('mailId', 'is', null)
    .where(isFar)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type Now = { now: Date; toleranceMs: number };

/** As `pauseAfter` plans it; none before the first try. */
const longestPause = sql`case tries when 0 then interval '0'
  else least(power(2, least(tries, 10) - 1), 60) * interval '1 minute' end`;

/** A try to send a file; `tries` tells it from any later one. */
export type Try = {
  id: string;
  tries: number;
  name: string;
  startedAt: Date;
  exportId: string;
  type: string;
  layout: string | null;
  serverId: string | null;
  fileName: string;
  giveUpAt: Date;
};

/** Undefined where nothing is to be sent now, and while another process sends it. */
export async function beginTry(
  db: Db,
  firm: FirmScope,
  { id, now, endsAt }: { id: string; now: Date; endsAt: Date },
): Promise<Try | undefined> {
  const row = await db
    .updateTable('handOverRuns')
    .set((eb) => ({ tries: eb('tries', '+', 1), nextTryAt: null, tryEndsAt: endsAt }))
    .where(isFirmRow(firm, id))
    .where('state', '=', 'sending')
    .where('mailId', 'is', null)
    .where((eb) => eb.or([eb('nextTryAt', '<=', now), eb('tryEndsAt', '<=', now)]))
    .returning(['id', 'tries', 'name', 'startedAt', 'exportId', 'type', 'layout', 'serverId'])
    .returning(['fileName', 'giveUpAt'])
    .executeTakeFirst();
  return row as Try | undefined; // what is sent has an export, a file name and an end
}

/** Returns false if a later try has begun. */
export async function endTry(
  trx: Trx,
  firm: FirmScope,
  { id, tries, ...values }: Pick<Try, 'id' | 'tries'> & TryEnd,
): Promise<boolean> {
  const row = await trx
    .updateTable('handOverRuns')
    .set({ ...values, tryEndsAt: null })
    .where(isFirmRow(firm, id))
    .where('tries', '=', tries)
    .where('state', '=', 'sending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type TryEnd = {
  state: 'sending' | 'sent' | 'failed';
  message: string | null;
  nextTryAt: Date | null;
  sentAt?: Date;
  recipient?: string;
};

export type Repeated = { mailId: string | null; exportId: string; fileName: string | null };

/** Locked. Undefined for a run whose file cannot be sent again now. */
export async function lockRepeatable(trx: Trx, firm: FirmScope, id: string) {
  const row = await trx
    .selectFrom('handOverRuns as r')
    .where('r.firmId', '=', firm.firmId)
    .where('r.id', '=', id)
    .where(isRepeatable)
    .select(['r.mailId', 'r.exportId', 'r.fileName'])
    .forUpdate('r')
    .executeTakeFirst();
  return row as Repeated | undefined; // a repeatable one has an export
}

export async function beginAgain(
  trx: Trx,
  firm: FirmScope,
  {
    id,
    ...values
  }: { id: string; nextTryAt: Date; giveUpAt: Date } | { id: string; mailId: string },
): Promise<void> {
  await trx
    .updateTable('handOverRuns')
    .set({ ...values, state: 'sending', message: null, sentAt: null })
    .where(isFirmRow(firm, id))
    .execute();
}

/** A mail that is queued is tried by the outbox; a file during a try cannot be sent twice. */
const isRepeatable = sql<boolean>`(r.export_id is not null and case
  when r.mail_id is not null then exists (select from mails m
    where m.firm_id = r.firm_id and m.id = r.mail_id and m.state <> 'queued')
  else r.server_id is not null and (r.state <> 'sending' or r.next_try_at is not null) end)`;

function selectRuns(db: Db, firm: FirmScope) {
  return db
    .selectFrom('handOverRuns as r')
    .leftJoin('exports as x', (join) => joinByFirm(join, 'x.id', 'r.exportId'))
    .leftJoin('mails as m', (join) => joinByFirm(join, 'm.id', 'r.mailId'))
    .where('r.firmId', '=', firm.firmId)
    .select(['r.id', 'r.handOverId', 'r.name', 'r.dueAt', 'r.startedAt', 'r.upTo', 'r.state'])
    .select(['r.message', 'r.exportId', 'r.recipient', 'r.fileName', 'r.tries', 'r.nextTryAt'])
    .select(['r.sentAt', 'x.number', 'm.state as mailState', 'm.lastError', 'm.attempts'])
    .select(['m.sentAt as mailSentAt', isRepeatable.as('canRepeat')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

function toRun(row: Row): HandOverRun {
  const sending = toSending(row);
  return {
    _id: row.id,
    handOver: { _id: row.handOverId, name: row.name },
    dueAt: row.dueAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    upTo: row.upTo,
    export:
      row.exportId === null || row.number === null
        ? null
        : { _id: row.exportId, number: row.number },
    to: row.recipient,
    fileName: row.fileName,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    ...sending,
    sentAt: sending.sentAt?.toISOString() ?? null,
    canRepeat: row.canRepeat,
  };
}

/** The state of a mail is stored with the mail. */
function toSending({ mailState, lastError, attempts, mailSentAt, ...row }: Row) {
  const { state, message, tries, sentAt } = row;
  if (mailState === null) {
    const own = state as HandOverRun['state']; // a check of the table
    return { state: own, message, tries, sentAt };
  }
  const ofMail = { queued: 'sending', sent: 'sent', failed: 'failed' } as const;
  return {
    state: ofMail[mailState as keyof typeof ofMail], // a check of the table
    message: lastError,
    tries: (attempts ?? 0) + (mailSentAt === null ? 0 : 1),
    sentAt: mailSentAt,
  };
}
