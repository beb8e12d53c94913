import { sql } from 'kysely';
import type { FirmScope } from '../core/actor.ts';
import type { Trx } from './connections.ts';

/** Tables whose rows are changes of many others, each of which can be undone. */
type Ledger = 'rateChanges' | 'entryCorrections' | 'imports' | 'callImports' | 'ownCallImports';
export type Undo = { id: string; userId: string; now: Date };

export async function markUndone(
  trx: Trx,
  firm: FirmScope,
  { ledger, id, userId, now }: Undo & { ledger: Ledger },
): Promise<void> {
  await sql`
    update ${sql.table(ledger)} set undone_at = ${now}, undone_by = ${userId}
    where firm_id = ${firm.firmId} and id = ${id}`.execute(trx);
}
