import { minutes } from '../core/clock.ts';
import type { Db } from '../database/connections.ts';
import { type AuditRecord, insertAudit } from './audit-log.repository.ts';

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
