import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { findImport, lockChangedMatters, revertImport } from './imports.repository.ts';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';
import { lockImports, requireLastImport } from '../../platform/imports/imports.ts';

/**
 * Undoes the last import. Throws `not_found`, `conflict` for an earlier import or when its new
 * matters have entries, `changed_meanwhile` when its matters have changed since.
 */
export async function undoImport(db: Db, by: AuditContext, id: string): Promise<MatterImport> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImports(trx, firm, 'matters');
    const run = requireLastImport(await findImport(trx, firm, id));
    const { changedSince, withEntries, example } = await lockChangedMatters(trx, firm, id);
    if (withEntries > 0) throw conflict(entriesSentence(withEntries, example));
    if (changedSince > 0) {
      throw new AppError('changed_meanwhile', {
        message: `${changedSince} of its matters have changed since. The import cannot be undone.`,
      });
    }
    await revertImport(trx, firm, { id, userId: by.actor.userId, now: by.now });
    const { created, updated } = run;
    await recordAudit(trx, by, {
      action: 'import.undone',
      subjectId: id,
      details: { number: run.number, created, updated },
    });
    return (await findImport(trx, firm, id)) ?? run;
  });
}

function entriesSentence(count: number, example: string | null): string {
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return (
    `Entries were recorded against matter ${example ?? ''}${others}, which this import added. ` +
    'Delete those entries first.'
  );
}
