import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

/** Each purpose has its own key, derived from the installation's. */
export type Purpose =
  | 'one-time codes'
  | 'second factors'
  | 'webhooks'
  | 'SFTP servers'
  | 'telephone systems'
  | 'single sign-on';

/** Shared by all processes; `fresh` is stored where there is none. */
export async function getSharedKey(db: Db, fresh: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select shared_key(${fresh}) as key`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no key');
  return row.key;
}

export type StoredSecret = {
  purpose: Purpose;
  /** The user or the firm, and the record with the secret. */
  owner: string;
  id: string;
  /** The email of the user, or the name of the firm. */
  name: string;
  sealedSecret: Buffer;
};

/** All secrets that the key of the installation seals, by name. */
export async function listStoredSecrets(db: Db): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select 'second factors' as purpose, x.user_id as owner, x.id, u.email as name,
      x.sealed_secret as "sealedSecret"
    from second_factors x join users u on u.id = x.user_id
    where x.kind = 'totp' and x.confirmed_at is not null
    union all
    select 'webhooks', w.firm_id, w.id, f.name, w.sealed_secret
    from webhooks w join firms f on f.id = w.firm_id
    union all
    select 'SFTP servers', s.firm_id, s.id, f.name, s.sealed_secret
    from sftp_servers s join firms f on f.id = s.firm_id
    union all
    select 'telephone systems', c.firm_id, c.id, f.name, c.sealed_secret
    from call_sources c join firms f on f.id = c.firm_id
    where c.sealed_secret is not null
    union all
    select 'single sign-on', o.firm_id, o.firm_id, f.name, o.sealed_secret
    from sign_ons o join firms f on f.id = o.firm_id where o.sealed_secret is not null
    order by name`.execute(db);
  return rows;
}
