import type { IncidentPack } from '@recoup/contract/audit/endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/connections.ts';
import {
  auditConditions,
  type AuditFilter,
  type AuditView,
} from '../list/audit-list.repository.ts';

type Incident = { view: AuditView; filter: AuditFilter };

/** Sums of the reads in an incident, by action and list. */
export async function sumReads(db: Db, { view, filter }: Incident): Promise<ReadSum[]> {
  const matching = auditConditions({ scope: view.scope, filter });
  const { rows } = await sql<ReadSum>`
    select l.action, l.details ->> 'list' as list, count(*)::int as lines,
      coalesce(sum(l.rows), 0)::float8 as rows
    from audit_log l
    where ${matching} and l.action = any(${readingActions}::text[]) and l.outcome = 'done'
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type ActionCount = { action: string; outcome: string; lines: number };

export type Facts = {
  first: Date | null;
  last: Date | null;
  sessions: number;
  actions: ActionCount[];
};

/** When it began and ended, and how often each thing was done. */
export async function findFacts(db: Db, { view, filter }: Incident): Promise<Facts> {
  const matching = auditConditions({ scope: view.scope, filter });
  const { rows } = await sql<Omit<Facts, 'actions'>>`
    select min(l.at) as first, max(l.at) as last, count(distinct l.session_id)::int as sessions
    from audit_log l where ${matching}`.execute(db);
  const actions = await sql<ActionCount>`
    select l.action, l.outcome, count(*)::int as lines from audit_log l
    where ${matching} group by 1, 2 order by 3 desc, 1`.execute(db);
  return { ...(rows[0] ?? { first: null, last: null, sessions: 0 }), actions: actions.rows };
}

export type Party = {
  name: string;
  logo: Buffer | null;
  officerName: string | null;
  officerEmail: string | null;
  officerPhone: string | null;
};

/** The responsible party; undefined for all firms. */
export async function findParty(db: Db, { scope }: AuditView): Promise<Party | undefined> {
  if (scope.firmId === undefined) return undefined;
  return db
    .selectFrom('firms')
    .where('id', '=', scope.firmId)
    .select(['name', 'logo', 'officerName', 'officerEmail', 'officerPhone'])
    .executeTakeFirst();
}

export async function findPersonName(db: Db, { scope }: AuditView, id: string) {
  const users = db.selectFrom('users').where('id', '=', id).select('name');
  const found = scope.firmId === undefined ? users : users.where('firmId', '=', scope.firmId);
  return (await found.executeTakeFirst())?.name;
}

/** The name of an API key, also of a deleted one: lines of it have its id as their session. */
export async function findKeyName(db: Db, { scope }: AuditView, id: string) {
  const made = db
    .selectFrom('auditLog')
    .where('subjectId', '=', id)
    .where('action', '=', 'api-key.created')
    .select(sql<string>`details ->> 'name'`.as('name'));
  const found = scope.firmId === undefined ? made : made.where('firmId', '=', scope.firmId);
  return (await found.executeTakeFirst())?.name;
}

const measures = [
  'user.blocked',
  'user.updated',
  'user.sessions-ended',
  'user.signed-out',
  'user.password-changed',
  'user.password-reset',
  'user.factors-reset',
  'user.first-sign-in-renewed',
];

export type Measure = { action: string; at: Date };

/** Measures about a person since the first event: blocks, ended sessions, new passwords. */
export async function listMeasures(
  db: Db,
  { scope }: AuditView,
  of: { person: string; since: Date },
): Promise<Measure[]> {
  const lines = db
    .selectFrom('auditLog')
    .where('subjectId', '=', of.person)
    .where('at', '>=', of.since)
    .where('action', 'in', measures)
    .where((eb) =>
      eb.or([
        eb('actorId', 'is distinct from', of.person),
        eb('action', 'in', ['user.password-changed', 'user.password-reset']),
      ]),
    );
  const ofFirm = scope.firmId === undefined ? lines : lines.where('firmId', '=', scope.firmId);
  return ofFirm.orderBy('at').limit(20).select(['action', 'at']).execute();
}

/** Mails with exports that left the firm after a time. */
export async function countMailsAfter(db: Db, { scope }: AuditView, at: Date): Promise<number> {
  const mails = db.selectFrom('mails').where('createdAt', '>', at);
  const ofFirm = scope.firmId === undefined ? mails : mails.where('firmId', '=', scope.firmId);
  const { count } = await ofFirm
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** At most so many files of the incident are looked into. */
const maxFiles = 2_000;

/**
 * Distinct attorneys and clients in the lines of the files that were read or sent, and of the whole
 * firm. Lists are read again by their filters without the search, so they are an upper bound.
 */
export async function countPeople(
  db: Db,
  { view: { scope }, filter }: { view: AuditView; filter: AuditFilter },
): Promise<{ inFiles: number; inAll: number }> {
  const matching = auditConditions({ scope, filter });
  const ofFirm = scope.firmId === undefined ? sql`true` : sql`firm_id = ${scope.firmId}`;
  const { rows } = await sql<{ inFiles: number; inAll: number }>`
    with files as materialized (
      select l.firm_id, l.action, l.subject_id, l.details from audit_log l
      where ${matching} and l.action = any(${readingActions}::text[]) and l.outcome = 'done'
        and l.action <> 'list.read'
      order by l.at desc limit ${maxFiles}
    ), ranges as (${ranges}), lines as (
      select distinct e.firm_id, e.attorney_id, e.matter_id from ranges r
      join entries e on e.firm_id = r.firm_id
        and (r.export is null or e.export_id = r.export)
        and (r.matter is null or e.matter_id = r.matter)
        and (r.attorney is null or e.attorney_id = r.attorney)
        and (r.first is null or e.date >= r.first) and (r.last is null or e.date <= r.last)
    ), reached as (${reachedBy(ofFirm)})
    select (select count(*)::int from reached) as "inFiles",
      ((select count(*) from users where ${ofFirm}) + (
        select count(distinct lower(coalesce(client, number))) from matters
        where ${ofFirm}))::int as "inAll"`.execute(db);
  return rows[0] ?? { inFiles: 0, inAll: 0 };
}

/** Only of these do the entries name their export; others may hold all of their period. */
const isClaim = sql`(x.closing and x.reopened_at is null)`;

/** Which entries each file held. */
const ranges: RawBuilder<unknown> = sql`
  select x.firm_id, null::uuid as export, null::uuid as matter, null::uuid as attorney,
    x.from_date as first, x.to_date as last
  from files f join exports x on x.firm_id = f.firm_id and x.id = f.subject_id
  where f.action = 'export.downloaded'
  union
  select x.firm_id, case when ${isClaim} then x.id end, null, null,
    case when not ${isClaim} then x.from_date end, case when not ${isClaim} then x.to_date end
  from files f
  left join mails m on m.firm_id = f.firm_id and m.id = f.subject_id
  join exports x on x.firm_id = f.firm_id and x.id = coalesce(m.export_id, f.subject_id)
  where f.action in ('export.closed', 'export.sent', 'mail.queued')
  union
  select f.firm_id, null, f.subject_id, null, null, null
  from files f where f.action in ('statement.sent', 'taxation-pack.sent')
  union
  select f.firm_id, null, null, null, (f.details ->> 'from')::date, (f.details ->> 'to')::date
  from files f where f.action = 'statements.sent'
  union
  select f.firm_id, null, (f.details #>> '{filter,matter}')::uuid,
    (f.details #>> '{filter,attorney}')::uuid, (f.details #>> '{filter,from}')::date,
    (f.details #>> '{filter,to}')::date
  from files f where f.action = 'list.exported' and f.details ->> 'list' = 'entries'`;

/** People and clients by a name of their own. */
function reachedBy(ofFirm: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'person ' || attorney_id as who from lines
    union
    select 'client ' || lower(coalesce(m.client, m.number)) from matters m
    where ${ofFirm} and ((m.firm_id, m.id) in (select firm_id, matter_id from lines)
      or exists (select from files f where f.firm_id = m.firm_id
        and (f.action = 'labels.sent'
          or f.action = 'list.exported' and f.details ->> 'list' = 'matters')))
    union
    select 'person ' || u.id from users u
    where ${ofFirm} and (u.id in (select subject_id from files where action = 'annexure.sent')
      or exists (select from files f where f.firm_id = u.firm_id
        and (f.action = 'annexures.sent'
          or f.action = 'list.exported' and f.details ->> 'list' in ('audit', 'call fees'))))`;
}

/** Lines of one action and list, added up. */
type ReadSum = { action: string; list: string | null; lines: number; rows: number };

const people = ['name', 'email', 'cell number'];
const matters = ['matter number', 'client', 'description', 'phone numbers'];
const entries = ['attorney', 'matter', 'client', 'number called', 'narration', 'amount'];
const calls = ['attorney', 'own number', 'number called', 'time and length'];

type Kind = { kind: string; columns: readonly string[] };

const kindsByAction: Readonly<Record<string, Kind>> = {
  'export.downloaded': { kind: 'Lines of exports', columns: entries },
  'export.closed': { kind: 'Lines of exports', columns: entries },
  'export.sent': { kind: 'Lines of exports', columns: entries },
  'mail.queued': { kind: 'Lines of exports sent by email', columns: entries },
  'statement.sent': { kind: 'Lines of statements', columns: entries },
  'taxation-pack.sent': { kind: 'Items of taxation packs', columns: [...entries, ...calls] },
  'statements.sent': { kind: 'Lines of statements', columns: entries },
  'voucher.sent': { kind: 'Vouchers of entries', columns: ['file of the invoice or receipt'] },
  'account-voucher.sent': { kind: 'Vouchers of accounts', columns: ['file of the account'] },
  'labels.sent': { kind: 'Matters', columns: matters.slice(0, 3) },
  'annexure.sent': { kind: 'Fees of attorneys', columns: ['attorney', 'fees'] },
  'annexures.sent': { kind: 'Fees of attorneys', columns: ['attorney', 'fees'] },
};

const kindsByList: Readonly<Record<string, Kind>> = {
  entries: { kind: 'Entries', columns: entries },
  matters: { kind: 'Matters', columns: matters },
  people: { kind: 'People of the firm', columns: people },
  calls: { kind: 'Calls of telephone systems', columns: calls },
  mails: { kind: 'Emails', columns: ['recipient', 'subject'] },
  exceptions: { kind: 'Entries', columns: entries },
  audit: { kind: 'Lines of the audit log', columns: ['person', 'what was done', 'address'] },
  'call fees': { kind: 'Fees of attorneys', columns: ['attorney', 'email', 'fees'] },
};

/** The actions that read or send personal information. */
const readingActions = [...Object.keys(kindsByAction), 'list.exported', 'list.read'];

/** Kinds of personal information in what was read or sent, with their rows. */
export function personalInformationKinds(sums: readonly ReadSum[]): IncidentPack['kinds'] {
  const kinds = new Map<string, IncidentPack['kinds'][number]>();
  for (const { action, list, rows } of sums) {
    const known = kindsByAction[action] ?? kindsByList[list ?? ''];
    if (!known) continue;
    const name = action === 'list.read' ? `${known.kind}, on pages` : known.kind;
    const before = kinds.get(name)?.rows ?? 0;
    kinds.set(name, { kind: name, columns: [...known.columns], rows: before + rows });
  }
  return [...kinds.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Rows of pages, of which the log has no more than their number. */
export function rowsOnPages(sums: readonly ReadSum[]): number {
  return sums
    .filter(({ action }) => action === 'list.read')
    .reduce((total, { rows }) => total + rows, 0);
}
