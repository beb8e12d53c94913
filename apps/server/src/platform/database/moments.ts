import { type RawBuilder, sql } from 'kysely';

export function southAfricanDay(column: string): RawBuilder<string> {
  return sql`(${sql.raw(column)} at time zone 'Africa/Johannesburg')::date`;
}

/** A moment for the facts: a timestamp as JSON would follow the time zone of the connection. */
export function moment(column: string): RawBuilder<number> {
  return sql`extract(epoch from ${sql.raw(column)})`;
}

/** South Africa has no summer time; for 100,000 rows "at time zone" takes a tenth of a second. */
export function startOfDay(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`timestamptz '2000-01-01T00:00+02:00'
    + (${day} - date '2000-01-01') * interval '24 hours'`;
}
