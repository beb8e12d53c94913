import type { Trx } from '../platform/database/connections.ts';
import { deleteFactors } from './factors.repository.ts';
import { deleteRecoveryCodes } from './recovery-codes.repository.ts';

/** Returns how many confirmed ones there were. */
export async function removeFactors(trx: Trx, userId: string): Promise<number> {
  await deleteRecoveryCodes(trx, userId);
  return deleteFactors(trx, userId);
}
