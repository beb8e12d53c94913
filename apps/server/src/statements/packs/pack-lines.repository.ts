import { cellPhone } from '@recoup/contract/call-records/rules';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { splitVat } from '@recoup/contract/vat/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { southAfricanTime } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { narrationInFiles } from '../../platform/database/narration-in-files.ts';
import type { PackCall, PackItem, PackLine, PackLink } from './pack.ts';

export type PackPeriod = { matterId: string; from: string | null; to: string | null };

type LineRow = Omit<PackLine, 'particulars' | 'grossCents' | 'vatCents'> & {
  title: string;
  narration: string | null;
  amountCents: number;
  basisPoints: number;
  isIncluded: boolean;
};

/** Lines of closed exports in the order of the schedule, up to a limit. */
export async function listPackLines(
  db: Db,
  { firmId }: FirmScope,
  { matterId, from, to, limit }: PackPeriod & { limit: number },
): Promise<PackLine[]> {
  const { rows } = await sql<LineRow>`
    select entries.id as entry, coalesce(entries.happened_on, entries.date)::text as date,
      t.id as type_id, t.title, ${narrationInFiles} as narration, u.name as who, entries.minutes,
      entries.voucher as voucher_number, entries.amount_cents,
      entries.vat_basis_points as basis_points, entries.vat_included as is_included,
      entries.reverses is not null as is_reversal,
      exists (select from entries o where o.firm_id = ${firmId} and o.export_id is not null
        and (o.reverses = entries.id or o.id = entries.reverses)) as is_taken_back,
      a.id as account_id, a.credits
    from entries
    join disbursement_types t on t.firm_id = ${firmId} and t.id = entries.disbursement_type_id
    join users u on u.firm_id = ${firmId} and u.id = entries.attorney_id
    left join supplier_accounts a on a.firm_id = ${firmId}
      and a.id = entries.supplier_account_id and entries.account_line is not null
    where entries.firm_id = ${firmId} and entries.matter_id = ${matterId}
      and entries.export_id is not null and ${inPeriod({ from, to })}
    order by coalesce(entries.happened_on, entries.date), entries.created_at, entries.id
    limit ${limit}`.execute(db);
  return rows.map(toLine);
}

function inPeriod({ from, to }: Pick<PackPeriod, 'from' | 'to'>) {
  return sql`(${from}::date is null or entries.date >= ${from}::date)
    and (${to}::date is null or entries.date <= ${to}::date)`;
}

function toLine({ title, narration, amountCents, basisPoints, isIncluded, ...row }: LineRow) {
  const { grossCents, vatCents } = splitVat(amountCents, { basisPoints, isIncluded });
  const particulars = narration === null ? title : `${title}: ${narration}`;
  return { ...row, particulars, grossCents, vatCents };
}

/** Lines of the same days that no closed export holds. */
export async function countUnlocked(
  db: Db,
  { firmId }: FirmScope,
  { matterId, from, to }: PackPeriod,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from entries
    where entries.firm_id = ${firmId} and entries.matter_id = ${matterId}
      and entries.export_id is null and ${inPeriod({ from, to })}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The vouchers of entries that count, each entry's in the order in which they were added. */
export async function listPackLinks(
  db: Db,
  { firmId }: FirmScope,
  entries: readonly string[],
): Promise<PackLink[]> {
  const { rows } = await sql<Omit<PackLink, 'sha256' | 'kind'> & { kind: string; hash: Buffer }>`
    select l.entry_id as entry, v.id as voucher, l.name, v.kind, v.bytes, v.pages,
      case v.kind when 'pdf' then l.pages end as shown_pages, v.sha256 as hash
    from entry_vouchers l
    join vouchers v on v.firm_id = ${firmId} and v.id = l.voucher_id
    where l.firm_id = ${firmId} and l.entry_id = any(${[...entries]}::uuid[])
      and l.withdrawn_at is null
    order by l.added_at, l.id`.execute(db);
  return rows.map(({ hash, kind, ...row }) => ({
    ...row,
    kind: kind as VoucherKind, // a check of the table
    sha256: hash.toString('hex'),
  }));
}

type CallRow = Omit<PackCall, 'n' | 'date' | 'start' | 'sha256'> & {
  entry: string;
  startedAt: Date | null;
  hash: Buffer | null;
};

/** The evidence of calls. An entry that replaces another one has that one's call. */
export async function listPackCalls(
  db: Db,
  { firmId }: FirmScope,
  items: readonly PackItem[],
): Promise<PackCall[]> {
  const calls = new Map(items.filter(({ isCall }) => isCall).map((item) => [item.entry, item]));
  const { rows } = await sql<CallRow>`
    with recursive earlier (item, entry, depth) as (
      select e.id, e.id, 0 from entries e
      where e.firm_id = ${firmId} and e.id = any(${[...calls.keys()]}::uuid[])
      union all
      select c.item, e.replaces, c.depth + 1 from earlier c
      join entries e on e.firm_id = ${firmId} and e.id = c.entry
      where e.replaces is not null)
    select distinct on (e.id) e.id as entry, coalesce(r.started_at, e.started_at) as started_at,
      coalesce(r.seconds, e.seconds) as seconds, coalesce(r.other_party, e.other_party) as number,
      r.direction, r.own_party as extension,
      coalesce(s.name, case when r.owner_id is not null then ${cellPhone} end) as source,
      i.number as import,
      coalesce(i.received_sha256, r.event_sha256, o.sha256) as hash,
      case when r.id is null then 'hand'
        when r.entry_before is null then 'telephone' else 'both' end as recorded_by
    from earlier c
    join entries e on e.firm_id = ${firmId} and e.id = c.item
    left join call_records r on r.firm_id = ${firmId} and r.entry_id = c.entry
    left join call_sources s on s.firm_id = ${firmId} and s.id = r.source_id
    left join call_imports i on i.firm_id = ${firmId} and i.id = r.import_id
    left join own_call_imports o on o.firm_id = ${firmId} and o.id = r.own_import_id
    order by e.id, r.id is null, c.depth`.execute(db);
  return rows
    .flatMap(({ entry, ...row }) => toCall(row, calls.get(entry)))
    .toSorted((a, b) => a.n - b.n);
}

function toCall(
  { startedAt, number, hash, ...row }: Omit<CallRow, 'entry'>,
  item: PackItem | undefined,
): PackCall[] {
  if (item === undefined) return [];
  const time = startedAt === null ? null : southAfricanTime(startedAt);
  return [
    {
      ...row,
      n: item.n,
      date: time?.slice(0, 10) ?? item.date,
      start: time?.slice(11) ?? null,
      number: number === null ? null : formatPhone(number),
      sha256: hash?.toString('hex') ?? null,
    },
  ];
}

/** The numbers of others by entry, with those of the calls that it replaces or reverses. */
export async function listCallNumbers(
  db: Db,
  { firmId }: FirmScope,
  lines: readonly Pick<PackLine, 'entry'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = lines.map(({ entry }) => entry);
  const { rows } = await sql<{ item: string; numbers: string[] }>`
    with recursive earlier (item, entry) as (
      select e.id, e.id from entries e
      where e.firm_id = ${firmId} and e.id = any(${ids}::uuid[])
      union
      select c.item, o.id from earlier c
      join entries e on e.firm_id = ${firmId} and e.id = c.entry
      cross join lateral (values (e.replaces), (e.reverses)) as o (id)
      where o.id is not null)
    select c.item, array_agg(distinct n.number) as numbers
    from earlier c
    join entries e on e.firm_id = ${firmId} and e.id = c.entry
    left join call_records r on r.firm_id = ${firmId} and r.entry_id = c.entry
    cross join lateral (values (e.other_party), (r.other_party)) as n (number)
    where n.number is not null
    group by c.item`.execute(db);
  return new Map(rows.map(({ item, numbers }) => [item, numbers]));
}

/** Undefined for a matter that the firm has not. */
export async function findPackHead(db: Db, { firmId }: FirmScope, matterId: string) {
  const row = await db
    .selectFrom('matters')
    .innerJoin('firms', 'firms.id', 'matters.firmId')
    .where('matters.firmId', '=', firmId)
    .where('matters.id', '=', matterId)
    .select(['matters.number', 'matters.description', 'matters.client'])
    .select(['firms.name', 'firms.logo', 'firms.isVatVendor', 'firms.vatNumber'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, description, client, name, logo, isVatVendor, vatNumber } = row;
  return {
    firm: {
      name,
      logo: logo?.toString('base64') ?? null,
      vatNumber: isVatVendor ? vatNumber : null,
    },
    matter: { number, name: description, client },
  };
}
