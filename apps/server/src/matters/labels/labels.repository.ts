import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { type MatterFilter, selectMatters } from '../matters.repository.ts';
import type { LabelledMatter } from './labels-pdf.ts';

/** The matters of the filter, by number. */
export async function listLabelledMatters(
  db: Db,
  firm: FirmScope,
  { limit, matter, ...filter }: MatterFilter & { matter?: string | undefined; limit: number },
): Promise<LabelledMatter[]> {
  return selectMatters(db, firm, filter)
    .$if(matter !== undefined, (query) => query.where('matters.id', '=', matter ?? ''))
    .select(['matters.id', 'matters.number', 'matters.description', 'matters.client'])
    .orderBy(sql`lower(matters.number)`)
    .limit(limit)
    .execute();
}

export async function findFirmName(db: Db, firm: FirmScope): Promise<string> {
  const { name } = await db
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select('name')
    .executeTakeFirstOrThrow();
  return name;
}
