import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

/** A schedule and length in `new_prices`, the temporary table of a fee change and its undo. */
type Length = { scheduleId: string; minutes: number };

export async function createPriceTable(trx: Trx): Promise<void> {
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

export async function setPrices(
  trx: Trx,
  prices: readonly (Length & { cents: number })[],
): Promise<void> {
  await sql`
    update new_prices n set cents = p.cents
    from unnest(${prices.map(({ scheduleId }) => scheduleId)}::uuid[],
      ${prices.map(({ minutes }) => minutes)}::integer[],
      ${prices.map(({ cents }) => cents)}::bigint[]) as p (schedule_id, minutes, cents)
    where n.cents is null and n.schedule_id = p.schedule_id and n.minutes = p.minutes`.execute(trx);
  await sql`analyze new_prices`.execute(trx);
}
