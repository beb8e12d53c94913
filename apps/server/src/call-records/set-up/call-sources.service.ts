import { newId } from '@recoup/contract/core/ids';
import type { CallSource, ChangedCallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { lockCallImports } from '../import/call-import-lock.ts';
import {
  deleteCallSources,
  insertCallSource,
  listCallSources,
  updateCallSource,
} from './call-sources.repository.ts';

/**
 * Replaces the telephone systems of the firm; those with an `_id` are changed. Throws `conflict`
 * when one with imports is left out, and `invalid_input` for a name that stands twice.
 */
export async function replaceCallSources(
  db: Db,
  by: AuditContext,
  sources: readonly ChangedCallSource[],
): Promise<CallSource[]> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockCallImports(trx, firm);
    const before = await listCallSources(trx, firm);
    assertDifferent(sources);
    const removed = before.filter(({ _id }) => !sources.some((source) => source._id === _id));
    const used = removed.find(({ imports }) => imports > 0);
    if (used)
      throw new AppError('conflict', {
        message: `Calls of “${used.name}” were imported, so it stays. Rename it if it is replaced.`,
      });
    await deleteCallSources(
      trx,
      firm,
      removed.map(({ _id }) => _id),
    );
    // Names may change places.
    const known = sources.filter(({ _id }) => before.some((source) => source._id === _id));
    for (const { _id = '', system, zone, outsidePrefix, mapping } of known)
      await updateCallSource(trx, firm, {
        id: _id,
        system,
        name: _id,
        zone,
        outsidePrefix,
        mapping,
      });
    for (const { _id, imports: _, ...source } of sources) {
      const isKnown = before.some((each) => each._id === _id);
      if (isKnown && _id !== undefined) await updateCallSource(trx, firm, { ...source, id: _id });
      else await insertCallSource(trx, firm, { ...source, id: newId(), now: by.now });
    }
    const after = await listCallSources(trx, firm);
    await recordAudit(trx, by, {
      action: 'call-sources.replaced',
      subjectId: null,
      details: { sources: [before, after] },
    });
    return after;
  });
}

function assertDifferent(sources: readonly ChangedCallSource[]): void {
  const seen = new Set<string>();
  for (const [at, { name }] of sources.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key)) {
      const message = 'Another telephone system has this name.';
      throw new AppError('invalid_input', { message, fields: { [`sources.${at}.name`]: message } });
    }
    seen.add(key);
  }
}
