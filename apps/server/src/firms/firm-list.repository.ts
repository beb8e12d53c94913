import type { Firm } from '@recoup/contract/firms/endpoints';
import { sql } from 'kysely';
import type { Scope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import {
  contains,
  foldedText,
  type PageQuery,
  paginate,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { domainsOfFirm, firmColumns, toFirm } from './firm-rows.repository.ts';

/** Sorted by name, with small logos. */
export async function listFirms(
  db: Db,
  scope: Scope,
  query: { search?: string | undefined } & PageQuery,
): Promise<{ data: Firm[]; count: number }> {
  const firms = filterFirms(db, scope, query.search);
  // Joins logos, domains and admins to the page only, not to the firms before it.
  const page = paginate(firms.select('firms.id').orderBy(byName).orderBy('firms.id'), query);
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom(page.as('page'))
      .innerJoin('firms', 'firms.id', 'page.id')
      .leftJoin('users', 'users.id', 'firms.adminId')
      .select([...firmColumns, 'firms.logoSmall as logo'])
      .select(domainsOfFirm)
      .orderBy(byName)
      .orderBy('firms.id')
      .execute(),
    firms.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toFirm), count };
}

const byName = foldedText(sql`firms.name`);

/** Each of the three tables has a trigram index: a union uses them all, an `or` none. */
function filterFirms(db: Db, scope: Scope, search: string | undefined) {
  const firms = db.selectFrom('firms');
  const query = scope.firmId === undefined ? firms : firms.where('firms.id', '=', scope.firmId);
  if (search === undefined || search === '') return query;
  return query.where('firms.id', 'in', (eb) =>
    eb
      .selectFrom(searchableTable('firms', true).as('named'))
      .where(contains(sql`named.name`, search))
      .select('named.id')
      .union(
        eb
          .selectFrom(searchableTable('firmDomains', true).as('firmDomains'))
          .where(contains(sql`domain`, search))
          .select('firmDomains.firmId as id'),
      )
      .union(
        eb
          .selectFrom(searchableTable('users', true).as('admin'))
          // On both keys, so that PostgreSQL uses the firm's primary key.
          .innerJoin('firms as led', (join) =>
            join.onRef('led.id', '=', 'admin.firmId').onRef('led.adminId', '=', 'admin.id'),
          )
          .where(contains(sql`admin.name || E'\n' || admin.email || E'\n' || admin.cell`, search))
          .where(contains(sql`admin.email`, search))
          .select('led.id'),
      ),
  );
}
