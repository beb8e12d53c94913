import { sql } from 'kysely';
import { minutes } from '../core/clock.ts';
import type { Db } from '../database/connections.ts';
import { definePreparedQuery, type Param } from '../database/prepared-statements.ts';

type Attempt = { key: string; now: Date; windowMs: number };
type Tries = Attempt & { max: number; waits: readonly string[] };

/** The longest wait of a rule. */
export const longestWaitMs = minutes(15);
/** Clocks of several machines differ by less. */
const toleranceMs = minutes(1);

/** A window or wait that ends later was begun by a clock that was ahead, and does not count. */
function latestEnds({ now, windowMs }: Pick<Attempt, 'now' | 'windowMs'>) {
  const after = (ms: number): Date => new Date(now.getTime() + ms + toleranceMs);
  return { latestEnd: after(windowMs), latestWait: after(longestWaitMs) };
}
type Ends = ReturnType<typeof latestEnds>;

/**
 * Consumes `count`, by default one, of `max` in the window of the first one, unless `max` are
 * consumed or one of `waits` blocks. Atomic over all processes. Returns the milliseconds to wait, 0
 * when consumed.
 */
export async function consumeLimit(
  db: Db,
  attempt: Attempt & { max: number; count?: number; waits?: readonly string[] },
): Promise<number> {
  const { key, now, windowMs, max, count = 1, waits = [] } = attempt;
  const expiresAt = new Date(now.getTime() + windowMs);
  const ends = latestEnds(attempt);
  const [row] = await taken(db, { key, now, max, count, waits, expiresAt, ...ends }, {});
  return !row || row.isFree ? 0 : msUntil(row.until, now);
}

type Consumed = Omit<Tries, 'windowMs'> & Ends & { count: number; expiresAt: Date };

const taken = definePreparedQuery((db, value: Param<Consumed>) => ({
  compile: () =>
    sql<{ isFree: boolean; until: Date | null }>`
    with wait as (
      select max(blocked_until) as until from limits
      where key = any(${value('waits')}::text[]) and blocked_until > ${value('now')}
        and blocked_until <= ${value('latestWait')}),
    taken as (
      insert into limits as held (key, count, expires_at)
      select ${value('key')}, ${value('count')}::int, ${value('expiresAt')}::timestamptz
      from wait where until is null
      on conflict (key) do update set
        count = case when held.expires_at > ${value('now')}
            and held.expires_at <= ${value('latestEnd')}
          then least(held.count, ${value('max')}::int) + ${value('count')}::int
          else ${value('count')}::int end,
        expires_at = case when held.expires_at > ${value('now')}
            and held.expires_at <= ${value('latestEnd')}
          then held.expires_at else excluded.expires_at end
      returning count, expires_at)
    select coalesce(taken.count - ${value('count')}::int < ${value('max')}::int, false) as "isFree",
      coalesce(wait.until, taken.expires_at) as until
    from wait left join taken on true`.compile(db),
}));

/** As `consume`, without consuming. */
export async function findBlockedUntil(db: Db, { windowMs, ...tries }: Tries): Promise<number> {
  const { now } = tries;
  const [row] = await waits(db, { ...tries, ...latestEnds({ now, windowMs }) }, {});
  return msUntil(row?.until ?? null, now);
}

const waits = definePreparedQuery((db, value: Param<Omit<Tries, 'windowMs'> & Ends>) => ({
  compile: () =>
    sql<{ until: Date | null }>`
    select coalesce(
      (select max(blocked_until) from limits
        where key = any(${value('waits')}::text[]) and blocked_until > ${value('now')}
          and blocked_until <= ${value('latestWait')}),
      (select expires_at from limits
        where key = ${value('key')} and count >= ${value('max')}::int
          and expires_at > ${value('now')} and expires_at <= ${value('latestEnd')})
    ) as until`.compile(db),
}));

function msUntil(until: Date | null, now: Date): number {
  return until === null ? 0 : until.getTime() - now.getTime();
}

/** A success does not count. */
export async function refundLimit(db: Db, key: string): Promise<void> {
  await db
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export type FailureRule = {
  /** The first failure with a wait. */
  from: number;
  firstWaitMs: number;
  /** At most `longestWaitMs`. */
  maxWaitMs: number;
  /** Reset after this time without a failure. */
  windowMs: number;
};

export async function recordFailure(
  db: Db,
  { key, now, rule }: { key: string; now: Date; rule: FailureRule },
): Promise<void> {
  const { from, firstWaitMs, maxWaitMs, windowMs } = rule;
  const count = sql<number>`(case when held.expires_at <= ${now} then 1 else held.count + 1 end)`;
  const waitMs = sql<number>`(case when ${count} < ${from}::int then 0
    else least(${maxWaitMs}::float8,
      ${firstWaitMs}::float8 * power(2, least(${count} - ${from}::int, 30))) end)`;
  const blockedUntil = now.getTime() + (from <= 1 ? firstWaitMs : 0);
  await sql`
    insert into limits as held (key, count, expires_at, blocked_until)
    values (${key}, 1, ${new Date(blockedUntil + windowMs)}, ${new Date(blockedUntil)})
    on conflict (key) do update set
      count = ${count},
      blocked_until = ${now}::timestamptz + ${waitMs} * interval '1 millisecond',
      expires_at = ${now}::timestamptz
        + (${waitMs} + ${windowMs}::float8) * interval '1 millisecond'`.execute(db);
}

export async function deleteLimits(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('limits').where('key', 'in', keys).execute();
}

/** For all keys with this beginning. */
export async function deleteLimitsWithPrefix(db: Db, prefix: string): Promise<void> {
  await sql`delete from limits where starts_with(key, ${prefix})`.execute(db);
}
