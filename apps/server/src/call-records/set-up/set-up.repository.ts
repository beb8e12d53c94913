import type { CallSystem } from '@recoup/contract/call-records/rules';
import type {
  CallPull,
  CallSource,
  Extension,
  PrivateNumber,
} from '@recoup/contract/call-records/set-up-endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';
import { hashHeader } from '../../platform/imports/imports.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import { newId } from '@recoup/contract/core/ids';
import { isFirmRow } from '../../platform/database/firm-row.ts';

export type StoredSource = Pick<
  CallSource,
  'system' | 'name' | 'zone' | 'outsidePrefix' | 'mapping'
> & { id: string };

export async function listCallSources(db: Db, firm: FirmScope): Promise<CallSource[]> {
  type Row = StoredSource & {
    imports: number;
    secretMadeAt: Date | null;
    lastEventAt: Date | null;
    hasCalls: boolean;
    pull: CallPull | null;
  };
  const { rows } = await sql<Row>`
    select id, system, name, zone, outside_prefix as "outsidePrefix", mapping,
      (select count(*)::int from call_imports i
        where i.firm_id = s.firm_id and i.source_id = s.id) as imports,
      secret_made_at as "secretMadeAt",
      (select max(received_at) from call_events e
        where e.firm_id = s.firm_id and e.source_id = s.id) as "lastEventAt",
      exists (select from call_records r
        where r.firm_id = s.firm_id and r.source_id = s.id) as "hasCalls",
      (select json_build_object('kind', 'teams', 'tenant', tenant, 'clientId', client_id,
          'triedAt', ${isoTime(sql`tried_at`)}, 'taken', taken, 'failure', failure,
          'unread', unread, 'unreadReason', unread_reason)
        from call_pulls p where p.firm_id = s.firm_id and p.source_id = s.id) as pull
    from call_sources s where firm_id = ${firm.firmId} order by ${foldedText(sql`name`)}`.execute(
    db,
  );
  return rows.map(({ id, secretMadeAt, lastEventAt, ...row }) => ({
    _id: id,
    ...row,
    secretMadeAt: secretMadeAt?.toISOString() ?? null,
    lastEventAt: lastEventAt?.toISOString() ?? null,
  }));
}

function isoTime(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Wanted = { source?: string | undefined; system: CallSystem; columns: readonly string[] };

/**
 * The source of that id, name or system. Without one, the first of the system that the content
 * tells, or of any other CSV the one whose mapping was chosen for these columns.
 */
export async function findCallSource(
  db: Db,
  firm: FirmScope,
  {
    source = null,
    system,
    columns,
  }: Omit<Wanted, 'source'> & { source?: string | null | undefined },
): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select id, system, name, zone, outside_prefix as "outsidePrefix", mapping
    from call_sources
    where firm_id = ${firm.firmId} and case when ${source}::text is not null
        then ${source} = id::text or lower(${source}) = lower(name) or ${source} = system
        else system = ${system}
          and (system <> 'csv' or header_hash = ${hashHeader(columns)}) end
    order by id::text = ${source} desc, lower(name) = lower(${source}) desc, created_at, id
    limit 1`.execute(db);
  return rows[0];
}

export async function insertCallSource(
  trx: Trx,
  firm: FirmScope,
  { now, ...source }: StoredSource & { now: Date },
): Promise<void> {
  await trx
    .insertInto('callSources')
    .values({
      ...source,
      mapping: JSON.stringify(source.mapping),
      firmId: firm.firmId,
      createdAt: now,
    })
    .execute();
}

export async function updateCallSource(
  trx: Trx,
  firm: FirmScope,
  { id, mapping, ...values }: StoredSource,
): Promise<void> {
  await trx
    .updateTable('callSources')
    .set({ ...values, mapping: JSON.stringify(mapping) })
    .where(isFirmRow(firm, id))
    .execute();
}

/** Stores the settings of the last import of a source; the mapping is for these columns. */
export async function rememberColumns(
  trx: Trx,
  firm: FirmScope,
  of: Omit<StoredSource, 'name' | 'system'> & { columns: readonly string[] },
): Promise<void> {
  const { id, columns, mapping, ...settings } = of;
  await trx
    .updateTable('callSources')
    .set({ ...settings, mapping: JSON.stringify(mapping), headerHash: hashHeader(columns) })
    .where(isFirmRow(firm, id))
    .execute();
}

export async function deleteCallSources(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('callSources')
    .where('firmId', '=', firm.firmId)
    .where('id', 'in', ids)
    .execute();
}

export type StoredExtension = {
  value: string;
  attorneyId: string;
  from: string | null;
  until: string | null;
};

export async function listExtensions(db: Db, firm: FirmScope): Promise<Extension[]> {
  const { rows } = await sql<Extension>`
    select x.value, json_build_object('_id', u.id, 'name', u.name) as attorney,
      nullif(x.valid_from, '-infinity')::text as "from",
      nullif(x.valid_until, 'infinity')::text as until
    from extensions x join users u on u.firm_id = x.firm_id and u.id = x.attorney_id
    where x.firm_id = ${firm.firmId} order by length(x.value), x.value, x.valid_from`.execute(db);
  return rows;
}

export async function replaceExtensionRows(
  trx: Trx,
  firm: FirmScope,
  extensions: readonly StoredExtension[],
): Promise<void> {
  await lockName(trx, `extensions ${firm.firmId}`);
  await trx.deleteFrom('extensions').where('firmId', '=', firm.firmId).execute();
  await sql`
    insert into extensions (firm_id, value, attorney_id, valid_from, valid_until)
    select ${firm.firmId}, value, attorney_id, coalesce(valid_from, '-infinity'),
      coalesce(valid_until, 'infinity')
    from unnest(${extensions.map(({ value }) => value)}::text[],
      ${extensions.map(({ attorneyId }) => attorneyId)}::uuid[],
      ${extensions.map(({ from }) => from)}::date[],
      ${extensions.map(({ until }) => until)}::date[])
      as x (value, attorney_id, valid_from, valid_until)`.execute(trx);
}
export async function listAttorneysAmong(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from users where firm_id = ${firm.firmId} and role = 0
      and id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Open calls with several people of the firm: another extension may change whose call it is. */
export async function chooseParties(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`
    update call_records r set own_party = o.own_party, started_at = o.started_at,
      seconds = o.seconds, direction = o.direction, other_party = o.other_party,
      account_code = o.account_code
    from call_records k cross join lateral call_of_legs(${firm.firmId}, k.legs) o
    where k.firm_id = ${firm.firmId} and k.entry_id is null and not k.is_private
      and (select count(*) from jsonb_object_keys(k.legs)) > 1
      and r.firm_id = ${firm.firmId} and r.id = k.id and r.own_party <> o.own_party`.execute(trx);
}

export async function listPrivateNumbers(db: Db, firm: FirmScope, attorneyId: string) {
  const rows = await selectNumbers(db, firm, attorneyId).orderBy('number').execute();
  return rows.map(toNumber);
}

export async function findPrivateNumber(
  db: Db,
  firm: FirmScope,
  { id, attorneyId }: { id: string; attorneyId: string },
): Promise<PrivateNumber | undefined> {
  const row = await selectNumbers(db, firm, attorneyId).where('id', '=', id).executeTakeFirst();
  return row ? toNumber(row) : undefined;
}

export async function insertPrivateNumber(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, number, now }: { attorneyId: string; number: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('privateNumbers')
    .values({ firmId: firm.firmId, id: newId(), attorneyId, number, createdAt: now })
    .onConflict((conflict) => conflict.columns(['firmId', 'attorneyId', 'number']).doNothing())
    .execute();
}

export async function deletePrivateNumberRow(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, number }: { attorneyId: string; number: string },
): Promise<void> {
  await trx
    .deleteFrom('privateNumbers')
    .where('firmId', '=', firm.firmId)
    .where('attorneyId', '=', attorneyId)
    .where('number', '=', number)
    .execute();
}

function selectNumbers(db: Db, firm: FirmScope, attorneyId: string) {
  return db
    .selectFrom('privateNumbers')
    .where('firmId', '=', firm.firmId)
    .where('attorneyId', '=', attorneyId)
    .select(['id', 'number', 'createdAt']);
}

function toNumber({ id, number, createdAt }: { id: string; number: string; createdAt: Date }) {
  return { _id: id, number, createdAt: createdAt.toISOString() };
}

/** The South African day on which call `r`, or staged call `c`, began. */
export function callDay(call: 'c' | 'r'): RawBuilder<unknown> {
  return sql`(${sql.ref(`${call}.started_at`)} at time zone 'Africa/Johannesburg')::date`;
}

/**
 * `party`, `attorney_id`, `valid_from`, `valid_until`, `rank`: extensions go before the email and
 * the cell of an attorney (D2 B11, rule 5).
 */
export function peopleOfFirm(firm: FirmScope) {
  return sql`(
    select value as party, attorney_id, valid_from, valid_until, 1 as rank
    from extensions where firm_id = ${firm.firmId}
    union all
    select lower(email), id, '-infinity', 'infinity', 2
    from users where firm_id = ${firm.firmId} and role = 0
    union all
    select '+27' || substr(cell, 2), id, '-infinity', 'infinity', 3
    from users where firm_id = ${firm.firmId} and role = 0 and cell is not null)`;
}

/** Parties in the firm by which its people are known. */
export async function listOwnParties(db: Db, firm: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select distinct party from ${peopleOfFirm(firm)} p`.execute(db);
  return rows.map(({ party }) => party);
}
