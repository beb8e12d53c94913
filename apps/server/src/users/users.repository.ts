import { userStatus } from '@recoup/contract/core/access';
import { firstSignInEnd } from '@recoup/contract/account/rules';
import type { DateForm } from '@recoup/contract/users/date-forms';
import type { CurrentUser, User } from '@recoup/contract/users/user';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Scope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import {
  allCallFeesOn,
  schedulesOfUser,
  toFeeSchedules,
  typesOfUser,
} from './attorney-types.repository.ts';
import { attorneysRecordedFor } from './recording-rights.repository.ts';
import { personColumns, toPersonFields } from './user-row.ts';

/** The user of a session. */
export async function findCurrentUser(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<CurrentUser | undefined> {
  const user = toUser(await fullUsers(db).where('users.id', '=', id).executeTakeFirst(), now);
  return user && { ...user, recordsFor: user.recordsFor.filter(({ isActive }) => isActive) };
}

export async function findUser(
  db: Db,
  scope: Scope,
  { id, now }: { id: string; now: Date },
): Promise<User | undefined> {
  const query = fullUsers(db).where('users.id', '=', id);
  return toUser(
    await (scope.firmId === undefined
      ? query
      : query.where('users.firmId', '=', scope.firmId)
    ).executeTakeFirst(),
    now,
  );
}

/** Searches all firms. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{
    isTaken: boolean;
  }>`select is_email_taken(${email}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}

export type NewUser = Insertable<Database['users']>;

/** Returns false if the e-mail is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function fullUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('firms', 'firms.id', 'users.firmId')
    .select([
      ...personColumns,
      'users.firmId',
      'users.version',
      'users.dateForm',
      'users.invitedAt',
      'firms.name as firmName',
      'firms.logo as firmLogo',
    ])
    .select((eb) => [
      typesOfUser().as('disbursementTypes'),
      schedulesOfUser(eb).as('schedules'),
      attorneysRecordedFor(eb).as('recorded'),
      jsonArrayFrom(
        eb
          .selectFrom('firmDomains')
          .whereRef('firmDomains.firmId', '=', 'users.firmId')
          .select('domain')
          .orderBy('position'),
      ).as('domains'),
    ]);
}

type FullUserRow = Awaited<ReturnType<ReturnType<typeof fullUsers>['execute']>>[number];

type RecordedFor = { recordsFor: (User['recordsFor'][number] & { isActive: boolean })[] };
type FullUser = Omit<User, 'recordsFor'> & Omit<CurrentUser, 'recordsFor'> & RecordedFor;

function toUser(row: FullUserRow | undefined, now: Date): FullUser | undefined {
  if (!row) return undefined;
  const callFeeSchedules = toFeeSchedules(row.schedules);
  const { passwordResetRequired, invitedAt } = row;
  return {
    ...toPersonFields(row),
    version: row.version,
    endsOn: row.endsOn,
    recordsFor: row.recorded.map(({ _id, name, status }) => ({
      _id,
      name,
      isActive: status === userStatus.active,
    })),
    dateForm: row.dateForm as DateForm, // a check constraint allows only the forms
    firstSignInUntil: passwordResetRequired ? firstSignInEnd(invitedAt).toISOString() : null,
    disbursementTypes: row.disbursementTypes.map(({ prices, ...type }) => ({
      ...type,
      unitPrices: prices,
    })),
    callFees: allCallFeesOn(callFeeSchedules, southAfricanDay(now)),
    callFeeSchedules,
    firm: toFirm(row),
  };
}

function toFirm({ firmId, firmName, firmLogo, domains }: FullUserRow): User['firm'] {
  if (firmId === null) return null;
  const logo = firmLogo === null ? null : `data:image/jpeg;base64,${firmLogo.toString('base64')}`;
  return { _id: firmId, name: firmName ?? '', logo, domains: domains.map(({ domain }) => domain) };
}
