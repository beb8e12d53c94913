import type { Entry } from '@recoup/contract/entries/endpoints';
import type {
  CorrectedEntry,
  EntryCorrectionPreview,
  NewEntryCorrection,
} from '@recoup/contract/entries/entry-corrections';
import { newId } from '@recoup/contract/core/ids';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { listEntriesByIds } from '../list/entry-list.repository.ts';
import { shownVat } from '../entry-vat.ts';
import { isChanged } from './bulk-corrections.service.ts';
import { planCorrection, type PlannedEntry, correctionState } from './planned-correction.ts';

/** Previews a correction; saves nothing. Throws `not_found`, and for an inactive type. */
export async function previewEntryCorrection(
  db: Db,
  by: AuditContext,
  input: NewEntryCorrection,
): Promise<EntryCorrectionPreview> {
  const firm = requireFirmScope(by.actor);
  // A transaction, because the matter is locked against the undo of its import.
  const { planned, entries } = await db.transaction().execute(async (trx) => ({
    planned: await planCorrection(trx, by, input),
    entries: await listEntriesByIds(trx, firm, input.entries),
  }));
  const changed = planned.filter(isChanged);
  const byId = new Map(planned.map((each) => [each.before.id, each]));
  return {
    _id: input._id ?? newId(by.now.getTime()),
    // In the order of the list.
    entries: entries.flatMap((entry) => shownEntry(entry, byId.get(entry._id))),
    changed: changed.length,
    problems: planned.filter(({ problem }) => problem !== undefined).length,
    amount: {
      before: toRandTotal(sumAmounts(changed.map(({ before }) => before))),
      after: toRandTotal(sumAmounts(changed.map(({ after }) => after))),
    },
    state: correctionState(planned),
  };
}

function shownEntry(entry: Entry, planned: PlannedEntry | undefined): CorrectedEntry[] {
  if (!planned) return [];
  const { _id, date, attorney, matter, disbursementType, amount, vat } = entry;
  return [
    {
      _id,
      date,
      attorney,
      matter: { _id: matter._id, name: matter.name, number: matter.number },
      disbursementType,
      before: amount,
      after: toRand(planned.after.amountCents),
      ...(vat && { vat: { before: vat, after: shownVat(planned.after) } }),
      isChanged: isChanged(planned),
      problem: planned.problem?.message ?? null,
    },
  ];
}

function sumAmounts(rows: readonly { amountCents: number }[]): bigint {
  return rows.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
}
