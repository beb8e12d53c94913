import type { PrivateNumber } from '@recoup/contract/call-records/set-up-endpoints';
import { newId } from '@recoup/contract/core/ids';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';

export async function listPrivateNumbers(
  db: Db,
  firm: FirmScope,
  attorneyId: string,
): Promise<PrivateNumber[]> {
  const rows = await selectNumbers(db, firm, attorneyId).orderBy('number').execute();
  return rows.map(toNumber);
}

export async function findPrivateNumber(
  db: Db,
  firm: FirmScope,
  { id, attorneyId }: { id: string; attorneyId: string },
): Promise<PrivateNumber | undefined> {
  const row = await selectNumbers(db, firm, attorneyId).where('id', '=', id).executeTakeFirst();
  return row ? toNumber(row) : undefined;
}

export async function insertPrivateNumber(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, number, now }: { attorneyId: string; number: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('privateNumbers')
    .values({ firmId: firm.firmId, id: newId(), attorneyId, number, createdAt: now })
    .onConflict((conflict) => conflict.columns(['firmId', 'attorneyId', 'number']).doNothing())
    .execute();
}

export async function deletePrivateNumberRow(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, number }: { attorneyId: string; number: string },
): Promise<void> {
  await trx
    .deleteFrom('privateNumbers')
    .where('firmId', '=', firm.firmId)
    .where('attorneyId', '=', attorneyId)
    .where('number', '=', number)
    .execute();
}

function selectNumbers(db: Db, firm: FirmScope, attorneyId: string) {
  return db
    .selectFrom('privateNumbers')
    .where('firmId', '=', firm.firmId)
    .where('attorneyId', '=', attorneyId)
    .select(['id', 'number', 'createdAt']);
}

function toNumber({ id, number, createdAt }: { id: string; number: string; createdAt: Date }) {
  return { _id: id, number, createdAt: createdAt.toISOString() };
}
