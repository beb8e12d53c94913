import type { CallRecord, CallsOfAttorney } from '@recoup/contract/call-records/endpoints';
import type { CallState } from '@recoup/contract/call-records/rules';
import { toRand } from '@recoup/contract/core/money';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import { type Actor, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import { type CallPrice, createCallPrices } from './call-prices.ts';
import {
  type CallRow,
  listAttorneyNames,
  listCallRows,
  listMatterNames,
} from './call-rows.repository.ts';
import {
  type KnownCall,
  type KnownFilter,
  listAttributedCalls,
  listOpenCalls,
} from './known-calls.ts';

type ListQuery = PageQuery & {
  state?: CallState | undefined;
  isOpen?: 'true' | undefined;
  attorney?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type CallList = { data: CallRecord[]; count: number; attorneys: CallsOfAttorney[] };

/**
 * Calls of the firm, or of the attorney who asks; what is proposed for an open one is found at this
 * moment. Throws `invalid_input` for more calls than can be compared at once.
 */
export async function listCallRecords(db: Db, actor: Actor, query: ListQuery): Promise<CallList> {
  const firm = requireFirmScope(actor);
  const { state, isOpen, from, to } = query;
  const filter = { from, to, attorney: ownEntriesOnly(actor) ?? query.attorney };
  const isOfOpen = isOpen !== undefined || state === 'loose' || state === 'proposed';
  const all = isOfOpen
    ? await listOpenCalls(db, firm, filter)
    : await listAllCalls(db, firm, { ...filter, decided: state });
  const matching =
    state === undefined ? all : all.filter((call) => (call.decided ?? stateOf(call)) === state);
  const { limit, offset } = limitOffset(query);
  const records = await toRecords(db, firm, matching.slice(offset, offset + limit));
  return {
    data: records.map((record) => asSeenBy(actor, record)),
    count: matching.length,
    attorneys: await countByAttorney(db, firm, matching),
  };
}

/** One call as the list has it; undefined for one that the actor may not see. */
export async function findCallRecord(
  db: Db,
  actor: Actor,
  id: string,
): Promise<CallRecord | undefined> {
  const firm = requireFirmScope(actor);
  const attorney = ownEntriesOnly(actor);
  const [kept] = await listAttributedCalls(db, firm, { id, attorney });
  if (!kept) return undefined;
  const { day, attorneyId } = kept;
  const calls =
    kept.decided === null
      ? await listOpenCalls(db, firm, { from: day, to: day, attorney: attorneyId ?? 'none' })
      : [asDecided(kept)];
  const [record] = await toRecords(
    db,
    firm,
    calls.filter((call) => call.id === id),
  );
  return record && asSeenBy(actor, record);
}

/** The firm admin does not see the number of a private call. */
function asSeenBy(actor: Actor, record: CallRecord): CallRecord {
  const isHidden = record.state === 'private' && ownEntriesOnly(actor) === undefined;
  return isHidden ? { ...record, otherParty: null } : record;
}

/** Decided calls and open ones, the oldest first. */
async function listAllCalls(db: Db, firm: FirmScope, filter: KnownFilter): Promise<KnownCall[]> {
  const kept = await listAttributedCalls(db, firm, filter);
  const { from, to, attorney } = filter;
  const isWithOpen = filter.decided === undefined;
  const open = isWithOpen ? await listOpenCalls(db, firm, { from, to, attorney }) : [];
  const known = new Map(open.map((call) => [call.id, call]));
  return kept.flatMap((call) =>
    call.decided === null ? (known.get(call.id) ?? []) : [asDecided(call)],
  );
}

function asDecided(call: Awaited<ReturnType<typeof listAttributedCalls>>[number]): KnownCall {
  return { ...call, matterId: null, proposal: null, entryId: undefined };
}

function stateOf({ matterId, entryId }: KnownCall): 'loose' | 'proposed' {
  return matterId === null && entryId === undefined ? 'loose' : 'proposed';
}

async function toRecords(
  db: Db,
  firm: FirmScope,
  calls: readonly KnownCall[],
): Promise<CallRecord[]> {
  const ids = calls.map(({ id }) => id);
  const rows = new Map((await listCallRows(db, firm, ids)).map((row) => [row.id, row]));
  const attorneyIds = [...new Set(calls.flatMap(({ attorneyId }) => attorneyId ?? []))];
  const attorneys = byId(await listAttorneyNames(db, firm, attorneyIds));
  const priceOf = await createCallPrices(db, firm, attorneyIds);
  const matterOf = ({ id, matterId }: KnownCall) => matterId ?? rows.get(id)?.matterId ?? '';
  const matterIds = [...new Set(calls.map(matterOf))].filter((id) => id !== '');
  const matters = byId(await listMatterNames(db, firm, matterIds));
  return calls.flatMap((call) => {
    const row = rows.get(call.id);
    if (!row) return []; // its import was undone meanwhile
    const attorney = attorneys.get(call.attorneyId ?? '') ?? null;
    const matter = matters.get(matterOf(call)) ?? null;
    return toRecord(row, call, { attorney, matter, price: priceOf(call) });
  });
}

function toRecord(
  row: CallRow,
  call: KnownCall,
  of: Pick<CallRecord, 'attorney' | 'matter'> & { price: CallPrice | undefined },
): CallRecord {
  const { source, direction, legs, entryId, amountCents } = row;
  const { id, startedAt, seconds, ownParty, otherParty, accountCode, proposal } = call;
  const { price, attorney, matter } = of;
  const cents = call.decided === null ? price?.cents : amountCents;
  const type = price ? { _id: price.type.typeId, name: price.type.title } : null;
  return {
    _id: id,
    source,
    startedAt: startedAt.toISOString(),
    seconds,
    direction,
    ownParty,
    otherParty,
    accountCode,
    legs,
    attorney,
    matter,
    proposal,
    entry: entryId ?? call.entryId ?? null,
    price: cents === undefined || cents === null ? null : toRand(cents),
    disbursementType: call.decided === null ? type : row.disbursementType,
    state: call.decided ?? stateOf(call),
  };
}

async function countByAttorney(
  db: Db,
  firm: FirmScope,
  calls: readonly KnownCall[],
): Promise<CallsOfAttorney[]> {
  const counts = new Map<string | null, { calls: number; withCode: number }>();
  for (const { attorneyId, proposal, entryId } of calls) {
    const of = counts.get(attorneyId) ?? { calls: 0, withCode: 0 };
    of.calls++;
    if (proposal === 'code' && attorneyId !== null && entryId === undefined) of.withCode++;
    counts.set(attorneyId, of);
  }
  const ids = [...counts.keys()].filter((id) => id !== null);
  const names = byId(await listAttorneyNames(db, firm, ids));
  return [...counts]
    .map(([id, of]) => ({ attorney: names.get(id ?? '') ?? null, ...of }))
    .toSorted((one, other) => (one.attorney?.name ?? '').localeCompare(other.attorney?.name ?? ''));
}

function byId<T extends { _id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item._id, item]));
}
