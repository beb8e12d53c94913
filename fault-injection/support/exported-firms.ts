import { role } from '@recoup/contract/core/access';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  anEntry,
  aUser,
} from '../../apps/server/test/factories.ts';
import { formulaPayloads } from '../../apps/server/test/formulas.ts';
import { realJpeg } from '../../e2e/fixtures/real-jpeg.ts';

/** Names are of one line. */
function asName(payload: string): string {
  return payload.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** It has a logo; its lines are costs and agent's payments, with VAT included or not. */
export async function aVatVendor(db: Db): Promise<void> {
  const firm = await aFirm(db, { name: 'Vendor & Partners' });
  await db
    .updateTable('firms')
    .set({ isVatVendor: true, logo: realJpeg })
    .where('id', '=', firm.id)
    .execute();
  const attorney = await aUser(db, { firm });
  await aUser(db, { firm, role: role.attorneyAdmin });
  const matter = await aMatter(db, firm);
  const type = await aDisbursementType(db, firm, { title: 'Copies' });
  for (let index = 0; index < 400; index += 1) {
    const vat = { vatTreatment: index % 3 === 0 ? 'agent' : 'cost', vatIncluded: index % 2 === 0 };
    const vatBasisPoints = vat.vatTreatment === 'cost' ? 1_500 : 0;
    const given = { amountCents: 33 + 7_919 * index, ...vat, vatBasisPoints };
    await anEntry(db, { firm, attorney, matter, type }, given);
  }
}

/** Its texts are formulas. */
export async function aFirmOfPayloads(db: Db, count: number): Promise<void> {
  const firm = await aFirm(db, { name: '=Payloads & Söhne' });
  const type = await aDisbursementType(db, firm, { title: '=1+1' });
  await aUser(db, { firm, role: role.attorneyAdmin });
  for (const [index, payload] of formulaPayloads.slice(0, count).entries()) {
    const name = asName(payload);
    const attorney = await aUser(db, { firm, name });
    const matter = await aMatter(db, firm, {
      number: `${name} ${index}`,
      client: name,
      description: name,
    });
    await anEntry(
      db,
      { firm, attorney, matter, type },
      { amountCents: 100_000 + index, narration: payload, minutes: index },
    );
  }
}
