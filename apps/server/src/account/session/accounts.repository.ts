import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../../platform/database/prepared-statements.ts';

export type Account = NonNullable<ReturnType<typeof toAccount>>;
type AccountKey = { email: string } | { userId: string };

/** In any status. */
export async function findAccount(db: Db, by: AccountKey): Promise<Account | undefined> {
  return toAccount(await queryAccounts(db, by, { isLocked: false }));
}

/** Cell and status stay unchanged until the transaction ends. */
export async function lockAccount(trx: Trx, by: { email: string }): Promise<Account | undefined> {
  return toAccount(await queryAccounts(trx, by, { isLocked: true }));
}

async function queryAccounts(db: Db, by: AccountKey, { isLocked }: { isLocked: boolean }) {
  const isByEmail = 'email' in by;
  return accountQuery(db, { key: isByEmail ? by.email : by.userId }, { isByEmail, isLocked });
}

/**
 * `isActive`: the user may sign in, with status Active, a domain of the firm, and for an admin the
 * firm's own. The last day of an auditor is checked where a session is opened or used.
 */
function toAccount([row]: Awaited<ReturnType<typeof accountQuery>>) {
  if (!row) return undefined;
  const { status, firmName, isNamedAdmin: isNamed, ...account } = row;
  const isActive = status === userStatus.active && account.hasOwnDomain && isNamed;
  return { ...account, firmName: firmName ?? undefined, isActive };
}

/**
 * As in `find_session`. The system administrator has no firm, and an auditor may come from outside.
 */
const hasOwnDomain = sql<boolean>`(users.firm_id is null
  or users.role = ${sql.lit(role.auditor)} or exists (
  select from firm_domains d
  where d.domain = split_part(users.email, '@', 2) and d.firm_id = users.firm_id))`;

/**
 * A firm has one admin. The client registers the admin first and names it in a second request
 * (`PUT /firms/{id}`), for which it has an hour (docs/decisions/0014).
 */
const isNamedAdmin = sql<boolean>`(users.role <> ${sql.lit(role.attorneyAdmin)}
  or users.invited_at > now() - interval '1 hour' or exists (
    select from firms f where f.id = users.firm_id and coalesce(f.admin_id, users.id) = users.id))`;

/**
 * Until when a password opens the account; null without an end. A firm that requires single sign-on
 * takes none, but of its named admin and where the operator allows it for a day. Only people whose
 * domain the provider serves: an auditor from outside has no account there.
 */
const passwordUntil = sql<Date | null>`(
  select coalesce((select p.password_until from sign_on_people p
    where p.firm_id = s.firm_id and p.user_id = users.id), to_timestamp(0))
  from sign_ons s join firm_domains d on d.firm_id = s.firm_id
    and d.domain = split_part(users.email, '@', 2) and d.domain = any (s.domains)
  where s.firm_id = users.firm_id and s.is_required and s.password_admin <> users.id)`;

type Variant = { isByEmail: boolean; isLocked: boolean };

const accountQuery = definePreparedQuery(
  (db, value: Param<{ key: string }>, { isByEmail, isLocked }: Variant) =>
    db
      .selectFrom('users')
      .leftJoin('firms', 'firms.id', 'users.firmId')
      .where(isByEmail ? 'users.email' : 'users.id', '=', value('key'))
      .select([
        'users.id as userId',
        'users.firmId',
        'firms.name as firmName',
        'users.name',
        'users.email',
        'users.cell',
        'users.passwordHash',
        'users.status',
        'users.passwordResetRequired as mustChangePassword',
        // When the initial password or the invitation was made.
        'users.invitedAt',
      ])
      .select([hasOwnDomain.as('hasOwnDomain'), isNamedAdmin.as('isNamedAdmin')])
      .select([passwordUntil.as('passwordUntil')])
      .$if(isLocked, (query) => query.forShare('users')),
);

/** Whether an account of the firm's provider, as it is now, is linked with the user. */
export async function hasProviderAccount(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<object>`
    select from users u join sign_ons s on s.firm_id = u.firm_id
      join identities i on i.firm_id = u.firm_id and i.user_id = u.id and i.issuer = s.issuer
    where u.id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Returns undefined unless the user is active and, with a hash, still has this password. */
export async function lockActiveUser(trx: Trx, userId: string, passwordHash?: string | null) {
  const hasHash = passwordHash !== undefined;
  const [user] = await lockQuery(trx, { userId, passwordHash: passwordHash ?? null }, { hasHash });
  return user;
}

type LockedUser = { userId: string; passwordHash: string | null };

const lockQuery = definePreparedQuery(
  (db, value: Param<LockedUser>, { hasHash }: { hasHash: boolean }) => {
    const users = db
      .selectFrom('users')
      .where('id', '=', value('userId'))
      .where('status', '=', userStatus.active)
      .where(hasOwnDomain)
      .where(isNamedAdmin);
    const matching = hasHash
      ? users.where('passwordHash', 'is not distinct from', value('passwordHash'))
      : users;
    return matching.select(['id as userId', 'endsOn']).forNoKeyUpdate();
  },
);

export async function updatePassword(trx: Trx, userId: string, passwordHash: string) {
  await trx
    .updateTable('users')
    .set({ passwordHash, passwordResetRequired: false })
    .where('id', '=', userId)
    .execute();
}

export async function updateInitialPassword(
  trx: Trx,
  userId: string,
  initial: { passwordHash: string; now: Date },
): Promise<void> {
  const { passwordHash, now: invitedAt } = initial;
  await trx
    .updateTable('users')
    .set({ passwordHash, invitedAt, passwordResetRequired: true })
    .where('id', '=', userId)
    .execute();
}

/** After the first single sign-on: an initial password, which others know, ends. */
export async function endInitialPassword(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passwordHash: null, passwordResetRequired: false })
    .where('id', '=', userId)
    .where('passwordResetRequired', '=', true)
    .execute();
}

/** The new version stops an administrator from saving a form with the old number. */
export async function updateCell(trx: Trx, userId: string, cell: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ cell, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Returns the previous status; undefined if it is not `from` or the user does not exist. */
export async function updateStatus(
  trx: Trx,
  change: { userId: string; from: number | undefined; to: number },
): Promise<number | undefined> {
  const users = trx.selectFrom('users').where('id', '=', change.userId);
  const matching = change.from === undefined ? users : users.where('status', '=', change.from);
  const before = await matching.select('status').forNoKeyUpdate().executeTakeFirst();
  if (!before) return undefined;
  await trx
    .updateTable('users')
    .set((eb) => ({ status: change.to, version: eb('version', '+', 1) }))
    .where('id', '=', change.userId)
    .execute();
  return before.status;
}
