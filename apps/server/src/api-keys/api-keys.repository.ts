import type { KeyScope, Role } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../platform/database/prepared-statements.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

/** A key that works, and the firm admin it acts for. */
type WorkingKey = {
  keyId: string;
  keyName: string;
  scopes: KeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  userId: string;
  role: Role;
  name: string;
  email: string;
  firmId: string;
  mustChangePassword: boolean;
  isFactorOn: boolean;
  /** The day from which the firm requires a second factor of its admins. */
  factorFrom: string | null;
};

type KeyQuery = { tokenHash: Buffer; now: Date };

/** Searches all firms: the firm is known only after the lookup. */
export async function findApiKey(db: Db, query: KeyQuery): Promise<WorkingKey | undefined> {
  const [found] = await keysByToken(db, query, {});
  return found;
}

const keysByToken = definePreparedQuery((db, value: Param<KeyQuery>) => ({
  compile: () =>
    sql<WorkingKey>`select * from find_api_key(${value('tokenHash')}, ${value('now')})`.compile(db),
}));

/** Only when it was used the last time before `since`, so that most requests write nothing. */
export async function touchApiKey(
  db: Db,
  firm: FirmScope,
  { id, now, since }: { id: string; now: Date; since: Date },
): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: now })
    .where(isFirmRow(firm, id))
    .where((is) => is.or([is('lastUsedAt', 'is', null), is('lastUsedAt', '<', since)]))
    .execute();
}

export type ApiKeyRow = {
  id: string;
  name: string;
  scopes: KeyScope[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  ownerId: string;
  ownerName: string;
  /** Whether the owner may sign in as firm admin. */
  isOwnerAdmin: boolean;
  mustChangePassword: boolean;
  owesFactorFrom: string | null;
};

/** By name. */
export async function listApiKeyRows(db: Db, firm: FirmScope): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at,
      u.id as owner_id, u.name as owner_name, u.password_reset_required as must_change_password,
      u.status = 2 and u.role = 1
        and (coalesce(f.admin_id, u.id) = u.id or u.invited_at > now() - interval '1 hour')
        and exists (select from firm_domains d where d.firm_id = k.firm_id
          and d.domain = split_part(u.email, '@', 2)) as is_owner_admin,
      case when f.factor_policy in ('all', 'admins') and not exists (select from second_factors x
        where x.user_id = u.id and x.confirmed_at is not null)
        then f.factor_from end as owes_factor_from
    from api_keys k
      join users u on u.firm_id = k.firm_id and u.id = k.user_id
      join firms f on f.id = k.firm_id
    where k.firm_id = ${firm.firmId}
    order by ${foldedText(sql`k.name`)}`.execute(db);
  return rows;
}

/** Until the transaction ends, no other request adds a key to the firm. */
export async function lockApiKeys(trx: Trx, firm: FirmScope): Promise<void> {
  await lockName(trx, `api keys ${firm.firmId}`);
}

type NewRow = Pick<ApiKeyRow, 'id' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'> & {
  userId: string;
  tokenHash: Buffer;
};

export async function insertApiKey(trx: Trx, firm: FirmScope, row: NewRow): Promise<void> {
  await trx
    .insertInto('apiKeys')
    .values({ ...row, firmId: firm.firmId })
    .execute();
}

/** Returns the name of the deleted key; undefined when the firm has no such key. */
export async function deleteApiKeyRow(trx: Trx, firm: FirmScope, id: string) {
  const row = await trx
    .deleteFrom('apiKeys')
    .where(isFirmRow(firm, id))
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
