import { sql } from 'kysely';
import type { Db } from '../../platform/database/connections.ts';
import {
  auditConditions,
  type AuditFilter,
  type AuditView,
} from '../list/audit-filter.repository.ts';
import { readingActions, type ReadSum } from './reads.ts';

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
  deeds: ActionCount[];
};

/** When it began and ended, and how often each thing was done. */
export async function findFacts(db: Db, { view, filter }: Incident): Promise<Facts> {
  const matching = auditConditions({ scope: view.scope, filter });
  const { rows } = await sql<Omit<Facts, 'deeds'>>`
    select min(l.at) as first, max(l.at) as last, count(distinct l.session_id)::int as sessions
    from audit_log l where ${matching}`.execute(db);
  const deeds = await sql<ActionCount>`
    select l.action, l.outcome, count(*)::int as lines from audit_log l
    where ${matching} group by 1, 2 order by 3 desc, 1`.execute(db);
  return { ...(rows[0] ?? { first: null, last: null, sessions: 0 }), deeds: deeds.rows };
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

export async function findPersonName(
  db: Db,
  { scope }: AuditView,
  id: string,
): Promise<string | undefined> {
  const users = db.selectFrom('users').where('id', '=', id).select('name');
  const found = scope.firmId === undefined ? users : users.where('firmId', '=', scope.firmId);
  return (await found.executeTakeFirst())?.name;
}

/** The name of an API key, also of a deleted one: lines of it have its id as their session. */
export async function findKeyName(
  db: Db,
  { scope }: AuditView,
  id: string,
): Promise<string | undefined> {
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
