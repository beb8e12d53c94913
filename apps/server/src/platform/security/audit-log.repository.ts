import { sql } from 'kysely';
import type { AuditContext, FirmScope } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';

/** Kept for the firm and the Regulator (research: domain.md, section 6). */
export type AuditRecord = {
  firmId: string | null;
  actorId: string | null;
  /** A noun and what happened, such as `firm.updated`. */
  action: string;
  subjectId: string | null;
  /** As `{ field: [before, after] }`; never a secret. */
  details?: Readonly<Record<string, unknown>>;
  address: string;
  requestId: string;
  now: Date;
};

/** In the transaction of the change. */
export async function insertAudit(db: Db, record: AuditRecord): Promise<void> {
  const { now: at, details = {}, ...row } = record;
  await db
    .insertInto('auditLog')
    .values({ ...row, at, details: JSON.stringify(details) })
    .execute();
}

/** `firmId` where the subject is of another firm. */
export async function recordAudit(
  db: Db,
  by: AuditContext,
  change: {
    action: string;
    subjectId: string | null;
    firmId?: string | null;
    details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { actor, address, requestId, now } = by;
  await insertAudit(db, {
    firmId: actor.scope.firmId ?? null,
    actorId: actor.userId,
    address,
    requestId,
    now,
    ...change,
  });
}

/** Many changes of one kind, in one statement. */
export async function recordAudits(
  db: Db,
  { actor, address, requestId, now }: AuditContext,
  changes: readonly {
    action: string;
    subjectId: string;
    details: Readonly<Record<string, unknown>>;
  }[],
): Promise<void> {
  await sql`
    insert into audit_log (at, firm_id, actor_id, address, request_id, action, subject_id, details)
    select ${now}, ${actor.scope.firmId ?? null}, ${actor.userId}, ${address}, ${requestId}, c.*
    from unnest(${changes.map(({ action }) => action)}::text[],
      ${changes.map(({ subjectId }) => subjectId)}::uuid[],
      ${changes.map(({ details }) => JSON.stringify(details))}::jsonb[]) as c`.execute(db);
}

export async function hasAuditEntry(
  db: Db,
  firm: FirmScope,
  of: { action: string; subjectId: string },
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
