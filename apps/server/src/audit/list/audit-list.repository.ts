import type { actorKinds, AuditQuery } from '@recoup/contract/audit/endpoints';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Scope } from '../../platform/core/actor.ts';
import type { Db, TableRow } from '../../platform/database/connections.ts';
import {
  foldedText,
  limitOffset,
  type PageQuery,
  likePattern,
} from '../../platform/database/pagination-and-search.ts';
import { actionsInGroup, auditActions } from '@recoup/contract/audit/actions';
import { auditActionName, auditActionWords } from '@recoup/contract/audit/sentences';
import { folded } from '@recoup/contract/core/folded';
import { endOfSouthAfricanDay, hours } from '../../platform/core/clock.ts';

/** A line as it is stored, with the names of today. */
export type AuditRow = Omit<TableRow<'auditLog'>, 'actorKind' | 'details' | 'outcome'> & {
  firmName: string | null;
  actorName: string | null;
  actorKind: (typeof actorKinds)[number];
  /** The name of the key that acted. */
  keyName: string | null;
  details: Record<string, unknown>;
  outcome: 'done' | 'refused';
  hash: Buffer;
};

/** Lines of no firm have a chain of their own. */
export const chainOfNoFirm = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** More lines than this are not counted; of a search fewer, which each costs more. */
const maxCounted = { filter: 10_000, search: 1_000 } as const;

/** A page of the log, newest first. `count` is at most `maxCounted`; then there may be more. */
export async function listAuditRows(db: Db, view: AuditView, query: AuditFilter & PageQuery) {
  const { limit, offset } = limitOffset(query);
  const most = maxCounted[(query.q ?? '') === '' ? 'filter' : 'search'];
  const cap = Math.max(most + 1, offset + limit);
  const source = await newestLines(db, view, { filter: query, cap });
  const { rows: found } = await sql<{ id: number | null; count: number }>`
    with found as materialized (${source})
    select f.id, c.count from (select count(*)::int as count from found) c
    left join (select id, at from found order by at desc, id desc limit ${limit} offset ${offset}) f
      on true
    order by f.at desc, f.id desc`.execute(db);
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
  const count = found[0]?.count ?? 0;
  return {
    rows: await listRowsByIds(db, view.scope, ids),
    count: Math.min(count, most),
    isCountExact: count <= most,
  };
}

/** The next lines behind a place, newest first. */
export async function listAuditBatch(
  db: Db,
  view: AuditView,
  { filter, place, limit }: { filter: AuditFilter; place: AuditPlace | undefined; limit: number },
): Promise<AuditRow[]> {
  const source = await newestLines(db, view, { filter, cap: limit, place });
  const { rows } = await sql<{ id: number }>`
    select id from (${source}) f order by at desc, id desc limit ${limit}`.execute(db);
  return listRowsByIds(
    db,
    view.scope,
    rows.map(({ id }) => id),
  );
}

type Timeline = { filter: AuditFilter; limit: number; after?: AuditPlace | undefined };

/** The next lines in the order of time. */
export async function listTimelineRows(
  db: Db,
  { scope }: AuditView,
  { filter, limit, after }: Timeline,
): Promise<AuditRow[]> {
  const matching = auditConditions({ scope, filter });
  const next = after ? sql`(l.at, l.id) > (${after.at}, ${after.id})` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select l.id from audit_log l where ${matching} and ${next}
    order by l.at, l.id limit ${limit}`.execute(db);
  const found = await listRowsByIds(
    db,
    scope,
    rows.map(({ id }) => id),
  );
  return found.toReversed();
}

/** How many lines match, at most `most`. */
export async function countAudit(
  db: Db,
  view: AuditView,
  { filter, most }: { filter: AuditFilter; most: number },
): Promise<number> {
  const source = await newestLines(db, view, { filter, cap: most });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${source}) l`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A system admin may name a firm that is not there. */
export async function isFirmKnown(db: Db, { firmId }: Scope): Promise<boolean> {
  if (firmId === undefined) return true;
  const firm = db.selectFrom('firms').where('id', '=', firmId).select('id');
  return (await firm.executeTakeFirst()) !== undefined;
}

type Source = { filter: AuditFilter; cap: number; place?: AuditPlace | undefined };

/** Ids and times of the newest `cap` lines. */
async function newestLines(db: Db, view: AuditView, { filter, cap, place }: Source) {
  const { scope, hidesWork } = view;
  const matching = auditConditions({ scope, filter, place });
  const newest = sql`order by l.at desc, l.id desc limit ${cap}`;
  const { q = '', group } = filter;
  if (q === '' && group !== undefined && scope.firmId !== undefined)
    // Each action is read in its index: a rare group would else read all lines of the firm.
    return sql`
      select x.id, x.at from unnest(${actionsInGroup(group)}::text[]) as a (action)
      cross join lateral (
        select l.id, l.at from audit_log l where ${matching} and l.action = a.action ${newest}) x
      order by x.at desc, x.id desc limit ${cap}`;
  if (q === '') return sql`select l.id, l.at from audit_log l where ${matching} ${newest}`;
  const { pattern, actions, actors, address } = await findSearchHits(db, scope, q);
  // For a broad search the trigram index would find most lines, and all of them were sorted. The
  // planner takes `case` for half of the lines, and reads the newest ones until it has enough.
  const hasLabel = (await isBroadSearch(db, matching, pattern))
    ? sql`case when ${foldedText(sql`l.label`)} like ${pattern} then true else false end`
    : sql`${foldedText(sql`l.label`)} like ${pattern}`;
  // Each part is read in its index: one condition with `or` would read all lines.
  return sql`
    select id, at from (
      (select l.id, l.at from audit_log_to_search l
        where ${matching} and ${hasLabel}
          and ${hidesWork ? sql`l.subject_kind = any(${shownToAll}::text[])` : sql`true`} ${newest})
      union
      (select x.id, x.at from unnest(${actions}::text[]) as a (action) cross join lateral (
        select l.id, l.at from audit_log l where ${matching} and l.action = a.action ${newest}) x)
      union
      (select x.id, x.at from unnest(${actors}::uuid[]) as a (actor) cross join lateral (
        select l.id, l.at from audit_log l where ${matching} and l.actor_id = a.actor ${newest}) x)
      union
      (select l.id, l.at from audit_log l where ${matching} and l.address = ${address} ${newest})
    ) l order by at desc, id desc limit ${cap}`;
}

const sampled = 1_000;

/** Whether a tenth of the latest lines have the words in their label. */
async function isBroadSearch(db: Db, matching: RawBuilder<unknown>, pattern: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where ${foldedText(sql`label`)} like ${pattern})::int as count from (
      select l.label from audit_log l where ${matching}
      order by l.at desc, l.id desc limit ${sampled}) l`.execute(db);
  return (rows[0]?.count ?? 0) >= sampled / 10;
}

/** At most so many people of one name are searched for. */
const maxActors = 50;

async function findSearchHits(db: Db, { firmId }: Scope, search: string): Promise<SearchHits> {
  const pattern = searchPattern(search);
  const ofFirm = firmId === undefined ? sql`true` : sql`firm_id = ${firmId}`;
  const { rows } = await sql<{ id: string }>`
    select id from users_to_search
    where ${ofFirm} and ${foldedText(sql`name || E'\n' || email || E'\n' || cell`)} like ${pattern}
      and ${foldedText(sql`name`)} like ${pattern}
    limit ${maxActors}`.execute(db);
  return {
    pattern,
    actions: actionsWith(search),
    actors: rows.map(({ id }) => id),
    address: search.trim(),
  };
}

async function listRowsByIds(db: Db, { firmId }: Scope, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const ofFirm = firmId === undefined ? sql`true` : sql`l.firm_id = ${firmId}`;
  const { rows } = await sql<AuditRow>`
    select l.id, l.at, l.firm_id, f.name as firm_name, l.actor_id, u.name as actor_name,
      l.actor_kind, case when l.actor_kind = 'key' then (select k.details ->> 'name'
        from audit_log k where k.firm_id = l.firm_id and k.subject_id = l.session_id
          and k.action = 'api-key.created' limit 1) end as key_name,
      l.action, l.subject_id, l.subject_kind, l.label, l.details, l.outcome,
      l.address, l.agent, l.session_id, l.request_id, l.rows, c.hash
    from audit_log l
    join audit_chain c on c.firm_id = coalesce(l.firm_id, ${chainOfNoFirm}) and c.log_id = l.id
    left join firms f on f.id = l.firm_id
    left join users u on u.id = l.actor_id
    where ${ofFirm} and l.id = any(${ids}::bigint[])
    order by l.at desc, l.id desc`.execute(db);
  return rows;
}

/** Days in South African time. */
export type AuditFilter = Omit<AuditQuery, 'firm' | 'page' | 'itemsPerPage'>;

/** A line before which a page begins: older than this one. */
export type AuditPlace = { at: Date; id: number };

/** `hidesWork`: the system admin sees people and settings of firms, and nothing of their work. */
export type AuditView = { scope: Scope; hidesWork: boolean };

/** Kinds of subject whose names and details the system admin sees; other kinds stay hidden. */
export const shownToAll: readonly string[] = ['user', 'firm'];

/** Found by the words of a search, beside the labels. */
type SearchHits = { pattern: string; actions: string[]; actors: string[]; address: string };

type Filtered = { scope: Scope; filter: AuditFilter; place?: AuditPlace | undefined };

/** Conditions on `l` that all sources of a list share. */
export function auditConditions({ scope, filter, place }: Filtered): RawBuilder<SqlBool> {
  const { from, to, actor, subject, session, address } = filter;
  const conditions = [
    scope.firmId !== undefined && sql`l.firm_id = ${scope.firmId}`,
    from !== undefined &&
      sql`l.at >= ${new Date(endOfSouthAfricanDay(from).getTime() - hours(24))}`,
    to !== undefined && sql`l.at < ${endOfSouthAfricanDay(to)}`,
    actor !== undefined && sql`l.actor_id = ${actor}`,
    ...actionConditions({ scope, filter }),
    subject !== undefined && sql`l.subject_id = ${subject}`,
    session !== undefined && sql`l.session_id = ${session}`,
    address !== undefined && sql`l.address = ${address}`,
    place && sql`(l.at, l.id) < (${place.at}, ${place.id})`,
  ].filter((each) => each !== false && each !== undefined);
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function actionConditions({ scope, filter }: Filtered) {
  const { action, group, reads, parts, partsOf } = filter;
  return [
    action !== undefined && sql`l.action = ${action}`,
    group !== undefined && sql`l.action = any(${actionsInGroup(group)}::text[])`,
    reads === false && sql`l.action <> all(${actionsInGroup('reads')}::text[])`,
    parts === false && sql`not ${isPart}`,
    partsOf !== undefined && partsCondition(scope, partsOf),
  ];
}

/** The line of an attorney whose fees were changed with those of others, or changed back. */
const isPart = sql`(l.action = 'user.call-fees-updated'
  and (l.details -> 'changeId' is not null or l.details -> 'undoneChangeId' is not null))`;

/** A change of many fees and its parts are written by one request at one time. */
function partsCondition({ firmId }: Scope, lineId: string): RawBuilder<SqlBool> {
  const ofFirm = firmId === undefined ? sql`true` : sql`p.firm_id = ${firmId}`;
  return sql`${isPart} and (l.at, l.request_id) = (
    select p.at, p.request_id from audit_log p where ${ofFirm} and p.id = ${lineId}::bigint
      and p.action like 'rate-change.%')`;
}

/** Actions whose sentence has these words. */
function actionsWith(search: string): string[] {
  const words = folded(search);
  return Object.keys(auditActions).filter((action) =>
    [action, auditActionName(action), auditActionWords(action)].some((text) =>
      folded(text).includes(words),
    ),
  );
}

function searchPattern(search: string): string {
  return likePattern(search.trim());
}

/** More ids in the details of a page are shown as ids. */
const maxIds = 1_000;
const anyId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Names of the users, matters and disbursement types whose ids stand in these details. */
export async function namesWithin(
  db: Db,
  { firmId }: Scope,
  details: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadonlyMap<string, string>> {
  const found = [...new Set(JSON.stringify(details).match(anyId))].slice(0, maxIds);
  if (found.length === 0) return new Map();
  const ofFirm = firmId === undefined ? sql`true` : sql`firm_id = ${firmId}`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where ${ofFirm} and id = any(${found}::uuid[])
    union all
    select id, number || ' ' || description from matters
    where ${ofFirm} and id = any(${found}::uuid[])
    union all
    select id, title from disbursement_types
    where ${ofFirm} and id = any(${found}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
