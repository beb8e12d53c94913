import type { AuditContext } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';
import { recordAudit } from './audit-log.repository.ts';

/** Before a list leaves as a file: no file without its line in the log. */
export async function recordListExport(
  db: Db,
  by: AuditContext,
  { list, filter, count: rows }: { list: string; filter: object; count: number },
): Promise<void> {
  const details = { list, filter };
  await recordAudit(db, by, { action: 'list.exported', subjectId: null, details, rows });
}
