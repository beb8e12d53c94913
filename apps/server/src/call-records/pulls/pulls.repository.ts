import type { CallPull } from '@recoup/contract/call-records/set-up-endpoints';
import { sql } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import type { SendingSource } from '../events/events.repository.ts';

export const pullCallsJob = 'pull-calls';

type PullSettings = Pick<CallPull, 'tenant' | 'clientId'>;
export type StoredPull = PullSettings & {
  source: SendingSource;
  sealedSecret: Buffer;
  through: Date | null;
  nextAt: Date;
  /** Failed ones since the last good one. */
  tries: number;
};

export async function findPull(
  db: Db,
  firm: FirmScope,
  sourceId: string,
): Promise<StoredPull | undefined> {
  const { rows } = await sql<
    Omit<StoredPull, 'source'> & Omit<SendingSource, 'sealedSecret' | 'dateOrder'>
  >`
    select s.id, s.firm_id as "firmId", s.system, s.zone, s.outside_prefix as "outsidePrefix",
      p.tenant, p.client_id as "clientId", p.sealed_secret as "sealedSecret", p.through,
      p.next_at as "nextAt", p.failing_tries as tries
    from call_pulls p join call_sources s on s.firm_id = p.firm_id and s.id = p.source_id
    where p.firm_id = ${firm.firmId} and p.source_id = ${sourceId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, firmId, system, zone, outsidePrefix, ...pull } = row;
  const source = { id, firmId, system, zone, outsidePrefix, sealedSecret: null, dateOrder: null };
  return { ...pull, source };
}

/**
 * Without a new secret that of before stays; false if there is none. The pull is due at once, and
 * one of another tenant or application begins anew.
 */
export async function savePull(
  trx: Trx,
  firm: FirmScope,
  of: PullSettings & { sourceId: string; sealedSecret: Buffer | undefined; now: Date },
): Promise<boolean> {
  const { sourceId, tenant, clientId, sealedSecret = null, now } = of;
  const { numAffectedRows: changed = 0n } = await sql`
    update call_pulls set tenant = ${tenant}, client_id = ${clientId}, next_at = ${now},
      sealed_secret = coalesce(${sealedSecret}::bytea, sealed_secret),
      through = case when tenant = ${tenant} and client_id = ${clientId} then through end
    where firm_id = ${firm.firmId} and source_id = ${sourceId}`.execute(trx);
  if (changed === 0n) {
    if (sealedSecret === null) return false;
    await trx
      .insertInto('callPulls')
      .values({ firmId: firm.firmId, sourceId, tenant, clientId, sealedSecret, nextAt: now })
      .execute();
  }
  await sql`select queue_call_pull(${firm.firmId}, ${sourceId})`.execute(trx);
  return true;
}

/** Begins the pull of a telephone system anew if that is to be another system: of another list. */
export async function restartPull(
  trx: Trx,
  firm: FirmScope,
  { id, system }: Pick<SendingSource, 'id' | 'system'>,
): Promise<void> {
  await sql`
    update call_pulls p set through = null from call_sources s
    where p.firm_id = ${firm.firmId} and p.source_id = ${id} and s.firm_id = p.firm_id
      and s.id = p.source_id and s.system <> ${system}`.execute(trx);
}

export async function deletePull(trx: Trx, firm: FirmScope, sourceId: string): Promise<void> {
  await trx
    .deleteFrom('callPulls')
    .where('firmId', '=', firm.firmId)
    .where('sourceId', '=', sourceId)
    .execute();
}

export async function queueDuePulls(db: Db, _: AllFirmsScope, now: Date): Promise<void> {
  await db
    .selectFrom('callPulls')
    .where('nextAt', '<=', now)
    .select(sql`queue_call_pull(firm_id, source_id)`.as('queued'))
    .execute();
}

/** Plans the next try; false if another process has done so. */
export async function claimPull(
  db: Db,
  firm: FirmScope,
  of: { sourceId: string; before: Date; nextAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('callPulls')
    .set({ nextAt: of.nextAt })
    .where('firmId', '=', firm.firmId)
    .where('sourceId', '=', of.sourceId)
    .where('nextAt', '=', of.before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Outcome = {
  taken: number;
  now: Date;
  nextAt: Date;
  /** Absent for a try that did not end: that of before stays. */
  through?: Date;
  failure: string | null;
} & Pick<CallPull, 'unread' | 'unreadReason'>;

/** Saves nothing of a pull whose tenant, application or system has changed meanwhile. */
export async function savePullOutcome(
  db: Db,
  { source, tenant, clientId }: StoredPull,
  { taken, now, nextAt, through, failure, unread, unreadReason }: Outcome,
): Promise<void> {
  await sql`
    update call_pulls p set tried_at = ${now}, taken = ${taken}, next_at = ${nextAt},
      through = coalesce(${through ?? null}, through), failure = ${failure}::text,
      unread = ${unread}, unread_reason = ${unreadReason},
      failing_since = case when ${failure}::text is not null
        then coalesce(failing_since, ${now}::timestamptz) end,
      failing_tries = case when ${failure}::text is not null then failing_tries + 1 else 0 end
    from call_sources s
    where p.firm_id = ${source.firmId} and p.source_id = ${source.id} and p.tenant = ${tenant}
      and p.client_id = ${clientId} and s.firm_id = p.firm_id and s.id = p.source_id
      and s.system = ${source.system}`.execute(db);
}

/** Pulls that a wrong clock has planned ahead are due now. */
export async function pullBackPulls(
  db: Db,
  _: AllFirmsScope,
  { now, latest }: { now: Date; latest: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('callPulls')
    .set({ nextAt: now })
    .where('nextAt', '>', latest)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
