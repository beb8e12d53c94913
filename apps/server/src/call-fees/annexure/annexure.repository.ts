import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

type Named = { id: string; name: string; email: string };

export async function getLetterhead(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select(['name', 'logo'])
    .executeTakeFirstOrThrow();
}

/** Also an inactive attorney. */
export async function findAttorney(db: Db, firm: FirmScope, id: string) {
  return attorneys(db, firm).where('id', '=', id).executeTakeFirst();
}

export async function listActiveAttorneys(db: Db, firm: FirmScope): Promise<Named[]> {
  return attorneys(db, firm)
    .where('status', '=', userStatus.active)
    .orderBy(foldedText(sql`name`))
    .orderBy('id')
    .execute();
}

/** The types that the attorneys may record, in the order of their forms. */
export async function listRecordableTypes(db: Db, firm: FirmScope, attorneyIds: readonly string[]) {
  return db
    .selectFrom('userDisbursementTypes as assigned')
    .innerJoin('disbursementTypes as type', (join) =>
      joinByFirm(join, 'type.id', 'assigned.disbursementTypeId'),
    )
    .where('assigned.firmId', '=', firm.firmId)
    .where('assigned.userId', 'in', attorneyIds)
    .where('type.active', '=', true)
    .select(['assigned.userId as attorneyId', 'type.id as typeId', 'type.title'])
    .orderBy('assigned.userId')
    .orderBy('assigned.position')
    .execute();
}

export type FeesAround = {
  attorneyId: string;
  typeId: string;
  validFrom: string;
  bands: CallFeeBand[];
};

/** For each attorney and type the schedule of a day, or the first one, and the next after it. */
export async function listFeesAround(
  db: Db,
  firm: FirmScope,
  { attorneyIds, on }: { attorneyIds: readonly string[]; on: string },
): Promise<FeesAround[]> {
  const rows = await db
    .with('dated', (query) =>
      query
        .selectFrom('callFeeSchedules')
        .where('firmId', '=', firm.firmId)
        .where('userId', 'in', attorneyIds)
        .where('replacedAt', 'is', null)
        .select(['id', 'userId', 'disbursementTypeId', 'validFrom'])
        .select([
          sql<string | null>`lag(valid_from, 2) ${overCell}`.as('secondLast'),
          sql<string | null>`lag(valid_from) ${overCell}`.as('last'),
          sql<string | null>`lead(valid_from) ${overCell}`.as('next'),
        ]),
    )
    .selectFrom('dated')
    .where((eb) => eb.or([eb('next', 'is', null), eb('next', '>', on)]))
    // Keeps only the next of the later schedules.
    .where((eb) => eb.or([eb('last', '<=', on), eb('secondLast', 'is', null)]))
    .select(['userId as attorneyId', 'disbursementTypeId as typeId', 'validFrom'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('callFeeBands')
          .where('callFeeBands.firmId', '=', firm.firmId)
          .whereRef('callFeeBands.scheduleId', '=', 'dated.id')
          // Names of one word: within JSON names are not converted to camelCase.
          .select(['startMinute as start', 'endMinute as end'])
          .select(['additionalMinutes as additional', 'chargeCents as cents'])
          .orderBy('callFeeBands.position'),
      ).as('bands'),
    )
    .execute();
  return rows.map(({ bands, ...row }) => ({ ...row, bands: bands.map(toBand) }));
}

const overCell = sql`over (partition by user_id, disbursement_type_id order by valid_from)`;

type BandRow = { start: number; end: number; additional: number; cents: number };

function toBand({ start, end, additional, cents }: BandRow): CallFeeBand {
  return { startTime: start, endTime: end, additionalTime: additional, chargeCents: cents };
}

function attorneys(db: Db, firm: FirmScope) {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', role.attorney)
    .select(['id', 'name', 'email']);
}
