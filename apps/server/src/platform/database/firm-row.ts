import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FirmScope } from '../core/actor.ts';

/** The condition for one row of a firm, in a statement on its table alone. */
export function isFirmRow({ firmId }: FirmScope, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`firm_id = ${firmId} and id = ${id}`;
}
