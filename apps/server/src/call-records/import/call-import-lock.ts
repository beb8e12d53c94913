import type { FirmScope } from '../../platform/core/actor.ts';
import { lockNameSoon } from '../../platform/database/advisory-lock.ts';
import type { Trx } from '../../platform/database/connections.ts';

/**
 * Imports of a firm wait for each other: two at once would add the same calls. Throws `conflict`
 * when another import takes longer than the lock timeout.
 */
export async function lockCallImports(trx: Trx, firm: FirmScope): Promise<void> {
  const message = 'Your firm is importing another file of calls. Try again when it is done.';
  await lockNameSoon(trx, `call imports ${firm.firmId}`, message);
}
