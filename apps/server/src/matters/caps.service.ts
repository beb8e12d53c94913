import type { ReachedCap, UsedCap } from '@recoup/contract/matters/caps';
import { reachedCapLevel } from '@recoup/contract/matters/cap-levels';
import type { ChangedMatter, Matter } from '@recoup/contract/matters/endpoints';
import { toCents, toRand, toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { notFound } from '../platform/core/app-error.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  findCapUse,
  hasCap,
  lockDetails,
  lockCapUse,
  sumEntries,
  updateCap,
  updatePhones,
  findMatterRow,
  listMatterRows,
  type MatterRow,
} from './matters.repository.ts';

/** A page of the firm's matters with their caps. */
export async function listMatters(
  db: Db,
  firm: FirmScope,
  query: Parameters<typeof listMatterRows>[2],
): Promise<{ data: Matter[]; count: number }> {
  const { data, count } = await listMatterRows(db, firm, query);
  return { data: await withRecorded(db, firm, data), count };
}

/** Sums the matters with a cap alone: a page of others may have 200,000 entries to read. */
export async function withRecorded(
  db: Db,
  firm: FirmScope,
  rows: readonly MatterRow[],
): Promise<Matter[]> {
  const capped = rows.filter(({ capCents }) => capCents !== null);
  const sums = await sumEntries(
    db,
    firm,
    capped.map(({ _id }) => _id),
  );
  return mapWithPauses(rows, ({ capCents, ...matter }) => ({
    ...matter,
    cap: capCents === null ? null : toRand(capCents),
    recorded: capCents === null ? null : toRandTotal(sums.get(matter._id) ?? 0n),
  }));
}

/**
 * Sets or removes the cap, and replaces the telephone numbers; what is saved last holds. Throws
 * `not_found`.
 */
export async function updateMatter(
  db: Db,
  by: AuditContext,
  { id, cap, phones }: ChangedMatter & { id: string },
): Promise<Matter> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await lockDetails(trx, firm, id);
    if (before === undefined) throw notFound('matter');
    const capCents = centsAfter(cap, before.capCents);
    const details = {
      ...(capCents !== before.capCents && {
        cap: [toRandOrNull(before.capCents), toRandOrNull(capCents)],
      }),
      ...(isChanged(phones, before.phones) && { phones: [before.phones, phones] }),
    };
    if (details.cap) await updateCap(trx, firm, { matterId: id, capCents });
    if (phones && details.phones)
      await updatePhones(trx, firm, { matterId: id, phones, now: by.now });
    if (Object.keys(details).length > 0)
      await recordAudit(trx, by, { action: 'matter.updated', subjectId: id, details });
    return getMatter(trx, firm, id);
  });
}

/** The cap of the matter and what was recorded on it; undefined without a cap. */
export async function findUsedCap(
  db: Db,
  firm: FirmScope,
  matterId: string,
): Promise<UsedCap | undefined> {
  const use = await findCapUse(db, firm, matterId);
  return use && { cap: toRand(use.capCents), recorded: toRandTotal(use.recordedCents) };
}

/**
 * The level of its cap that a matter has reached after the changes of the transaction. Two that
 * record at once are counted one after the other. The last lock of the transaction, because others
 * wait for it.
 */
export async function findReachedCap(
  trx: Trx,
  firm: FirmScope,
  matterId: string,
): Promise<ReachedCap | undefined> {
  if (!(await hasCap(trx, firm, matterId))) return undefined;
  await lockCapUse(trx, matterId);
  const use = await findCapUse(trx, firm, matterId);
  const level = use ? reachedCapLevel(use) : null;
  if (!use || level === null) return undefined;
  return { level, cap: toRand(use.capCents), recorded: toRandTotal(use.recordedCents) };
}

async function getMatter(db: Db, firm: FirmScope, id: string): Promise<Matter> {
  const row = await findMatterRow(db, firm, id);
  const [matter] = await withRecorded(db, firm, row ? [row] : []);
  if (!matter) throw notFound('matter');
  return matter;
}

function isChanged(phones: string[] | undefined, before: readonly string[]): boolean {
  return phones !== undefined && phones.join() !== before.join();
}

/** An absent cap stays. */
function centsAfter(cap: ChangedMatter['cap'], before: number | null): number | null {
  if (cap === undefined) return before;
  return cap === null ? null : toCents(cap);
}

function toRandOrNull(cents: number | null): number | null {
  return cents === null ? null : toRand(cents);
}
