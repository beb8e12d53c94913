import type { FirmScope } from '../../platform/core/actor.ts';
import { lockNameSoon } from '../../platform/database/advisory-lock.ts';
import type { Trx } from '../../platform/database/connections.ts';

/**
 * Imports of a firm wait for each other: two at once would count the same matters as new. Throws
 * `conflict` when another import takes longer than the lock timeout.
 */
export async function lockImportsSoon(trx: Trx, firm: FirmScope): Promise<void> {
  const message = 'Your firm is importing another file of matters. Try again when it is done.';
  await lockNameSoon(trx, `imports ${firm.firmId}`, message);
}
