import {
  treatmentBasisPoints,
  type EntryVat,
  type VatRate,
  type VatTreatment,
} from '@recoup/contract/vat/rules';
import type { AuditContext, FirmScope } from '../platform/core/actor.ts';
import { type AppError, invalidField } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { getFirmVat, insertVatRate, lockVatRates } from './vat.repository.ts';

/** The VAT of an entry of the day: by its type's treatment, if the firm is a vendor. */
export async function chargedVat(
  db: Db,
  firm: FirmScope,
  { treatment, day }: { treatment: VatTreatment; day: string },
): Promise<EntryVat> {
  const { isVendor, isIncluded, basisPoints } = await getFirmVat(db, firm, day);
  if (!isVendor) return { treatment: 'none', basisPoints: 0, isIncluded: false };
  return { treatment, basisPoints: treatmentBasisPoints(treatment, basisPoints), isIncluded };
}

/** The VAT of a corrected entry, which keeps its treatment on another day. */
export async function vatOnOtherDay(
  db: Db,
  firm: FirmScope,
  { day, ...vat }: EntryVat & { day: string },
): Promise<EntryVat> {
  const { basisPoints } = await getFirmVat(db, firm, day);
  return { ...vat, basisPoints: treatmentBasisPoints(vat.treatment, basisPoints) };
}

/**
 * Adds a rate after all others. The same rate again changes nothing. Throws `invalid_input` for a
 * day that is not after the last one.
 */
export async function createVatRate(db: Db, by: AuditContext, rate: VatRate): Promise<VatRate> {
  return db.transaction().execute(async (trx) => {
    const [last] = await lockVatRates(trx);
    if (last?.validFrom === rate.validFrom && last.percent === rate.percent) return rate;
    if (last && rate.validFrom <= last.validFrom) throw tooEarly(last);
    await insertVatRate(trx, rate);
    await recordAudit(trx, by, { action: 'vat-rate.created', subjectId: null, details: rate });
    return rate;
  });
}

function tooEarly({ validFrom }: VatRate): AppError {
  return invalidField('validFrom', `Must be after ${validFrom}, when the last rate begins.`);
}
