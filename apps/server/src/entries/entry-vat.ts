import { splitVat } from '@recoup/contract/vat/rules';
import type { EntryVat, VatTreatment } from '@recoup/contract/vat/rules';
import { toRand } from '@recoup/contract/core/money';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { chargedVat, vatOnOtherDay } from '../vat/vat.service.ts';
import type { EntryRow } from './entries.repository.ts';
import { isSameKind, type Kind } from './entry-rules.service.ts';

export type VatOfEntry = Pick<EntryRow, 'vatTreatment' | 'vatBasisPoints' | 'vatIncluded'>;

/** The VAT of an entry's day and type, which it keeps. */
export async function vatOfNewEntry(
  db: Db,
  firm: FirmScope,
  of: { treatment: VatTreatment; day: string },
): Promise<VatOfEntry> {
  return toVatColumns(await chargedVat(db, firm, of));
}

/**
 * The VAT after a correction, and of a replacement (docs/decisions/0047).
 * Another type or attorney makes it a new entry, as for its price; another day has that day's rate;
 * otherwise the VAT stays as it was recorded.
 */
export async function correctedVat(
  db: Db,
  firm: FirmScope,
  { before, after }: { before: EntryRow; after: Kind & Pick<EntryRow, 'date'> },
): Promise<VatOfEntry> {
  const { date: day, disbursementTypeId } = after;
  if (!isSameKind(before, after)) {
    const { vat: treatment } = await getDisbursementType(db, firm, disbursementTypeId);
    return vatOfNewEntry(db, firm, { treatment, day });
  }
  const { vatTreatment, vatBasisPoints, vatIncluded } = before;
  if (day === before.date) return { vatTreatment, vatBasisPoints, vatIncluded };
  return toVatColumns(await vatOnOtherDay(db, firm, { ...toEntryVat(before), day }));
}

function toEntryVat({ vatTreatment, vatBasisPoints, vatIncluded }: VatOfEntry): EntryVat {
  return { treatment: vatTreatment, basisPoints: vatBasisPoints, isIncluded: vatIncluded };
}

/** As the wire writes it, in Rand. */
export function shownVat(entry: VatOfEntry & { amountCents: number }) {
  const { netCents, vatCents, grossCents } = splitVat(entry.amountCents, toEntryVat(entry));
  return {
    treatment: entry.vatTreatment,
    percent: entry.vatBasisPoints / 100,
    net: toRand(netCents),
    vat: toRand(vatCents),
    gross: toRand(grossCents),
  };
}

function toVatColumns({ treatment, basisPoints, isIncluded }: EntryVat): VatOfEntry {
  return { vatTreatment: treatment, vatBasisPoints: basisPoints, vatIncluded: isIncluded };
}
