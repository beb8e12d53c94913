import type { CallFee } from '@recoup/contract/call-fees/endpoints';
import { callFeesOn, type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { toRand } from '@recoup/contract/core/money';
import type { LiveUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import type { ListedUser } from '@recoup/contract/users/user';
import { type ExpressionBuilder, expressionBuilder, type QueryCreator, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';
import type { Database } from '../platform/database/tables.generated.ts';

export type TypeOfUser = ListedUser['disbursementTypes'][number];

/** In the order of the form. */
export async function listTypesOfAttorney(db: Db, firm: FirmScope, attorneyId: string) {
  const rows = await db
    .selectFrom('userDisbursementTypes')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', attorneyId)
    .select('disbursementTypeId')
    .orderBy('position')
    .execute();
  return rows.map(({ disbursementTypeId }) => disbursementTypeId);
}

export async function replaceTypesOfAttorney(
  trx: Trx,
  firm: FirmScope,
  of: { attorneyId: string; typeIds: readonly string[] },
): Promise<void> {
  const { firmId } = firm;
  const { attorneyId: userId, typeIds } = of;
  await trx
    .deleteFrom('userDisbursementTypes')
    .where('firmId', '=', firmId)
    .where('userId', '=', userId)
    .execute();
  if (typeIds.length === 0) return;
  const rows = typeIds.map((disbursementTypeId, index) => ({
    firmId,
    userId,
    disbursementTypeId,
    position: index + 1,
  }));
  await trx.insertInto('userDisbursementTypes').values(rows).execute();
}

/** One query for a page of `users`: a subquery per row would also run for earlier pages. */
export function typesOfPeople(
  db: QueryCreator<{ users: { id: string; firmId: string | null } } & Omit<Database, 'users'>>,
) {
  return db
    .selectFrom('userDisbursementTypes')
    .innerJoin('disbursementTypes', (join) =>
      joinByFirm(join, 'disbursementTypes.id', 'userDisbursementTypes.disbursementTypeId'),
    )
    .innerJoin('users', (join) => joinByFirm(join, 'users.id', 'userDisbursementTypes.userId'))
    .select('userDisbursementTypes.userId')
    .select(
      sql<TypeOfUser[]>`json_agg(
        json_build_object('_id', disbursement_types.id, 'title', disbursement_types.title,
          'active', disbursement_types.active)
        order by user_disbursement_types.position)`.as('disbursementTypes'),
    )
    .groupBy('userDisbursementTypes.userId');
}

/** The live unit prices by day. */
const unitPricesOfType = sql<LiveUnitPrice[]>`coalesce((
  select json_agg(json_build_object('_id', id, 'validFrom', valid_from,
      'unitPrice', cents / 100.0)
    order by valid_from)
  from unit_prices where unit_prices.firm_id = disbursement_types.firm_id
    and disbursement_type_id = disbursement_types.id and replaced_at is null), '[]')`;

/** Names are one word each, because names within JSON stay in snake_case. */
export function typesOfUser() {
  return jsonArrayFrom(
    expressionBuilder<Database, 'users'>()
      .selectFrom('userDisbursementTypes')
      .innerJoin('disbursementTypes', (join) =>
        joinByFirm(join, 'disbursementTypes.id', 'userDisbursementTypes.disbursementTypeId'),
      )
      .whereRef('userDisbursementTypes.firmId', '=', 'users.firmId')
      .whereRef('userDisbursementTypes.userId', '=', 'users.id')
      .select([
        'disbursementTypes.id as _id',
        'disbursementTypes.title',
        'disbursementTypes.active',
        unitPricesOfType.as('prices'),
      ])
      .orderBy('userDisbursementTypes.position'),
  );
}

/**
 * Schedules, by the order of the attorney's types and by day. Names are one word each, because
 * names within JSON stay in snake_case.
 */
export function schedulesOfUser(eb: ExpressionBuilder<Database, 'users'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('callFeeSchedules')
      .leftJoin('userDisbursementTypes', (join) =>
        join
          .onRef('userDisbursementTypes.firmId', '=', 'callFeeSchedules.firmId')
          .onRef('userDisbursementTypes.userId', '=', 'callFeeSchedules.userId')
          .onRef(
            'userDisbursementTypes.disbursementTypeId',
            '=',
            'callFeeSchedules.disbursementTypeId',
          ),
      )
      .whereRef('callFeeSchedules.firmId', '=', 'users.firmId')
      .whereRef('callFeeSchedules.userId', '=', 'users.id')
      .where('callFeeSchedules.replacedAt', 'is', null)
      .select([
        'callFeeSchedules.id',
        'callFeeSchedules.disbursementTypeId as type',
        'callFeeSchedules.validFrom as day',
      ])
      .select((schedule) =>
        jsonArrayFrom(
          schedule
            .selectFrom('callFeeBands')
            .whereRef('callFeeBands.firmId', '=', 'callFeeSchedules.firmId')
            .whereRef('callFeeBands.scheduleId', '=', 'callFeeSchedules.id')
            .select(['startMinute as start', 'endMinute as end'])
            .select(['additionalMinutes as additional', 'chargeCents as cents'])
            .orderBy('callFeeBands.position'),
        ).as('bands'),
      )
      .orderBy('userDisbursementTypes.position')
      .orderBy('callFeeSchedules.disbursementTypeId')
      .orderBy('callFeeSchedules.validFrom'),
  );
}

type BandRow = { start: number; end: number; additional: number; cents: number };
type ScheduleRow = { id: string; type: string; day: string; bands: BandRow[] };

export function toFeeSchedules(rows: readonly ScheduleRow[]): FeeSchedule[] {
  return rows.map(({ id, type, day, bands }) => ({
    _id: id,
    disbursementType: type,
    validFrom: day,
    callFees: bands.map(({ start, end, additional, cents }) => ({
      startTime: start,
      endTime: end,
      additionalTime: additional,
      charges: toRand(cents),
    })),
  }));
}

/** The fee rows of a day, in the order of the schedules. */
export function allCallFeesOn(schedules: readonly FeeSchedule[], day: string): CallFee[] {
  const typeIds = new Set(schedules.map(({ disbursementType }) => disbursementType));
  return [...typeIds].flatMap((disbursementType) =>
    callFeesOn(schedules, { disbursementType, day }).map((row) => ({ disbursementType, ...row })),
  );
}
