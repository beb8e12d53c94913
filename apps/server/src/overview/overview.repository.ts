import { role, userStatus } from '@recoup/contract/core/access';
import type { SetUpStep } from '@recoup/contract/overview/endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
export async function findSetUp(db: Db, firm: FirmScope): Promise<Record<SetUpStep, boolean>> {
  const has = (table: RawBuilder<unknown>, condition = sql`true`) =>
    sql`exists (select from ${table} where firm_id = ${firm.firmId} and ${condition})`;
  const { rows } = await sql<Record<SetUpStep, boolean>>`
    select ${has(sql`firm_domains`)} as domains, ${has(sql`matters`)} as matters,
      ${has(sql`entries`)} as entries,
      ${has(sql`disbursement_types`, sql`active and lower(title) <> 'call'`)} as types,
      ${hasAllFees(firm)} as attorneys`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the set-up of a firm is one row');
  return found;
}

/** Whether an attorney has types, and none lacks the call fees of one that is charged by time. */
function hasAllFees({ firmId }: FirmScope): RawBuilder<boolean> {
  return sql`coalesce((select bool_and(not (${lacksFees(firmId)}))
    from users u
      join user_disbursement_types a on a.firm_id = u.firm_id and a.user_id = u.id
      join disbursement_types t on t.firm_id = a.firm_id and t.id = a.disbursement_type_id
    where u.firm_id = ${firmId} and u.role = ${role.attorney}
      and u.status = ${userStatus.active} and t.active), false)`;
}

/** The attorney whose types or call fees come next: one without fees before one without types. */
export async function findUnfinishedAttorney(
  db: Db,
  { firmId }: FirmScope,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
      left join user_disbursement_types a on a.firm_id = u.firm_id and a.user_id = u.id
      left join disbursement_types t on t.firm_id = a.firm_id and t.id = a.disbursement_type_id
        and t.active
    where u.firm_id = ${firmId} and u.role = ${role.attorney} and u.status = ${userStatus.active}
    group by u.id
    having count(t.id) = 0 or bool_or(${lacksFees(firmId)})
    order by count(t.id) = 0, u.id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Whether the attorney `u` has no call fees for the type `t`, which needs them. */
function lacksFees(firmId: string): RawBuilder<boolean> {
  return sql`t.calculated and not exists (
    select from call_fee_schedules s
      join call_fee_bands b on b.firm_id = s.firm_id and b.schedule_id = s.id
    where s.firm_id = ${firmId} and s.user_id = u.id and s.disbursement_type_id = t.id
      and s.replaced_at is null)`;
}
