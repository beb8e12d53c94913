import type { AuditContext, FirmScope } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';

/** Who did what to what, when and from where; kept for the firm and for the Regulator's questions (research: domain.md, section 6). */
export type AuditRecord = {
  firmId: string | null;
  actorId: string | null;
  /** `firm.updated` and the like: noun, then what happened. */
  action: string;
  subjectId: string | null;
  /** What changed, as `{ field: [before, after] }` where there is a before. Never a secret. */
  details?: Readonly<Record<string, unknown>>;
  address: string;
  requestId: string;
  now: Date;
};

/** Belongs into the transaction of the change that it tells of. */
export async function insertAudit(db: Db, record: AuditRecord): Promise<void> {
  const { now: at, details = {}, ...row } = record;
  await db
    .insertInto('auditLog')
    .values({ ...row, at, details: JSON.stringify(details) })
    .execute();
}

/** As `insertAudit`, for what somebody did; `firmId` where it is not within the own firm. */
export async function recordAudit(
  db: Db,
  by: AuditContext,
  change: {
    action: string;
    subjectId: string;
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

/** Whether somebody in the firm did that to the subject once; the audit log keeps it for good. */
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
