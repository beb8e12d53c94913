import type { AuditContext } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';
import { recordAudit, type AuditRecord, insertAudit } from './audit-log.repository.ts';
import { minutes } from '../core/clock.ts';

/** Before a list leaves as a file: no file without its line in the log. */
export async function recordListExport(
  db: Db,
  by: AuditContext,
  { list, filter, count: rows }: { list: string; filter: object; count: number },
): Promise<void> {
  const details = { list, filter };
  await recordAudit(db, by, { action: 'list.exported', subjectId: null, details, rows });
}

/** A client that tries again and again does not fill the log. */
const intervalMs = minutes(1);
/** Clients choose what they try, so the number is limited. */
const maxRefusals = 10_000;

const latest = new Map<string, number>();

/**
 * Records that something was refused, at most once a minute for an action and a session, or without
 * a session for the user.
 */
export async function recordRefusal(db: Db, record: Omit<AuditRecord, 'outcome'>): Promise<void> {
  const { action, sessionId, subjectId, now } = record;
  const key = `${sessionId ?? subjectId} ${action}`;
  const before = latest.get(key) ?? -Infinity;
  if (Math.abs(now.getTime() - before) < intervalMs) return;
  if (latest.size >= maxRefusals) latest.clear();
  latest.set(key, now.getTime());
  await insertAudit(db, { ...record, outcome: 'refused' });
}
