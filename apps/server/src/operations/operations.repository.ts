import type { FailureKind } from '@recoup/contract/operations/endpoints';
import { type RawBuilder, sql } from 'kysely';
import { minutes } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { type PageQuery, paginateWithCount } from '../platform/database/pagination-and-search.ts';

/** `detail` is the stored message; null for what was due and never ran. */
export type FailureRow = {
  firmId: string | null;
  firmName: string | null;
  kind: FailureKind;
  what: string;
  detail: string | null;
  since: Date;
  tries: number;
};

/** Finds what fails now in all firms, the newest first, in one statement. */
export async function listFailureRows(
  db: Db,
  { now, ...page }: PageQuery & { now: Date },
): Promise<{ rows: FailureRow[]; count: number }> {
  const all = sql.join(sources(new Date(now.getTime() - lateMs)), sql` union `);
  return paginateWithCount(page, async ({ limit, offset }) => {
    const { rows } = await sql<FailureRow & { count: number }>`
      select f.*, firms.name as firm_name, count(*) over ()::int as count
      from (${all}) f (kind, firm_id, what, detail, since, tries)
      left join firms on firms.id = f.firm_id
      order by f.since desc, f.kind, f.firm_id, f.what
      limit ${limit} offset ${offset}`.execute(db);
    return rows;
  });
}

/** Counts the same lines by kind; kinds without a line are absent. */
export async function countFailureRows(
  db: Db,
  now: Date,
): Promise<{ kind: FailureKind; count: number }[]> {
  const all = sql.join(sources(new Date(now.getTime() - lateMs)), sql` union `);
  const { rows } = await sql<{ kind: FailureKind; count: number }>`
    select f.kind, count(*)::int as count
    from (${all}) f (kind, firm_id, what, detail, since, tries) group by f.kind`.execute(db);
  return rows;
}

/** A job runs within a minute of its time; after this time it counts as failing. */
const lateMs = minutes(10);

type Source = RawBuilder<unknown>;

/**
 * Queries for kind, firm, name, message, first failure and tries. Names that a firm has chosen stay
 * with it, so a server is named by its host, and equal lines are one.
 */
function sources(late: Date): readonly Source[] {
  return [
    waitingFiles(late),
    failedHandOvers,
    lateHandOvers(late),
    failingIntakes,
    lateIntakes(late),
    failingPulls,
    latePulls(late),
    failingWebhooks,
    failingSignOns,
    waitingMails,
    failingRoads,
    failingRuns,
  ];
}

/** Files of hand-overs that are tried again, or whose next try does not come. */
const waitingFiles = (late: Date): Source => sql`
  select 'hand-over', r.firm_id, coalesce(s.host, 'deleted server'), r.message, r.started_at,
    r.tries
  from hand_over_runs r
  left join sftp_servers s on s.firm_id = r.firm_id and s.id = r.server_id
  where r.state = 'sending' and r.mail_id is null
    and (r.message is not null or coalesce(r.try_ends_at, r.next_try_at) < ${late})`;

/** Hand-overs that are on and whose last run has failed; a reopened export is not sent any more. */
const failedHandOvers: Source = sql`
  select 'hand-over', h.firm_id, coalesce(s.host, 'by email'), r.message, r.started_at,
    greatest(r.tries, 1)
  from hand_overs h
  left join sftp_servers s on s.firm_id = h.firm_id and s.id = h.server_id
  cross join lateral (
    select l.* from hand_over_runs l
    where l.firm_id = h.firm_id and l.hand_over_id = h.id order by l.due_at desc limit 1) r
  left join exports x on x.firm_id = h.firm_id and x.id = r.export_id
  where h.is_on and r.state = 'failed' and x.reopened_at is null`;

const lateHandOvers = (late: Date): Source => sql`
  select 'hand-over', h.firm_id, coalesce(s.host, 'by email'), null, h.next_at, 0
  from hand_overs h
  left join sftp_servers s on s.firm_id = h.firm_id and s.id = h.server_id
  where h.is_on and h.next_at < ${late}`;

const failingIntakes: Source = sql`
  select 'intake', i.firm_id, s.host, coalesce(i.problem, (
      select r.message from matter_intake_runs r
      where r.firm_id = i.firm_id and r.state = 'failed' order by r.started_at desc limit 1), ''),
    i.failing_since, i.failing_tries
  from matter_intakes i
  join sftp_servers s on s.firm_id = i.firm_id and s.id = i.server_id
  where i.is_on and i.failing_since is not null`;

const lateIntakes = (late: Date): Source => sql`
  select 'intake', i.firm_id, s.host, null, i.next_at, 0
  from matter_intakes i
  join sftp_servers s on s.firm_id = i.firm_id and s.id = i.server_id
  where i.is_on and i.next_at < ${late}`;

const failingPulls: Source = sql`
  select 'pull', p.firm_id, 'Microsoft Teams', p.failure, p.failing_since, p.failing_tries
  from call_pulls p where p.failing_since is not null`;

const latePulls = (late: Date): Source => sql`
  select 'pull', p.firm_id, 'Microsoft Teams', null, p.next_at, 0
  from call_pulls p where p.next_at < ${late}`;

/** Webhooks with a delivery that has failed and is tried again. */
const failingWebhooks: Source = sql`
  select 'webhook', w.firm_id, w.url, d.error, w.failing_since, d.tries
  from webhooks w
  cross join lateral (
    select l.error, l.tries from webhook_deliveries l
    where l.firm_id = w.firm_id and l.webhook_id = w.id and l.state = 'waiting' and l.tries > 0
    order by l.tried_at desc limit 1) d
  where w.failing_since is not null`;

const failingSignOns: Source = sql`
  select 'sign-on', o.firm_id, o.issuer, o.failure, o.failing_since, o.failing_tries
  from sign_ons o where o.failing_since is not null`;

/** One line for each firm: a mail server that is down holds up the mails of all. */
const waitingMails: Source = sql`
  select 'mail', m.firm_id, count(*)::text,
    (array_agg(m.last_error order by m.attempts desc, m.created_at desc))[1],
    min(m.created_at), max(m.attempts)
  from mails m where m.state = 'queued' and m.last_error is not null group by m.firm_id`;

const failingRoads: Source = sql`
  select f.kind, null::uuid, '', f.reason, f.since, f.tries from road_failures f`;

/** Backups by themselves, and their rehearsals. */
const failingRuns: Source = sql`
  select r.kind, null::uuid, '', r.reason, r.failing_since, r.tries
  from installation_runs r where r.failing_since is not null`;
