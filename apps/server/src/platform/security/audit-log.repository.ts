import { type AuditAction, auditSubjectKind } from '@recoup/contract/audit/actions';
import type { actorKinds } from '@recoup/contract/audit/endpoints';
import { sql } from 'kysely';
import type { Actor, AuditContext, FirmScope } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';
import { definePreparedQuery, type Param } from '../database/prepared-statements.ts';

/** An action and its subject. */
export type AuditEvent = {
  /** A noun and what happened, such as `firm.updated`. */
  action: AuditAction;
  subjectId: string | null;
  /** As `{ field: [before, after] }`; never a secret. */
  details?: Readonly<Record<string, unknown>>;
  /** How many rows were read, changed or sent. */
  rows?: number | undefined;
  outcome?: 'done' | 'refused';
};

/** Stored for the firm and the Regulator (research: domain.md, section 6). */
export type AuditRecord = AuditEvent & AuditOrigin;

type AuditOrigin = {
  firmId: string | null;
  actorId: string | null;
  actorKind?: (typeof actorKinds)[number];
  sessionId?: string | null;
  address: string;
  agent?: string | undefined;
  requestId: string;
  now: Date;
};

/** In the transaction of the change. The database chains the line (`0056-audit-chain.sql`). */
export async function insertAudit(db: Db, record: AuditRecord): Promise<void> {
  await insertLines(db, record, [record]);
}

/** `firmId` where the subject is of another firm. */
export async function recordAudit(
  db: Db,
  by: AuditContext,
  { firmId, ...event }: AuditEvent & { firmId?: string | null | undefined },
): Promise<void> {
  const origin = toAuditOrigin(by);
  await insertLines(db, firmId === undefined ? origin : { ...origin, firmId }, [event]);
}

/** Many changes of one kind, in one statement. */
export async function recordAudits(db: Db, by: AuditContext, events: readonly AuditEvent[]) {
  if (events.length > 0) await insertLines(db, toAuditOrigin(by), events);
}

export async function hasAuditEntry(
  db: Db,
  firm: FirmScope,
  of: { action: AuditAction; subjectId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('auditLog')
    .where('subjectId', '=', of.subjectId)
    .where('firmId', '=', firm.firmId)
    .where('action', '=', of.action)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The actor as a line of the log has it. */
export function toAuditOrigin({
  actor,
  address,
  agent,
  requestId,
  now,
}: AuditContext): AuditOrigin {
  const { userId: actorId, key, isJob = false } = actor;
  const sessionId = isJob ? null : actor.sessionId;
  const who = { actorId, sessionId, ...toActorKind({ key, isJob }) };
  return { firmId: actor.scope.firmId ?? null, ...who, address, agent, requestId, now };
}

function toActorKind({ key, isJob }: Pick<Actor, 'key' | 'isJob'>): Pick<AuditOrigin, 'actorKind'> {
  if (isJob) return { actorKind: 'job' };
  return key ? { actorKind: 'key' } : {};
}

async function insertLines(
  db: Db,
  { actorKind = 'user', sessionId = null, agent = null, ...origin }: NullableAgent<AuditOrigin>,
  events: readonly AuditEvent[],
): Promise<void> {
  const { firmId, actorId, address, requestId, now } = origin;
  await insertQuery(
    db,
    {
      firmId,
      actorId,
      actorKind,
      sessionId,
      address,
      agent,
      requestId,
      now,
      actions: events.map(({ action }) => action),
      kinds: events.map(({ action, subjectId }) =>
        subjectId === null ? null : auditSubjectKind(action),
      ),
      subjects: events.map(({ subjectId }) => subjectId),
      details: events.map(({ details = {} }) => JSON.stringify(details)),
      counts: events.map(({ rows = null }) => rows),
      outcomes: events.map(({ outcome = 'done' }) => outcome),
    },
    {},
  );
}

type NullableAgent<T extends { agent?: string | undefined }> = Omit<T, 'agent'> & {
  agent?: string | null | undefined;
};

type Lines = Required<Omit<AuditOrigin, 'agent'>> & {
  agent: string | null;
  actions: string[];
  kinds: (string | null)[];
  subjects: (string | null)[];
  details: string[];
  counts: (number | null)[];
  outcomes: string[];
};

const insertQuery = definePreparedQuery((db, value: Param<Lines>) => ({
  compile: () =>
    sql<object>`
      insert into audit_log (at, firm_id, actor_id, actor_kind, session_id, address, agent,
        request_id, action, subject_kind, subject_id, label, details, rows, outcome)
      select ${value('now')}, ${value('firmId')}::uuid, ${value('actorId')}::uuid,
        ${value('actorKind')}, ${value('sessionId')}::uuid, ${value('address')}, ${value('agent')},
        ${value('requestId')}, c.action, c.kind, c.subject,
        audit_label(c.kind, ${value('firmId')}::uuid, c.subject), c.details, c.rows, c.outcome
      from unnest(${value('actions')}::text[], ${value('kinds')}::text[],
        ${value('subjects')}::uuid[], ${value('details')}::jsonb[], ${value('counts')}::int[],
        ${value('outcomes')}::text[])
        as c (action, kind, subject, details, rows, outcome)`.compile(db),
}));
