import { foldedText } from '../platform/database/pagination-and-search.ts';
import { firstSignInDays } from '@recoup/contract/account/rules';
import type { SignOnSettings } from '@recoup/contract/sign-on/settings';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';

/** The address of all firms, where `named` answers must name their provider, or the firm's own. */
export type Callback = 'shared' | 'named' | 'own';

/** A firm's provider; `domains` are those that are the firm's today. */
export type SignOn = Omit<SignOnSettings, 'hasSecret' | 'callbackPath' | 'notLinked'> & {
  firmId: string;
  sealedSecret: Buffer | null;
  callback: Callback;
};

export async function findSignOn(db: Db, firm: FirmScope): Promise<SignOn | undefined> {
  const { rows } = await sql<SignOn>`
    select ${columns} from sign_ons s where s.firm_id = ${firm.firmId}`.execute(db);
  return rows[0];
}

/** The settings stay until the transaction ends; waits for a change that is being saved. */
export async function lockSignOn(trx: Trx, firm: FirmScope): Promise<SignOn | undefined> {
  const { rows } = await sql<SignOn>`
    select ${columns} from sign_ons s where s.firm_id = ${firm.firmId} for share`.execute(trx);
  return rows[0];
}

/** Searches all firms: a domain belongs to one. */
export async function findSignOnByDomain(db: Db, domain: string): Promise<SignOn | undefined> {
  const { rows } = await sql<SignOn>`
    select ${columns} from firm_domains d join sign_ons s on s.firm_id = d.firm_id
    where d.domain = ${domain} and d.domain = any (s.domains)`.execute(db);
  return rows[0];
}

/** Providers of other firms whose answers come to the address of all firms without a name. */
export async function listSharedIssuers(trx: Trx, { firmId }: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ issuer: string }>`
    select issuer from list_shared_issuers(${firmId}) as issuer`.execute(trx);
  return rows.map(({ issuer }) => issuer);
}

const columns = sql`s.firm_id, s.issuer, s.client_id, s.sealed_secret,
  array(select d.domain from firm_domains d
    where d.firm_id = s.firm_id and d.domain = any (s.domains) order by d.position) as domains,
  s.links_by_email, s.is_required, s.password_admin, s.factor_by, s.callback`;

export async function saveSignOnRow(
  trx: Trx,
  firm: FirmScope,
  { firmId: _, ...values }: SignOn,
): Promise<void> {
  const working = { failingSince: null, failure: null, failingTries: 0 };
  await trx
    .insertInto('signOns')
    .values({ ...values, firmId: firm.firmId })
    .onConflict((conflict) => conflict.column('firmId').doUpdateSet({ ...values, ...working }))
    .execute();
}

export async function deleteSignOnRow(trx: Trx, firm: FirmScope): Promise<void> {
  await trx.deleteFrom('signOns').where('firmId', '=', firm.firmId).execute();
}

/** `failure` is a sentence for an operator; undefined for an answer, which ends the failure. */
export async function recordProviderOutcome(
  db: Db,
  firm: FirmScope,
  { failure, now }: { failure: string | undefined; now: Date },
): Promise<void> {
  const signOn = db.updateTable('signOns').where('firmId', '=', firm.firmId);
  if (failure === undefined) {
    const working = { failingSince: null, failure: null, failingTries: 0 };
    await signOn.set(working).where('failingSince', 'is not', null).execute();
    return;
  }
  await signOn
    .set((eb) => ({
      failure,
      failingSince: eb.fn.coalesce('failingSince', eb.val(now)),
      failingTries: eb('failingTries', '+', 1),
    }))
    .execute();
}

/** The firm's domains among these. */
export async function listOwnDomains(
  db: Db,
  firm: FirmScope,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('firmDomains')
    .where('firmId', '=', firm.firmId)
    .where('domain', 'in', domains)
    .select('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Lets the new admin of the firm sign in with a password in place of an earlier one. */
export async function movePasswordAdmin(trx: Trx, firm: FirmScope, adminId: string): Promise<void> {
  await trx
    .updateTable('signOns')
    .set({ passwordAdmin: adminId })
    .where('firmId', '=', firm.firmId)
    .where('passwordAdmin', 'is not', null)
    .execute();
}

type NotLinked = SignOnSettings['notLinked'];

/**
 * People of the domains who can link no account by themselves once a password opens nothing; not
 * the named admin. The first twenty by name.
 */
export async function listNotLinked(
  db: Db,
  firm: FirmScope,
  { issuer, domains, passwordAdmin }: Pick<SignOn, 'issuer' | 'domains' | 'passwordAdmin'>,
): Promise<NotLinked> {
  const { rows } = await sql<{ id: string; name: string; role: number; total: number }>`
    select u.id, u.name, u.role, count(*) over ()::int as total from users u
    where u.firm_id = ${firm.firmId} and u.status = 2 and u.id is distinct from ${passwordAdmin}
      and split_part(u.email, '@', 2) = any (${[...domains]})
      and (u.ends_on is null or u.ends_on >= timezone('Africa/Johannesburg', now())::date)
      and not exists (select from identities i
        where i.firm_id = u.firm_id and i.user_id = u.id and i.issuer = ${issuer})
      and not exists (select from sign_on_people p
        where p.firm_id = u.firm_id and p.user_id = u.id and (p.external_id is not null
          or (p.invitation_hash is not null and u.password_reset_required
            and u.invited_at > now() - make_interval(days => ${firstSignInDays}))))
    order by ${foldedText(sql.ref('u.name'))}, u.id limit 20`.execute(db);
  const people = rows.map(({ id, name, role }) => ({ _id: id, name, role }));
  return { count: rows[0]?.total ?? 0, people };
}

/** Whether the user is an active firm admin, and no replaced one. */
export async function isActiveAdmin(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const { rows } = await sql<object>`
    select from users u join firms f on f.id = u.firm_id
    where u.firm_id = ${firm.firmId} and u.id = ${userId} and u.role = 1 and u.status = 2
      and coalesce(f.admin_id, u.id) = u.id`.execute(db);
  return rows.length > 0;
}

/** The email of the firm's admin, with the name. */
export async function findAdminOfFirm(db: Db, firmId: string) {
  const { rows } = await sql<{ name: string; email: string }>`
    select u.name, u.email from firms f
      join users u on u.firm_id = f.id and u.id = f.admin_id and u.status = 2
    where f.id = ${firmId}`.execute(db);
  return rows[0];
}
