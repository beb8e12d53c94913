import type { EntryLink } from '@recoup/contract/entries/entry-links';
import { toRand } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { matchingEntries } from './entry-filter.repository.ts';

type LinkRow = Omit<EntryLink, '_id' | 'amount'> & { id: string; amountCents: number };

/** How an entry was reversed, and by which user; undefined unless it was. */
export async function findReversal(db: Db, firm: FirmScope, reversed: string) {
  return matchingEntries(db, firm, {})
    .where('entries.reverses', '=', reversed)
    .select(['entries.id', 'entries.date', 'entries.reversalReason', 'entries.createdBy'])
    .executeTakeFirst();
}

/**
 * The entries that correct this one, and that it corrects; with `attorney` only those
 * of or by that attorney.
 */
export async function listLinks(
  db: Db,
  { firmId }: FirmScope,
  { id, attorney = null }: { id: string; attorney?: string | undefined | null },
): Promise<EntryLink[]> {
  const { rows } = await sql<LinkRow>`
    select o.id, case o.id when e.reverses then 'reversed' when e.replaces then 'replaced'
        else case when o.reverses = e.id then 'reversal' else 'replacement' end end as is,
      o.date::text, o.amount_cents as "amountCents", x.number as export,
      coalesce(o.reversal_reason, e.reversal_reason) as reason
    from entries e
    join entries o on o.firm_id = ${firmId} and (o.id in (e.reverses, e.replaces)
      or o.reverses = e.id or o.replaces = e.id)
    left join exports x on x.firm_id = ${firmId} and x.id = o.export_id
    where e.firm_id = ${firmId} and e.id = ${id}
      and (${attorney}::uuid is null or ${attorney}::uuid in (o.attorney_id, o.created_by))
    order by coalesce(o.id in (e.reverses, e.replaces), false) desc, o.reverses is null`.execute(
    db,
  );
  return rows.map(({ id: _id, amountCents, ...link }) => ({
    _id,
    ...link,
    amount: toRand(amountCents),
  }));
}
