import type {
  PackPart,
  PackSettings,
  TaxationPack,
} from '@recoup/contract/statements/pack-endpoints';
import {
  packSections,
  type PackState,
  scheduleTitles,
} from '@recoup/contract/statements/pack-rules';
import { toRandTotal } from '@recoup/contract/core/money';
import { sql, type Updateable } from 'kysely';
import type { AllFirmsScope, FirmScope } from '../../platform/core/actor.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Db, TableRow, Trx } from '../../platform/database/connections.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';
import { findPage, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import { readBytes } from '../../platform/database/read-bytes.ts';
import type { Database } from '../../platform/database/tables.generated.ts';
import type { MadePart } from './pack.ts';

/** The firm's own, and what Recoup calls the rest. */
export async function findPackSettings(db: Db, { firmId }: FirmScope): Promise<PackSettings> {
  const { taxationSettings } = await db
    .selectFrom('firms')
    .where('id', '=', firmId)
    .select('taxationSettings')
    .executeTakeFirstOrThrow();
  const own = taxationSettings as Partial<PackSettings> | null; // as it is saved below
  return {
    titles: { ...scheduleTitles, ...own?.titles },
    order: own?.order ?? [...packSections],
  };
}

export async function updatePackSettings(
  trx: Trx,
  { firmId }: FirmScope,
  settings: PackSettings,
): Promise<void> {
  await trx
    .updateTable('firms')
    .set({ taxationSettings: JSON.stringify(settings) })
    .where('id', '=', firmId)
    .execute();
}

export type NewPack = Pick<
  TableRow<'taxationPacks'>,
  'id' | 'matterId' | 'fromDate' | 'toDate' | 'masksNumbers' | 'items' | 'pages' | 'sumCents'
> & { createdAt: Date; createdBy: string };

/** Adds a pack to the ledger; the job that makes it begins with the commit. */
export async function insertPack(trx: Trx, { firmId }: FirmScope, pack: NewPack): Promise<void> {
  await trx
    .insertInto('taxationPacks')
    .values({ ...pack, firmId, firmEndedAt: lastEnd(firmId) })
    .execute();
  await sql`select queue_taxation_pack(${firmId}, ${pack.id})`.execute(trx);
}

/** When the firm's last pack ended; null before the first. */
function lastEnd(firmId: string) {
  return sql<Date | null>`(select max(ended_at) from taxation_packs where firm_id = ${firmId})`;
}

/** Until the transaction ends, the firm queues no other pack. */
export async function countMaking(trx: Trx, firm: FirmScope): Promise<number> {
  await lockName(trx, `taxation packs of ${firm.firmId}`);
  const { count } = await trx
    .selectFrom('taxationPacks')
    .where('firmId', '=', firm.firmId)
    .where('state', '=', 'making')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type PackFilter = { matter?: string | undefined; sha256?: string | undefined };

/** A page of the ledger, the latest first; of a matter, or by the hash of a ZIP or a part. */
export async function listPacks(
  db: Db,
  firm: FirmScope,
  { matter, sha256, ...query }: PageQuery & PackFilter,
): Promise<{ data: TaxationPack[]; count: number }> {
  const { rows, count } = await findPage(
    selectPacks(db, firm)
      .$if(matter !== undefined, (found) =>
        found.where('taxationPacks.matterId', '=', matter ?? ''),
      )
      .$if(sha256 !== undefined, (found) => found.where(hasHash(sha256 ?? '')))
      .orderBy('taxationPacks.createdAt', 'desc')
      .orderBy('taxationPacks.id', 'desc'),
    query,
  );
  return { data: rows.map(toPack), count };
}

function hasHash(sha256: string) {
  return sql<boolean>`(taxation_packs.sha256 = ${Buffer.from(sha256, 'hex')}
    or taxation_packs.parts @> ${JSON.stringify([{ sha256 }])}::jsonb)`;
}

export async function findPack(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<TaxationPack | undefined> {
  const row = await selectPacks(db, firm).where('taxationPacks.id', '=', id).executeTakeFirst();
  return row && toPack(row);
}

function selectPacks(db: Db, { firmId }: FirmScope) {
  return db
    .selectFrom('taxationPacks')
    .innerJoin('matters', (join) => joinByFirm(join, 'matters.id', 'taxationPacks.matterId'))
    .innerJoin('users', (join) => joinByFirm(join, 'users.id', 'taxationPacks.createdBy'))
    .where('taxationPacks.firmId', '=', firmId)
    .where('matters.firmId', '=', firmId)
    .select(['taxationPacks.id', 'taxationPacks.fromDate', 'taxationPacks.toDate'])
    .select(['taxationPacks.masksNumbers', 'taxationPacks.state', 'taxationPacks.progress'])
    .select(['taxationPacks.reason', 'taxationPacks.items', 'taxationPacks.pages'])
    .select(['taxationPacks.sumCents', 'taxationPacks.sha256', 'taxationPacks.bytes'])
    .select(['taxationPacks.parts', 'taxationPacks.createdAt', 'taxationPacks.createdBy'])
    .select(['matters.id as matterId', 'matters.number', 'matters.description'])
    .select('users.name as userName')
    .select(hasPieces.as('hasPieces'));
}

const hasPieces = sql<boolean>`exists (select from taxation_pack_pieces p
  where p.firm_id = taxation_packs.firm_id and p.pack_id = taxation_packs.id)`;

type PackRow = Awaited<ReturnType<ReturnType<typeof selectPacks>['execute']>>[number];

function toPack(row: PackRow): TaxationPack {
  const { id, matterId, number, description, fromDate, toDate, sumCents, sha256, ...rest } = row;
  const { masksNumbers, progress, reason, items, pages, bytes } = rest;
  return {
    _id: id,
    matter: { _id: matterId, number, name: description },
    from: fromDate,
    to: toDate,
    masksNumbers,
    state: rest.state as PackState, // a check of the table
    progress,
    reason,
    items,
    pages,
    sum: toRandTotal(BigInt(sumCents)),
    sha256: sha256?.toString('hex') ?? null,
    bytes,
    isKept: rest.state === 'ready' && rest.hasPieces,
    parts: rest.parts as PackPart[], // as `markReady` writes them
    by: { _id: rest.createdBy, name: rest.userName },
    createdAt: rest.createdAt.toISOString(),
  };
}

/**
 * The pack whose turn it is: of those tried least often, of the firm whose last one ended longest
 * ago, the oldest. So a firm that queues many, or one that never ends, keeps no other firm waiting
 * for more than one of them.
 */
export async function findNextPack(
  db: Db,
  _: AllFirmsScope,
): Promise<{ firmId: string; packId: string } | undefined> {
  const { rows } = await sql<{ firmId: string; packId: string }>`
    select firm_id, id as pack_id from taxation_packs
    where state = 'making'
    order by tries, firm_ended_at nulls first, created_at, id
    limit 1`.execute(db);
  return rows[0];
}

/** Until the transaction ends, others wait that make the same pack. */
export async function lockPack(trx: Trx, id: string): Promise<void> {
  // The transaction is idle while the pack is made.
  await sql`set local idle_in_transaction_session_timeout = '20min'`.execute(trx);
  await sql`set local statement_timeout = '20min'`.execute(trx);
  await sql`set local lock_timeout = '20min'`.execute(trx);
  await lockName(trx, `taxation pack ${id}`);
}

/** Each waiting pack gets a job, also where that of its request has ended or given up. */
export async function queueWaitingPacks(db: Db, _: AllFirmsScope): Promise<void> {
  await sql`select queue_taxation_pack(firm_id, id) from taxation_packs
    where state = 'making' order by created_at, id`.execute(db);
}

/** How a pack was requested; undefined for one that is made already. */
export async function findPackToMake(db: Db, firm: FirmScope, id: string) {
  return db
    .selectFrom('taxationPacks')
    .where(isFirmRow(firm, id))
    .where('state', '=', 'making')
    .select(['matterId', 'fromDate', 'toDate', 'masksNumbers', 'tries'])
    .executeTakeFirst();
}

/** Before the making, since a process that is killed counts nothing afterwards. */
export async function countTry(db: Db, firm: FirmScope, id: string): Promise<void> {
  await db
    .updateTable('taxationPacks')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(isFirmRow(firm, id))
    .execute();
}

export async function setProgress(
  db: Db,
  firm: FirmScope,
  { id, progress }: { id: string; progress: number },
): Promise<void> {
  await db.updateTable('taxationPacks').set({ progress }).where(isFirmRow(firm, id)).execute();
}

/** Keeps the ZIPs of the firm's newest packs, up to so many bytes; the ledger keeps all hashes. */
export async function deleteOldFiles(
  trx: Trx,
  { firmId }: FirmScope,
  keptBytes: number,
): Promise<void> {
  await sql`
    delete from taxation_pack_pieces p using (
      select id, sum(bytes) over (order by created_at desc, id desc) as bytes_until
      from taxation_packs where firm_id = ${firmId} and state = 'ready') k
    where p.firm_id = ${firmId} and p.pack_id = k.id
      and k.bytes_until > ${keptBytes}`.execute(trx);
}

/** Pieces of a run that did not end. */
export async function deletePieces(db: Db, firm: FirmScope, packId: string): Promise<void> {
  await db
    .deleteFrom('taxationPackPieces')
    .where('firmId', '=', firm.firmId)
    .where('packId', '=', packId)
    .execute();
}

export async function insertPackPiece(
  db: Db,
  { firmId }: FirmScope,
  piece: { packId: string; place: number; content: Buffer },
): Promise<void> {
  await db
    .insertInto('taxationPackPieces')
    .values({ ...piece, firmId })
    .execute();
}

/** Undefined behind the last piece. */
export async function findPackPiece(
  db: Db,
  firm: FirmScope,
  of: { packId: string; place: number },
): Promise<Buffer | undefined> {
  const piece = db
    .selectFrom('taxationPackPieces')
    .where('firmId', '=', firm.firmId)
    .where('packId', '=', of.packId)
    .where('place', '=', of.place)
    .select('content');
  return readBytes(db, piece);
}

export type ReadyPack = {
  id: string;
  items: number;
  pages: number;
  sumCents: number;
  bytes: number;
  sha256: Buffer;
  parts: readonly MadePart[];
};

export async function markReady(
  trx: Trx,
  firm: FirmScope,
  { id, parts, ...ready }: ReadyPack,
): Promise<void> {
  await markEnded(trx, firm, id, {
    ...ready,
    parts: JSON.stringify(parts),
    state: 'ready',
    progress: 100,
  });
}

export async function markFailed(
  trx: Trx,
  firm: FirmScope,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await markEnded(trx, firm, id, { state: 'failed', reason: reason.slice(0, 500) });
}

/** The firm's waiting packs come behind those of others. All processes use one clock. */
async function markEnded(
  trx: Trx,
  firm: FirmScope,
  id: string,
  end: Updateable<Database['taxationPacks']>,
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  const packs = trx.updateTable('taxationPacks');
  await packs
    .set({ ...end, endedAt: now })
    .where(isFirmRow(firm, id))
    .execute();
  await packs
    .set({ firmEndedAt: now })
    .where('firmId', '=', firm.firmId)
    .where('state', '=', 'making')
    .execute();
}
