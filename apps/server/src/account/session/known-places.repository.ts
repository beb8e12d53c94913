import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { deviceLifetimeMs } from '../../platform/http/device-cookie.ts';
import { definePreparedQuery, type Param } from '../../platform/database/prepared-statements.ts';

export const placeLifetimeMs = deviceLifetimeMs;

type PlaceQuery = { userId: string | null; places: readonly Buffer[]; since: Date };

/** Returns those of the places that the user has signed in from. */
export async function listKnownPlaces(db: Db, query: PlaceQuery): Promise<Buffer[]> {
  const rows = await knownPlacesQuery(db, query, {});
  return rows.map(({ place }) => place);
}

const knownPlacesQuery = definePreparedQuery((db, value: Param<PlaceQuery>) => ({
  compile: () =>
    sql<{ place: Buffer }>`
      select place from known_places
      where user_id = ${value('userId')}::uuid
        and place = any(${value('places')}::bytea[]) and seen_at > ${value('since')}`.compile(db),
}));

export async function hasKnownPlace(db: Db, { userId, since }: { userId: string; since: Date }) {
  const places = db
    .selectFrom('knownPlaces')
    .select('place')
    .where('userId', '=', userId)
    .where('seenAt', '>', since);
  return (await places.limit(1).executeTakeFirst()) !== undefined;
}

type NewPlaces = { userId: string; places: readonly Buffer[]; now: Date; max: number };

/** Keeps at most `max` places of the user, the latest ones. */
export async function upsertKnownPlaces(db: Db, { max, ...of }: NewPlaces): Promise<void> {
  await upsertQuery(db, { ...of, others: max - of.places.length }, {});
}

type Upserted = Omit<NewPlaces, 'max'> & {
  /** The user's other places that stay. */
  others: number;
};

const upsertQuery = definePreparedQuery((db, value: Param<Upserted>) => ({
  compile: () =>
    sql<object>`
      with older as (
        delete from known_places where user_id = ${value('userId')}::uuid and place in (
          select place from known_places
          where user_id = ${value('userId')}::uuid and place <> all(${value('places')}::bytea[])
          order by seen_at desc, place offset ${value('others')}::int))
      insert into known_places (user_id, place, seen_at)
      select ${value('userId')}::uuid, place, ${value('now')}::timestamptz
      from unnest(${value('places')}::bytea[]) as new (place)
      on conflict (user_id, place) do update set seen_at = excluded.seen_at`.compile(db),
}));

export async function deleteKnownPlaces(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('knownPlaces').where('userId', '=', userId).execute();
}
