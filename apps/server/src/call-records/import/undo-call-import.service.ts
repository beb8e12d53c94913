import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { conflict } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { findCallImport, lockDecidedCalls, revertCallImport } from './call-imports.repository.ts';
import { lockImports, requireLastImport } from '../../platform/imports/imports.ts';

/**
 * Undoes the last import of call records. Throws `not_found`, and `conflict` for an earlier import
 * or when some of its calls became entries.
 */
export async function undoCallImport(db: Db, by: AuditContext, id: string): Promise<CallImport> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImports(trx, firm, 'calls');
    const run = requireLastImport(await findCallImport(trx, firm, id));
    const decided = await lockDecidedCalls(trx, firm, id);
    if (decided > 0) throw conflict(decidedSentence(decided));
    const sourceId = run.source._id ?? '';
    await revertCallImport(trx, firm, { id, sourceId, userId: by.actor.userId, now: by.now });
    const { number, added, extended } = run;
    const details = { number, added, extended };
    await recordAudit(trx, by, { action: 'call-import.undone', subjectId: id, details });
    return (await findCallImport(trx, firm, id)) ?? run;
  });
}

function decidedSentence(count: number): string {
  const calls = count === 1 ? 'One of its calls has' : `${count} of its calls have`;
  return `${calls} been recorded. Undo that first, or keep the import.`;
}
