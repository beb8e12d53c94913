import { exceptionCodes, type ExceptionCode } from '@recoup/contract/month-end/exceptions';
import { type RawBuilder, sql } from 'kysely';
import {
  muchLessRecorded,
  nothingRecorded,
  oldInitialPasswords,
  recordedByAttorney,
  withoutCallFees,
} from './attorney-exceptions.repository.ts';
import { callsWithoutMatter, recordedByHandToo } from './call-exceptions.repository.ts';
import {
  closedMatters,
  freeDays,
  futureDays,
  periodEntries,
  recordedLate,
  unfitEntries,
  withoutNarration,
  withoutPrice,
} from './entry-exceptions.repository.ts';
import type { ExceptionQuery } from './exception-query.ts';
import {
  failedMails,
  mattersWithoutAttorney,
  reachedCaps,
  reopenedExports,
  unsentExports,
} from './firm-exceptions.repository.ts';
import { comparedEntries, recordedTwice, twoCallsAtOnce } from './repeated-entries.repository.ts';
import { unusuallyDear, unusuallyLong, usualValues } from './unusual-entries.repository.ts';

type Rule = (query: ExceptionQuery) => RawBuilder<unknown>;

const rules: Readonly<Record<ExceptionCode, Rule>> = {
  NOFEE: withoutCallFees,
  LAYOUT: unfitEntries,
  FUTURE: futureDays,
  CLOSED: closedMatters,
  ZERO: withoutPrice,
  DUPSAME: recordedTwice,
  DUPTWO: twoCallsAtOnce,
  DUPCALL: recordedByHandToo,
  LONG: unusuallyLong,
  DEAR: unusuallyDear,
  LATE: recordedLate,
  NARR: withoutNarration,
  NONE: nothingRecorded,
  DROP: muchLessRecorded,
  LOOSE: callsWithoutMatter,
  CAP: reachedCaps,
  MAILBAD: failedMails,
  UNSENT: unsentExports,
  REOPENED: reopenedExports,
  NOATT: mattersWithoutAttorney,
  WEEKEND: freeDays,
  OLDPWD: oldInitialPasswords,
};

/**
 * `exceptions`: a row for each exception, with its acceptance, if there is one for these facts.
 * PostgreSQL skips what the rules of the asked codes do not read.
 */
export function foundExceptions(query: ExceptionQuery): RawBuilder<unknown> {
  const { firm, codes, attorney } = query;
  return sql`
    ${periodEntries(query)},
    ${comparedEntries(query)},
    ${usualValues(query)},
    ${recordedByAttorney(query)},
    found as (${sql.join(
      codes.map(
        (code) => sql`select ${sql.lit(exceptionCodes.indexOf(code))} as place, f.*
        from (${rules[code](query)}) f`,
      ),
      sql` union all `,
    )}),
    exceptions as materialized (
      select f.*, a.id as acceptance_id,
        a.id is not null and ${isCovered('f')} as is_accepted
      from found f left join exception_acceptances a
        on a.firm_id = ${firm.firmId} and a.code = f.code and a.subject_id = f.subject_id
        and a.period = ${acceptedPeriodSql('f')}
      ${attorney === undefined ? sql`` : sql`where f.attorney_id = ${attorney}`}
    )`;
}

/**
 * 32 hexadecimal digits. For an attorney's period the first 16 are its days, so that an acceptance
 * says by itself which period was looked at.
 */
export function fingerprintSql(row: string): RawBuilder<string> {
  return sql.raw(`(case when ${row}.code in ('NONE', 'DROP')
    then translate(concat(${row}.facts ->> 'from', ${row}.facts ->> 'to'), '-', '') else '' end
    || encode(sha256(convert_to(${row}.code || ${row}.facts, 'UTF8')), 'hex'))::varchar(32)`);
}

/** Whether acceptance `a` is of these facts, or of a period that contains the attorney's. */
function isCovered(row: string): RawBuilder<boolean> {
  const digits = (name: string) => `translate(${row}.facts ->> '${name}', '-', '')`;
  return sql`case when ${sql.raw(`${row}.code in ('NONE', 'DROP')
      then left(a.fingerprint, 8) <= ${digits('from')}
        and substr(a.fingerprint, 9, 8) >= ${digits('to')}`)}
    else a.fingerprint = ${fingerprintSql(row)} end`;
}

/** The month of an attorney's period, '' for other exceptions. */
export function acceptedPeriodSql(row: string): RawBuilder<string> {
  return sql.raw(`case when ${row}.code in ('NONE', 'DROP')
    then left(${row}.facts ->> 'from', 7) else '' end`);
}
