import { compareCodes } from '@recoup/contract/core/code-order';
import { sql } from 'kysely';
import type { AuditContext, FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

/** Entries of an attorney and type; `next` is the first day that no longer counts. */
export type EntryCell = { attorneyId: string; disbursementTypeId: string; next: string | null };
/** So many entries of the cell at that index, of the same length and price. */
export type PricedGroup = {
  cell: number;
  minutes: number;
  amountCents: number;
  count: number;
  /** The day of the last of them. */
  latest: string;
  /** The closed export that holds them. */
  exportNumber: number | null;
};
export type ListedEntry = Pick<PricedGroup, 'cell' | 'minutes' | 'amountCents'> & {
  id: string;
  date: string;
  matter: { _id: string; number: string; name: string };
};

/** Entries from a day on that call fees priced. */
export async function groupPricedEntries(
  db: Db,
  firm: FirmScope,
  of: { cells: readonly EntryCell[]; from: string },
): Promise<PricedGroup[]> {
  const { rows } = await sql<PricedGroup>`
    select (c.place - 1)::integer as cell, e.minutes, e.amount_cents as "amountCents",
      count(*) as count, max(e.date)::text as latest, x.number as "exportNumber"
    from ${table(of.cells)}
    join entries e on ${isOfPeriod(firm, of.from)}
    left join exports x on x.firm_id = e.firm_id and x.id = e.export_id
    group by 1, 2, 3, 6`.execute(db);
  return rows;
}

/** The latest unlocked entries of these groups. */
export async function listLatestEntries(
  db: Db,
  firm: FirmScope,
  of: { cells: readonly EntryCell[]; groups: readonly PricedGroup[]; from: string; limit: number },
): Promise<ListedEntry[]> {
  // Each of the latest entries is of a group that is among as many with the latest days, and none
  // lies before the last of those days.
  const groups = of.groups.toSorted((a, b) => compareCodes(b.latest, a.latest)).slice(0, of.limit);
  const from = groups.length < of.limit ? of.from : (groups.at(-1)?.latest ?? of.from);
  const { rows } = await sql<ListedEntry>`
    with latest as (select e.id, e.date, g.cell, e.minutes, e.amount_cents, e.matter_id
    from unnest(${groups.map(({ cell }) => cell)}::integer[],
      ${groups.map(({ minutes }) => minutes)}::integer[],
      ${groups.map(({ amountCents }) => amountCents)}::bigint[]) as g (cell, minutes, cents)
    join ${table(of.cells)} on c.place = g.cell + 1
    join entries e on ${isOfPeriod(firm, of.from)} and e.date >= ${from}::date
      and e.export_id is null and e.minutes = g.minutes and e.amount_cents = g.cents
    order by e.date desc, e.id desc limit ${of.limit})
    select l.id, l.date::text, l.cell, l.minutes, l.amount_cents as "amountCents",
      json_build_object('_id', m.id, 'number', m.number, 'name', m.description) as matter
    from latest l join matters m on m.firm_id = ${firm.firmId} and m.id = l.matter_id
    order by l.date desc, l.id desc`.execute(db);
  return rows;
}

/** The cost of a period's entries that call fees priced, by cell and length. */
export async function sumPricedEntries(
  db: Db,
  firm: FirmScope,
  of: { cells: readonly EntryCell[]; after: string; to: string },
): Promise<{ cell: number; minutes: number; count: number; cents: string }[]> {
  const { rows } = await sql<{ cell: number; minutes: number; count: number; cents: string }>`
    select (c.place - 1)::integer as cell, e.minutes, count(*) as count,
      sum(e.amount_cents)::text as cents
    from ${table(of.cells)}
    join entries e on ${isOfCell(firm)} and e.date > ${of.after}::date and e.date <= ${of.to}::date
    group by 1, 2`.execute(db);
  return rows;
}

/**
 * Collects in a temporary table what `savePrices` changes: unlocked entries from a day on, each
 * with the new schedule of its cell.
 */
export async function collectEntries(
  trx: Trx,
  firm: FirmScope,
  of: { cells: readonly (EntryCell & { scheduleId: string })[]; from: string },
): Promise<void> {
  await createPriceTable(trx);
  await sql`
    insert into new_prices (entry_id, schedule_id, minutes)
    select e.id, s.id, e.minutes
    from ${table(of.cells)}
    join unnest(${of.cells.map(({ scheduleId }) => scheduleId)}::uuid[])
      with ordinality as s (id, place) on s.place = c.place
    join entries e on ${isOfPeriod(firm, of.from)} and e.export_id is null
      and e.schedule_id <> s.id`.execute(trx);
}

/**
 * Collects the entries that a change prices, each with its price before. One of another version was
 * corrected since: the earlier schedule prices its length. One recorded since, or whose earlier
 * schedule was taken back too, gets that of its day. The change's schedules were taken back.
 */
export async function collectEntriesOfChange(trx: Trx, firm: FirmScope, changeId: string) {
  await createPriceTable(trx);
  await sql`
    create temporary table priced_by_change on commit drop as
    select e.id, e.attorney_id, e.disbursement_type_id, coalesce(e.happened_on, e.date) as date,
      e.minutes, e.version, s.based_on
    from call_fee_schedules s
    join entries e on e.firm_id = s.firm_id and e.attorney_id = s.user_id and e.schedule_id = s.id
      and ${isCharged}
    where s.firm_id = ${firm.firmId} and s.change_id = ${changeId}`.execute(trx);
  // Without it PostgreSQL plans the join of days for a few rows. The rest is looked up by keys: of
  // rows that this change has added PostgreSQL has no statistics.
  await sql`analyze priced_by_change`.execute(trx);
  await sql`
    insert into new_prices (entry_id, minutes, schedule_id, cents)
    select p.id, p.minutes, coalesce(earlier.id, d.schedule_id, p.based_on),
      case when earlier.id is not null and r.version = p.version then r.amount_cents end
    from priced_by_change p
    join (${schedulesOfDays(firm)}) d using (attorney_id, disbursement_type_id, date)
    left join lateral (select k.schedule_id, k.amount_cents, k.version from rate_change_entries k
      where k.firm_id = ${firm.firmId} and k.change_id = ${changeId} and k.entry_id = p.id
      limit 1) r on true
    left join lateral (select s.id from call_fee_schedules s
      where s.firm_id = ${firm.firmId} and s.id = r.schedule_id and s.user_id = p.attorney_id
        and s.disbursement_type_id = p.disbursement_type_id
        and not exists (select from rate_changes c where c.firm_id = ${firm.firmId}
          and c.id = s.change_id and c.undone_at is not null)
      limit 1) earlier on true`.execute(trx);
}

/** The schedule of each day of the collected entries; null without call fees. */
function schedulesOfDays(firm: FirmScope) {
  return sql`
    select days.*, (
      select case when exists (
        select from call_fee_bands b
        where b.firm_id = s.firm_id and b.schedule_id = s.id) then s.id end
      from call_fee_schedules s
      where s.firm_id = ${firm.firmId} and s.user_id = days.attorney_id
        and s.disbursement_type_id = days.disbursement_type_id and s.replaced_at is null
      order by s.valid_from > days.date,
        case when s.valid_from <= days.date then s.valid_from end desc, s.valid_from
      limit 1) as schedule_id
    from (select distinct attorney_id, disbursement_type_id, date from priced_by_change) days`;
}

/**
 * Corrects the collected entries and the sums of their days, with a line of the audit log for
 * each. With `changeId` their earlier prices are stored. Returns how many cost another amount. The
 * caller has locked closings, so that none of them has been exported since.
 */
export async function savePrices(
  trx: Trx,
  firm: FirmScope,
  { by, reason, changeId = null }: { by: AuditContext; reason: string; changeId?: string | null },
): Promise<number> {
  const { firmId } = firm;
  await sql`set local recoup.sums = 'by statement'`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    with ${changedEntries(firm)}, days as (
      insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes,
        amount_cents, net_cents, vat_cents)
      select ${firmId}, date, attorney_id, disbursement_type_id, 0, 0, sum(cents - amount_cents),
        sum(net_change), sum(vat_change)
      from changed group by date, attorney_id, disbursement_type_id order by 2, 3, 4
      on conflict (firm_id, date, attorney_id, disbursement_type_id)
        do update set amount_cents = entry_days.amount_cents + excluded.amount_cents,
          net_cents = entry_days.net_cents + excluded.net_cents,
          vat_cents = entry_days.vat_cents + excluded.vat_cents
    ), kept as (
      insert into rate_change_entries (firm_id, change_id, entry_id, schedule_id, amount_cents,
        version)
      select ${firmId}, ${changeId}::uuid, id, schedule_id, amount_cents, version + 1
      from changed where ${changeId}::uuid is not null
    ), told as (
      insert into audit_log (at, firm_id, actor_id, address, request_id, action, subject_id,
        details)
      select ${by.now}::timestamptz, ${firmId}, ${by.actor.userId}, ${by.address}, ${by.requestId},
        'entry.corrected', id, jsonb_build_object('reason', ${reason}::text) ||
          case when cents = amount_cents then '{}' else jsonb_build_object('amount',
            jsonb_build_array(trim_scale(amount_cents * 0.01), trim_scale(cents * 0.01))) end
      from changed
    )
    select count(*) filter (where cents <> amount_cents) as count from changed`.execute(trx);
  await sql`set local recoup.sums = 'by row'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** `changed` holds the entries as they were, and their new prices. */
function changedEntries({ firmId }: FirmScope) {
  return sql`old as (
      select e.id, e.date, e.attorney_id, e.disbursement_type_id, e.schedule_id, e.amount_cents,
        e.version, e.vat_included, e.vat_cents, n.schedule_id as new_schedule_id, n.cents
      from new_prices n join entries e on e.firm_id = ${firmId} and e.id = n.entry_id
      where n.cents is not null
      for update of e
    ), changed as (
      update entries e set schedule_id = old.new_schedule_id, amount_cents = old.cents,
        version = old.version + 1
      from old where e.firm_id = ${firmId} and e.id = old.id
      returning old.*, e.vat_cents - old.vat_cents as vat_change, e.amount_cents - old.amount_cents
        - case when old.vat_included then e.vat_cents - old.vat_cents else 0 end as net_change
    )`;
}

/** Numbers of the closed exports that hold entries priced by a change. */
export async function listExportsOfChange(db: Db, firm: FirmScope, changeId: string) {
  const { rows } = await sql<{ number: number }>`
    select distinct x.number
    from call_fee_schedules s
    join entries e on e.firm_id = s.firm_id and e.attorney_id = s.user_id and e.schedule_id = s.id
    join exports x on x.firm_id = e.firm_id and x.id = e.export_id
    where s.firm_id = ${firm.firmId} and s.change_id = ${changeId}
    order by 1`.execute(db);
  return rows.map(({ number }) => number);
}

/** The reversed entries in whose place collected ones stand. */
export async function listReplacedByCollected(trx: Trx, firm: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.replaces as id from entries e where e.firm_id = ${firm.firmId}
      and e.replaces is not null and e.id in (select entry_id from new_prices)`.execute(trx);
  return rows.map(({ id }) => id);
}

function table(cells: readonly EntryCell[]) {
  return sql`unnest(${cells.map(({ attorneyId }) => attorneyId)}::uuid[],
    ${cells.map(({ disbursementTypeId }) => disbursementTypeId)}::uuid[],
    ${cells.map(({ next }) => next)}::date[])
    with ordinality as c (attorney_id, type_id, next, place)`;
}

function isOfCell(firm: FirmScope) {
  return sql`e.firm_id = ${firm.firmId} and e.attorney_id = c.attorney_id
    and e.disbursement_type_id = c.type_id and e.schedule_id is not null
    and e.minutes is not null and ${isCharged}`;
}

/** A reversed entry and its reversal keep their price, so that they add up to nothing. */
const isCharged = sql`e.reverses is null and not exists (
  select from entries r where r.firm_id = e.firm_id and r.reverses = e.id)`;

/** Selects entries from a day on whose prices count. */
function isOfPeriod(firm: FirmScope, from: string) {
  // No entry happened after its day, whose index is read.
  return sql`${isOfCell(firm)} and e.date >= ${from}::date
    and coalesce(e.happened_on, e.date) >= ${from}::date
    and (c.next is null or coalesce(e.happened_on, e.date) < c.next)`;
}

/** A schedule and length in `new_prices`, the temporary table of a fee change and its undo. */
type Length = { scheduleId: string; minutes: number };

async function createPriceTable(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(trx);
  await sql`
    create temporary table new_prices (entry_id uuid primary key, schedule_id uuid not null,
      minutes integer not null, cents bigint) on commit drop`.execute(trx);
}

/** The lengths of collected entries that have no price yet. */
export async function listUnpriced(trx: Trx): Promise<Length[]> {
  const { rows } = await sql<Length>`
    select distinct schedule_id as "scheduleId", minutes from new_prices
    where cents is null`.execute(trx);
  return rows;
}

/** The first collected entries of these lengths, and how many there are. */
export async function listCollected(
  trx: Trx,
  firm: FirmScope,
  { lengths, limit }: { lengths: readonly Length[]; limit: number },
): Promise<{ date: string; attorney: string; minutes: number; count: number }[]> {
  const { rows } = await sql<{ date: string; attorney: string; minutes: number; count: number }>`
    select e.date::text, u.name as attorney, e.minutes, count(*) over () as count
    from unnest(${lengths.map(({ scheduleId }) => scheduleId)}::uuid[],
      ${lengths.map(({ minutes }) => minutes)}::integer[]) as l (schedule_id, minutes)
    join new_prices n using (schedule_id, minutes)
    join entries e on e.firm_id = ${firm.firmId} and e.id = n.entry_id
    join users u on u.firm_id = e.firm_id and u.id = e.attorney_id
    where n.cents is null
    order by e.date, ${foldedText(sql`u.name`)}, e.id limit ${limit}`.execute(trx);
  return rows;
}

export async function setPrices(trx: Trx, prices: readonly (Length & { cents: number })[]) {
  await sql`
    update new_prices n set cents = p.cents
    from unnest(${prices.map(({ scheduleId }) => scheduleId)}::uuid[],
      ${prices.map(({ minutes }) => minutes)}::integer[],
      ${prices.map(({ cents }) => cents)}::bigint[]) as p (schedule_id, minutes, cents)
    where n.cents is null and n.schedule_id = p.schedule_id and n.minutes = p.minutes`.execute(trx);
  await sql`analyze new_prices`.execute(trx);
}
