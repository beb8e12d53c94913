import type { Matter } from '@recoup/contract/matters/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/connections.ts';
import { matchingEntries } from './entry-filter.repository.ts';

/**
 * The matters of the latest entries, latest first, so that the next call on one is near: of the
 * attorney, and with `others` of those that the attorney recorded for them.
 */
export async function listRecentMatters(
  db: Db,
  firm: FirmScope,
  { attorney, others }: { attorney: string | undefined; others: readonly string[] },
): Promise<(Omit<Matter, 'cap' | 'recorded'> & { capCents: number | null })[]> {
  const latest = recordedEntries(db, firm, { attorney, others })
    .select(['entries.matterId', 'entries.createdAt'])
    .orderBy('entries.date', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(500)
    .as('latest');
  const rows = await db
    .selectFrom(latest)
    .innerJoin('matters', (join) =>
      join.on('matters.firmId', '=', firm.firmId).onRef('matters.id', '=', 'latest.matterId'),
    )
    .leftJoin('users', 'users.id', 'matters.attorneyId')
    .select([
      'matters.id',
      'matters.number',
      'matters.description',
      'matters.client',
      'matters.status',
      'matters.opened',
      'matters.phones',
      'matters.capCents',
    ])
    .select(['matters.attorneyId', 'users.name as attorneyName'])
    .groupBy(['matters.firmId', 'matters.id', 'users.name'])
    .orderBy((eb) => eb.fn.max('latest.createdAt'), 'desc')
    .limit(30)
    .execute();
  return rows.map(({ id, attorneyId, attorneyName, status, ...matter }) => ({
    ...matter,
    _id: id,
    firm: firm.firmId,
    attorney: attorneyId === null ? null : { _id: attorneyId, name: attorneyName ?? '' },
    status: status as Matter['status'], // a check constraint holds it to these
  }));
}

/** Without others by the index of one attorney, which has the order of the list. */
function recordedEntries(
  db: Db,
  firm: FirmScope,
  { attorney, others }: { attorney: string | undefined; others: readonly string[] },
) {
  if (attorney === undefined || others.length === 0) return matchingEntries(db, firm, { attorney });
  return matchingEntries(db, firm, {})
    .where(sql<boolean>`entries.attorney_id = any(${[attorney, ...others]}::uuid[])`)
    .where((eb) =>
      eb.or([eb('entries.attorneyId', '=', attorney), eb('entries.createdBy', '=', attorney)]),
    );
}
