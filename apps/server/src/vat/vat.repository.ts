import { type VatRate, knownVatRates, standardRateOn } from '@recoup/contract/vat/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';

/** How a firm charges VAT on a day; `basisPoints` of the standard rate. */
export type FirmVat = { isVendor: boolean; isIncluded: boolean; basisPoints: number };

export async function getFirmVat(db: Db, firm: FirmScope, day: string): Promise<FirmVat> {
  const { added, ...own } = await db
    .selectFrom('firms')
    .where('firms.id', '=', firm.firmId)
    .select(['firms.isVatVendor as isVendor', 'firms.pricesIncludeVat as isIncluded'])
    .select((eb) =>
      eb
        .selectFrom('vatRates')
        .where('validFrom', '<=', day)
        .orderBy('validFrom', 'desc')
        .limit(1)
        .select('basisPoints')
        .as('added'),
    )
    .executeTakeFirstOrThrow();
  return { ...own, basisPoints: added ?? standardRateOn(knownVatRates, day) };
}

/** The known rates and those that were added, the latest first. */
export async function listVatRates(db: Db): Promise<VatRate[]> {
  const rows = await db
    .selectFrom('vatRates')
    .select(['validFrom', 'basisPoints'])
    .orderBy('validFrom', 'desc')
    .execute();
  const added = rows.map(({ validFrom, basisPoints }) => ({
    percent: basisPoints / 100,
    validFrom,
  }));
  return [...added, ...knownVatRates];
}

/** As `listVatRates`; another change waits until the transaction ends. */
export async function lockVatRates(trx: Trx): Promise<VatRate[]> {
  await lockName(trx, 'VAT rates');
  return listVatRates(trx);
}

export async function insertVatRate(trx: Trx, { percent, validFrom }: VatRate): Promise<void> {
  const basisPoints = Math.round(percent * 100);
  await trx.insertInto('vatRates').values({ validFrom, basisPoints }).execute();
}
