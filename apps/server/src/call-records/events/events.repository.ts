import type { CallSystem } from '@recoup/contract/call-records/rules';
import {
  type CallEvent,
  shownEvents,
  type TakenCalls,
} from '@recoup/contract/call-records/event-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';
import type { DayOrder } from '../files/times.ts';
import { peopleOfFirm } from '../set-up/set-up.repository.ts';

export type SendingSource = {
  id: string;
  firmId: string;
  system: CallSystem;
  zone: string;
  outsidePrefix: string;
  sealedSecret: Buffer | null;
  /** The order of days in its files. */
  dateOrder: DayOrder | null;
};

/** A telephone system of a firm; of any without one, since a secret names its firm. */
export async function findSendingSource(
  db: Db,
  { id, firm }: { id: string; firm?: FirmScope },
): Promise<SendingSource | undefined> {
  const isOfFirm = firm === undefined ? sql`true` : sql`firm_id = ${firm.firmId}`;
  const { rows } = await sql<SendingSource>`
    select id, firm_id as "firmId", system, zone, outside_prefix as "outsidePrefix",
      sealed_secret as "sealedSecret", mapping ->> 'dateOrder' as "dateOrder"
    from call_sources where id = ${id}::uuid and ${isOfFirm}`.execute(db);
  return rows[0];
}

/** Stores a new secret. Returns the name of the source; undefined when the firm has no such one. */
export async function updateSecret(
  trx: Trx,
  firm: FirmScope,
  { id, sealedSecret, now }: { id: string; sealedSecret: Buffer; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('callSources')
    .set({ sealedSecret, secretMadeAt: now })
    .where(isFirmRow(firm, id))
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function addLimitedCalls(
  db: Db,
  firm: FirmScope,
  { id, calls, now }: { id: string; calls: number; now: Date },
): Promise<void> {
  await sql`
    update call_sources set limited_calls = limited_calls + ${calls}, limited_at = ${now}
    where firm_id = ${firm.firmId} and id = ${id}`.execute(db);
}

/** Later ones are told apart in any case: a page asks each second. */
const comparedArrivals = 200;

/** The call that came last, of an attorney or of the firm; undefined for none of late. */
export async function findLatestCall(
  db: Db,
  firm: FirmScope,
  attorney: string | undefined,
): Promise<{ id: string; seconds: number } | undefined> {
  const isOwn =
    attorney === undefined
      ? sql`true`
      : sql`(r.owner_id = ${attorney} or r.owner_id is null and exists (
          select from ${peopleOfFirm(firm)} p
          where p.attorney_id = ${attorney} and p.party = r.own_party))`;
  const { rows } = await sql<{ id: string; seconds: number }>`
    select id, seconds from (
      select id, seconds, own_party, owner_id from call_records where firm_id = ${firm.firmId}
      order by id desc limit ${comparedArrivals}) r
    where ${isOwn} order by id desc limit 1`.execute(db);
  return rows[0];
}

type NewEvent = TakenCalls & { id: string; sourceId: string; sha256: Buffer; now: Date };

/** Adds the request, and deletes those of the source that nobody sees any more. */
export async function insertCallEvent(trx: Trx, firm: FirmScope, event: NewEvent): Promise<void> {
  const { id, sourceId, sha256, taken, repeated, ignored, now } = event;
  await sql`
    insert into call_events (firm_id, id, source_id, received_at, sha256, taken, repeated, ignored)
    values (${firm.firmId}, ${id}, ${sourceId}, ${now}, ${sha256}, ${taken}, ${repeated},
      ${JSON.stringify(ignored)})`.execute(trx);
  await sql`
    delete from call_events where firm_id = ${firm.firmId} and id in (
      select id from call_events
      where firm_id = ${firm.firmId} and source_id = ${sourceId}
      order by received_at desc, id desc offset ${shownEvents})`.execute(trx);
}

type EventList = { data: CallEvent[]; count: number; limited: number; limitedAt: string | null };

/** Undefined when the firm has no such source. */
export async function listCallEvents(
  db: Db,
  firm: FirmScope,
  sourceId: string,
): Promise<EventList | undefined> {
  const source = await db
    .selectFrom('callSources')
    .where(isFirmRow(firm, sourceId))
    .select(['limitedCalls', 'limitedAt'])
    .executeTakeFirst();
  if (!source) return undefined;
  const { rows } = await sql<Omit<CallEvent, '_id' | 'receivedAt'> & { id: string; at: Date }>`
    select id, received_at as at, encode(sha256, 'hex') as sha256, taken, repeated, ignored
    from call_events where firm_id = ${firm.firmId} and source_id = ${sourceId}
    order by received_at desc, id desc limit ${shownEvents}`.execute(db);
  const data = rows.map(({ id, at, ...row }) => ({
    _id: id,
    receivedAt: at.toISOString(),
    ...row,
  }));
  const { limitedCalls, limitedAt } = source;
  return {
    data,
    count: data.length,
    limited: limitedCalls,
    limitedAt: limitedAt?.toISOString() ?? null,
  };
}

/**
 * Deletes staged calls that begin later than the bound. Returns their rows, which are their places
 * in the request.
 */
export async function deleteLaterCalls(
  trx: Trx,
  { zone, latest }: { zone: string; latest: Date },
): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    delete from staged_legs
    where coalesce(start_at, start_local at time zone ${zone}) > ${latest}
    returning row_number as row`.execute(trx);
  return rows.map(({ row }) => row);
}
