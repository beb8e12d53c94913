import { firstSignInEnd } from '@recoup/contract/account/rules';
import type { CurrentUser, User } from '@recoup/contract/users/user';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Scope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import { callFeesOfUser, toCallFee, typesOfUser } from './attorney-types.repository.ts';
import { personColumns, toPersonFields } from './user-row.ts';

/** The user of a session. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  return toUser(await fullUsers(db).where('users.id', '=', userId).executeTakeFirst());
}

export async function findUser(db: Db, scope: Scope, id: string): Promise<User | undefined> {
  const query = fullUsers(db).where('users.id', '=', id);
  return toUser(
    await (scope.firmId === undefined
      ? query
      : query.where('users.firmId', '=', scope.firmId)
    ).executeTakeFirst(),
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
      'users.invitedAt',
      'firms.name as firmName',
      'firms.logo as firmLogo',
    ])
    .select((eb) => [
      typesOfUser().as('disbursementTypes'),
      callFeesOfUser(eb).as('callFees'),
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

function toUser(row: FullUserRow | undefined): User | undefined {
  if (!row) return undefined;
  const { passwordResetRequired, invitedAt } = row;
  return {
    ...toPersonFields(row),
    version: row.version,
    firstSignInUntil: passwordResetRequired ? firstSignInEnd(invitedAt).toISOString() : null,
    callFees: row.callFees.map(toCallFee),
    firm: toFirm(row),
  };
}

function toFirm({ firmId, firmName, firmLogo, domains }: FullUserRow): User['firm'] {
  if (firmId === null) return null;
  const logo = firmLogo === null ? null : `data:image/jpeg;base64,${firmLogo.toString('base64')}`;
  return { _id: firmId, name: firmName ?? '', logo, domains: domains.map(({ domain }) => domain) };
}
