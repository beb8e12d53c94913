import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connections.ts';
import { chainOfNoFirm } from '../list/audit-list.repository.ts';

/** A firm's chain, or the one of the lines without a firm, as its head has it. */
export type ChainHead = { chain: string; firmName: string | null; seq: number; hash: string };

/** Heads, and chains that have lost theirs (`seq` 0), in the order of their ids. */
export async function listChains(trx: Trx): Promise<ChainHead[]> {
  const { rows } = await sql<ChainHead>`
    select c.chain, f.name as "firmName", coalesce(h.seq, 0)::float8 as seq,
      coalesce(encode(h.hash, 'hex'), '') as hash
    from (select firm_id as chain from audit_heads union select firm_id from audit_chain) c
    left join audit_heads h on h.firm_id = c.chain
    left join firms f on f.id = c.chain
    order by 1`.execute(trx);
  return rows;
}

/** A line as far as it is there; `expected` is the number after the line before it. */
export type CheckedLine = {
  logId: number;
  seq: number;
  expected: number;
  hash: string;
  at: string | null;
  isThere: boolean;
};

type Part = { chain: string; after: number; previous: string; limit: number };

/**
 * Checks the next lines of a chain behind a place. Returns the first one that is missing, changed
 * or out of turn, and the last one that was read; nothing at the end of the chain.
 */
export async function checkLines(
  trx: Trx,
  { chain, after, previous, limit }: Part,
): Promise<{ broken?: CheckedLine; last?: CheckedLine }> {
  const { rows } = await sql<CheckedLine & { isGood: boolean }>`
    with part as (
      select c.log_id, c.seq, c.hash, l.id, l.at,
        lag(c.seq, 1, ${after}::bigint) over (order by c.seq) + 1 as expected,
        audit_hash(lag(c.hash, 1, decode(${previous}, 'hex')) over (order by c.seq), c.firm_id,
          c.seq, audit_digest(l)) as content
      from (
        select * from audit_chain where firm_id = ${chain} and seq > ${after}
        order by seq limit ${limit}
      ) c
      left join audit_log l on l.id = c.log_id
    ), checked as (
      select *, seq = expected and id is not null and hash = content as is_good from part
    )
    (select log_id::float8 as "logId", seq::float8, expected::float8, encode(hash, 'hex') as hash,
        ${utc} as at, id is not null as "isThere", is_good as "isGood"
      from checked where not is_good order by checked.seq limit 1)
    union all
    (select log_id::float8, seq::float8, expected::float8, encode(hash, 'hex'), ${utc}, true, true
      from checked order by checked.seq desc limit 1)`.execute(trx);
  const broken = rows.find(({ isGood }) => !isGood);
  const last = rows.findLast(({ isGood }) => isGood);
  return { ...(broken && { broken }), ...(last && { last }) };
}

const utc = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export type UnchainedLine = { logId: number; firmName: string | null; at: string };

/** The first line that is in no chain: it was put in without the product's function. */
export async function findUnchained(trx: Trx): Promise<UnchainedLine | undefined> {
  const { rows } = await sql<UnchainedLine>`
    select l.id::float8 as "logId", f.name as "firmName", ${utc} as at
    from audit_log l left join firms f on f.id = l.firm_id
    where not exists (select from audit_chain c
      where c.firm_id = coalesce(l.firm_id, ${chainOfNoFirm}) and c.log_id = l.id)
    order by l.id limit 1`.execute(trx);
  return rows[0];
}
