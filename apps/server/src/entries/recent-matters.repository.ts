import type { Matter } from '@recoup/contract/matters/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { matchingEntries } from './entry-filter.repository.ts';

/** The matters of the latest entries, latest first, so that the next call on one is near. */
export async function listRecentMatters(
  db: Db,
  firm: FirmScope,
  of: { attorney: string | undefined },
): Promise<(Omit<Matter, 'cap' | 'recorded'> & { capCents: number | null })[]> {
  const latest = matchingEntries(db, firm, of)
    .select(['entries.matterId', 'entries.createdAt'])
    .orderBy('entries.date', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(500)
    .as('latest');
  const rows = await db
    .selectFrom(latest)
    .innerJoin('matters', 'matters.id', 'latest.matterId')
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
    .groupBy(['matters.id', 'users.name'])
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
