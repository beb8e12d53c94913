import type { ExceptionGroup, SubjectKind } from '@recoup/contract/month-end/exception-endpoints';
import {
  type ExceptionCode,
  type ExceptionLevel,
  exceptionCodes,
  exceptionLevels,
} from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';
import type { ExceptionQuery } from './exception-query.ts';
import {
  acceptedPeriodSql,
  foundExceptions,
  fingerprintSql,
} from './exception-rules.repository.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';

/** Which of the exceptions are listed; `groups` counts all of them. */
export type ExceptionFilter = {
  code?: ExceptionCode | undefined;
  level?: ExceptionLevel | undefined;
  state?: 'open' | 'accepted' | undefined;
};

export type ExceptionRow = {
  code: ExceptionCode;
  kind: SubjectKind;
  subjectId: string;
  attorney: { _id: string; name: string } | null;
  day: string | null;
  export: string | null;
  fingerprint: string;
  shown: Readonly<Record<string, unknown>> | null;
  /** For an entry, its type and matter; otherwise `matter` and `name` name the subject. */
  type: string | null;
  matter: { number: string; description: string } | null;
  name: string | null;
  acceptance: { _id: string; by: { _id: string; name: string }; at: string; reason: string } | null;
  isAccepted: boolean;
};

export type ExceptionPage = {
  groups: Omit<ExceptionGroup, 'level'>[];
  count: number;
  rows: ExceptionRow[];
};

/** Everything in one statement, so that groups, count and rows are of one moment. */
export async function findExceptions(
  db: Db,
  query: ExceptionQuery,
  { limit, offset, ...filter }: ExceptionFilter & { limit: number; offset: number },
): Promise<ExceptionPage> {
  const statement = sql<ExceptionPage>`
    with ${foundExceptions(query)},
    listed as (select * from exceptions e where ${isListed(filter)})
    select (select coalesce(json_agg(g), '[]') from (${groups()}) g) as groups,
      (select count(*) from listed) as count,
      (select coalesce(json_agg(r order by r.place, r.day, r."subjectId"), '[]')
        from (${page(query, { limit, offset })}) r) as rows`;
  const [found] = await execute(db, statement);
  return found ?? { groups: [], count: 0, rows: [] };
}

function isListed({ code, level, state }: ExceptionFilter): RawBuilder<boolean> {
  const codes = exceptionCodes.filter(
    (each) =>
      (code === undefined || each === code) &&
      (level === undefined || exceptionLevels[each] === level),
  );
  return sql<boolean>`e.code = any(${sql.val(codes)}::text[])
    ${state === undefined ? sql`` : sql`and e.is_accepted = ${state === 'accepted'}`}`;
}

function groups(): RawBuilder<unknown> {
  return sql`
    select g.code, g.open, g.accepted, case when u.id is not null
      then json_build_object('_id', u.id, 'name', u.name) end as attorney
    from (
      select place, code, attorney_id, count(*) filter (where not is_accepted) as open,
        count(*) filter (where is_accepted) as accepted
      from exceptions group by place, code, attorney_id
    ) g left join users u on u.id = g.attorney_id
    order by g.place, ${foldedText(sql`u.name`)}, u.id`;
}

function page({ firm }: ExceptionQuery, { limit, offset }: { limit: number; offset: number }) {
  return sql`
    select l.code, l.place, l.kind, l.subject_id as "subjectId", l.day, l.export_id as export,
      l.shown, ${fingerprintSql('l')} as fingerprint, l.is_accepted as "isAccepted",
      case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end
        as attorney,
      t.title as type,
      case when m.id is not null then json_build_object('number', m.number,
        'description', m.description) end as matter,
      coalesce(u.name, x.number::text, mail.to_address, account.number || ' of ' || s.name) as name,
      case when a.id is not null then json_build_object('_id', a.id, 'at', a.accepted_at,
        'reason', a.reason, 'by', json_build_object('_id', accepter.id, 'name', accepter.name))
        end as acceptance
    from (select * from listed order by place, day, subject_id limit ${limit} offset ${offset}) l
    left join users u on u.firm_id = ${firm.firmId} and u.id = l.attorney_id
    left join entries e on l.kind = 'entry' and e.firm_id = ${firm.firmId} and e.id = l.subject_id
    left join matters m on m.firm_id = ${firm.firmId}
      and m.id = case l.kind when 'matter' then l.subject_id else e.matter_id end
    left join disbursement_types t on t.firm_id = ${firm.firmId} and t.id = e.disbursement_type_id
    left join exports x on l.kind = 'export' and x.firm_id = ${firm.firmId} and x.id = l.subject_id
    left join mails mail on l.kind = 'mail' and mail.firm_id = ${firm.firmId}
      and mail.id = l.subject_id
    left join supplier_accounts account on l.kind = 'account'
      and account.firm_id = ${firm.firmId} and account.id = l.subject_id
    left join suppliers s on s.firm_id = ${firm.firmId} and s.id = account.supplier_id
    left join exception_acceptances a on a.firm_id = ${firm.firmId} and a.id = l.acceptance_id
    left join users accepter on accepter.id = a.accepted_by`;
}

type FoundFingerprint = {
  code: ExceptionCode;
  kind: SubjectKind;
  subjectId: string;
  fingerprint: string;
  period: string;
};

/** The fingerprints of the subjects, by code and subject. */
export async function findFingerprints(db: Db, query: ExceptionQuery, subjects: readonly string[]) {
  return execute(
    db,
    sql<FoundFingerprint>`
    with ${foundExceptions(query)}
    select e.code, e.kind, e.subject_id as "subjectId", ${fingerprintSql('e')} as fingerprint,
      ${acceptedPeriodSql('e')} as period
    from exceptions e where e.subject_id = any(${sql.val([...subjects])}::uuid[])`,
  );
}

/** With memory for the sorts of a hundred thousand entries. */
async function execute<T>(db: Db, statement: RawBuilder<T>): Promise<T[]> {
  if (!db.isTransaction) return db.transaction().execute(async (trx) => execute(trx, statement));
  await sql`set local work_mem = '32MB'`.execute(db);
  return (await statement.execute(db.withoutPlugins())).rows;
}

export type Acceptance = Pick<
  TableRow<'exceptionAcceptances'>,
  'id' | 'subjectId' | 'period' | 'fingerprint'
> & { code: ExceptionCode };

/** Until the transaction ends, no other acceptance of the firm is saved. */
export async function lockAcceptances(trx: Trx, firm: FirmScope): Promise<void> {
  await lockName(trx, `exception acceptances ${firm.firmId}`);
}

/** Takes the place of acceptances of the same subjects, unless they are of the same facts. */
export async function saveAcceptances(
  trx: Trx,
  firm: FirmScope,
  rows: readonly Acceptance[],
  by: { userId: string; now: Date; reason: string },
): Promise<string[]> {
  const saved = await trx
    .insertInto('exceptionAcceptances')
    .values(
      rows.map((row) => ({
        ...row,
        firmId: firm.firmId,
        reason: by.reason,
        acceptedAt: by.now,
        acceptedBy: by.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['firmId', 'code', 'subjectId', 'period'])
        .doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          fingerprint: eb.ref('excluded.fingerprint'),
          reason: eb.ref('excluded.reason'),
          acceptedAt: eb.ref('excluded.acceptedAt'),
          acceptedBy: eb.ref('excluded.acceptedBy'),
        }))
        .whereRef('exceptionAcceptances.fingerprint', '<>', 'excluded.fingerprint'),
    )
    .returning('id')
    .execute();
  return saved.map(({ id }) => id);
}

export async function lockAcceptance(trx: Trx, firm: FirmScope, id: string) {
  return trx
    .selectFrom('exceptionAcceptances')
    .where(isFirmRow(firm, id))
    .select(['code', 'subjectId', 'acceptedBy', 'reason'])
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteAcceptanceRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('exceptionAcceptances').where(isFirmRow(firm, id)).execute();
}

/** The days of those of the subjects that are entries. */
export async function findEntryDays(db: Db, firm: FirmScope, subjects: readonly string[]) {
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', sql<string>`any(${sql.val([...subjects])}::uuid[])`)
    .select('date as day')
    .distinct()
    .execute();
  return rows.map(({ day }) => day);
}
