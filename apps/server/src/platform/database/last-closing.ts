import { sql } from 'kysely';
import type { FirmScope } from '../core/actor.ts';
import { southAfricanDay } from './moments.ts';

/** The last closing that was not reopened, and the last day that it closed as a whole. */
export function lastClosing({ firmId }: FirmScope) {
  return sql`select number, created_at,
      least(to_date, ${southAfricanDay('created_at')} - 1) as last_day
    from exports where firm_id = ${firmId} and closing and reopened_at is null
    order by number desc limit 1`;
}
