import type { ChangedExtension, Extension } from '@recoup/contract/call-records/set-up-endpoints';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, invalidField } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { readParty } from '../files/parties.ts';
import {
  chooseParties,
  type StoredExtension,
  listAttorneysAmong,
  listExtensions,
  replaceExtensionRows,
} from './extensions.repository.ts';

/**
 * Replaces all extensions of the firm. Throws `invalid_input` for an attorney of another firm, for
 * a text that is no extension, email or number, and for one that has two attorneys on a day.
 */
export async function replaceExtensions(
  db: Db,
  by: AuditContext,
  input: readonly ChangedExtension[],
): Promise<Extension[]> {
  const firm = requireFirmScope(by.actor);
  const extensions = input.map(toStoredExtension);
  assertOneAtATime(extensions);
  return db.transaction().execute(async (trx) => {
    const ids = extensions.map(({ attorneyId }) => attorneyId);
    const attorneys = await listAttorneysAmong(trx, firm, ids);
    const unknown = ids.findIndex((id) => !attorneys.has(id));
    if (unknown >= 0) throw wrong(unknown, 'attorney', 'There is no such attorney.');
    const before = await listExtensions(trx, firm);
    await replaceExtensionRows(trx, firm, extensions);
    await chooseParties(trx, firm);
    const after = await listExtensions(trx, firm);
    await recordAudit(trx, by, {
      action: 'extensions.replaced',
      subjectId: null,
      details: { extensions: [before, after] },
    });
    return after;
  });
}

/** The value as the readers of files write it. */
function toStoredExtension(of: ChangedExtension, at: number): StoredExtension {
  const value = readParty(of.value, '');
  if (value === null)
    throw wrong(at, 'value', `“${of.value.slice(0, 60)}” is no extension, email or number.`);
  return { value, attorneyId: of.attorney, from: of.from ?? null, until: of.until ?? null };
}

function assertOneAtATime(extensions: readonly StoredExtension[]): void {
  const rows = extensions.map((extension, at) => ({ ...extension, at }));
  const inOrder = rows.toSorted(
    (a, b) => a.value.localeCompare(b.value) || (a.from ?? '').localeCompare(b.from ?? ''),
  );
  for (const [place, row] of inOrder.entries()) {
    const next = inOrder[place + 1];
    if (next?.value !== row.value) continue;
    if (row.until === null || next.from === null || next.from <= row.until)
      throw wrong(
        Math.max(row.at, next.at),
        'value',
        `${row.value} stands twice for the same days. End the earlier one first.`,
      );
  }
}

function wrong(at: number, field: string, message: string): AppError {
  return invalidField(`extensions.${at}.${field}`, message);
}
