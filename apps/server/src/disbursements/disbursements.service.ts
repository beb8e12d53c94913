import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { type DisbursementType, findDisbursementType } from './disbursements.repository.ts';

/** A type of the firm that entries may be recorded with. Throws `not_found` for a missing or foreign one, `invalid_input` for a retired one. */
export async function getUsableType(db: Db, firm: FirmScope, id: string): Promise<DisbursementType> {
  const type = await findDisbursementType(db, firm, id);
  if (type === undefined) throw new AppError('not_found', { message: 'There is no such disbursement type.' });
  if (!type.active) {
    const message = 'This disbursement type is no longer in use. Please choose another one.';
    throw new AppError('invalid_input', { message, fields: { disbursementType: message } });
  }
  return type;
}
