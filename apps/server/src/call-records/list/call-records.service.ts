import { sortByName } from '@recoup/contract/core/folded';
import type { CallRecord, CallsOfAttorney } from '@recoup/contract/call-records/endpoints';
import type { CallState } from '@recoup/contract/call-records/rules';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import { type Actor, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { batches, groupBy } from '../../platform/core/group-by.ts';
import { mapWithPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import {
  type CallRow,
  listAttorneyNames,
  listCallRows,
  listMatterNames,
  type KnownCall,
  type AssignedType,
  listAssignedTypes,
} from './calls.repository.ts';
import { assertComparable, listCallPairs } from './known-calls.ts';
import {
  type CountedCalls,
  findKnownCalls,
  groupOpenCalls,
  hasEntryNear,
} from './compared-calls.repository.ts';
import { type CallFeeBand, minutesFromSeconds, priceCents } from '@recoup/contract/call-fees/rules';
import { listSchedules } from '../../call-fees/call-fees.service.ts';

type ListQuery = PageQuery & {
  state?: CallState | undefined;
  isOpen?: 'true' | undefined;
  attorney?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type CallList = {
  data: CallRecord[];
  count: number;
  attorneys: CallsOfAttorney[];
  open: number;
  sum: number | string;
};

/**
 * Calls of the firm, or of the attorney who asks; what is proposed for an open one is found at this
 * moment. Throws `invalid_input` for more calls than can be compared at once.
 */
export async function listCallRecords(db: Db, actor: Actor, query: ListQuery): Promise<CallList> {
  const firm = requireFirmScope(actor);
  const { state, isOpen, from, to } = query;
  const filter = { from, to, attorney: ownEntriesOnly(actor) ?? query.attorney };
  const isOfOpen = isOpen !== undefined || state === 'loose' || state === 'proposed';
  const decided = isOfOpen ? 'open' : state;
  if (!isOfOpen) await assertComparable(db, firm, { ...filter, decided });
  const isWithOpen = isOfOpen || state === undefined;
  const pairs = isWithOpen ? await listCallPairs(db, firm, filter) : [];
  const found = await findKnownCalls(db, firm, {
    filter: { ...filter, decided },
    pairs,
    state,
    ...limitOffset(query),
  });
  const records = await toRecords(db, firm, found.rows);
  return {
    data: records.map((record) => asSeenBy(actor, record)),
    count: found.count,
    attorneys: await namedCounts(db, firm, found.attorneys),
    ...(await sumOpenCalls(db, firm, filter)),
  };
}

/** Number and price of all calls of a filter that nobody has decided. */
export async function sumOpenCalls(
  db: Db,
  firm: FirmScope,
  filter: Pick<ListQuery, 'attorney' | 'from' | 'to'> = {},
): Promise<{ open: number; sum: number | string }> {
  const groups = await groupOpenCalls(db, firm, filter);
  const attorneyIds = [...new Set(groups.flatMap(({ attorneyId }) => attorneyId ?? []))];
  const priceCall = await createCallPrices(db, firm, attorneyIds);
  const prices = await mapWithPauses(
    groups,
    (group) => BigInt(group.calls) * BigInt(priceCall(group)?.cents ?? 0),
  );
  return {
    open: groups.reduce((sum, { calls }) => sum + calls, 0),
    sum: toRandTotal(prices.reduce((sum, cents) => sum + cents, 0n)),
  };
}

/**
 * One call as the list has it; undefined for one that the actor may not see. Its entry takes longer
 * to find, and is left out where it is not needed, unless it makes the state.
 */
export async function findCallRecord(
  db: Db,
  actor: Actor,
  { id, needsEntry = true }: { id: string; needsEntry?: boolean },
): Promise<CallRecord | undefined> {
  const [record] = await listCallRecordsById(db, actor, { ids: [id], needsEntry });
  return record;
}

/** A few calls as the list has them, without those that the actor may not see. */
export async function listCallRecordsById(
  db: Db,
  actor: Actor,
  { ids, needsEntry = true }: { ids: readonly string[]; needsEntry?: boolean },
): Promise<CallRecord[]> {
  const firm = requireFirmScope(actor);
  const filter = { ids, attorney: ownEntriesOnly(actor) };
  const few = { filter, limit: ids.length, offset: 0 };
  const { rows } = await findKnownCalls(db, firm, { ...few, pairs: [] });
  const compared = needsEntry ? rows : rows.filter(({ matterId }) => matterId === null);
  const entries = await findPairedEntries(db, firm, compared);
  const calls = rows.map((call) => ({ ...call, entryId: entries.get(call.id) ?? null }));
  return (await toRecords(db, firm, calls)).map((record) => asSeenBy(actor, record));
}

/** Compares an attorney's calls of a day only where an entry may be one of them. */
async function findPairedEntries(db: Db, firm: FirmScope, calls: readonly KnownCall[]) {
  const entries = new Map<string, string>();
  const open = calls.filter(({ decided }) => decided === null);
  for (const [first] of groupBy(open, ({ attorneyId, day }) => `${attorneyId} ${day}`).values()) {
    const { attorneyId, day } = first ?? { attorneyId: null, day: '' };
    if (attorneyId === null || !(await hasEntryNear(db, firm, { day, attorneyId }))) continue;
    const ofDay = { from: day, to: day, attorney: attorneyId };
    for (const { callId, entryId } of await listCallPairs(db, firm, ofDay))
      entries.set(callId, entryId);
  }
  return entries;
}

/** The firm admin does not see the number of a private call. */
function asSeenBy(actor: Actor, record: CallRecord): CallRecord {
  const isHidden = record.state === 'private' && ownEntriesOnly(actor) === undefined;
  return isHidden ? { ...record, otherParty: null } : record;
}

function openCallState({ matterId, entryId }: KnownCall): 'loose' | 'proposed' {
  return matterId === null && entryId === null ? 'loose' : 'proposed';
}

/** So many are read and converted in one piece. */
const piece = 500;

async function toRecords(db: Db, firm: FirmScope, calls: readonly KnownCall[]) {
  const attorneyIds = [...new Set(calls.flatMap(({ attorneyId }) => attorneyId ?? []))];
  const attorneys = byId(await listAttorneyNames(db, firm, attorneyIds));
  const priceCall = await createCallPrices(db, firm, attorneyIds);
  const records: CallRecord[] = [];
  for (const some of batches(calls, piece)) {
    const { rows, matters } = await readRows(db, firm, some);
    const found = await mapWithPauses(some, (call) => {
      const row = rows.get(call.id);
      if (!row) return []; // its import was undone meanwhile
      const attorney = attorneys.get(call.attorneyId ?? '') ?? null;
      const matter = matters.get(call.matterId ?? row.matterId ?? '') ?? null;
      return toRecord(row, call, { attorney, matter, price: priceCall(call) });
    });
    records.push(...found.flat());
  }
  return records;
}

async function readRows(db: Db, firm: FirmScope, calls: readonly KnownCall[]) {
  const found = await listCallRows(
    db,
    firm,
    calls.map(({ id }) => id),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const matterIds = calls.flatMap(({ id, matterId }) => matterId ?? rows.get(id)?.matterId ?? []);
  return { rows, matters: byId(await listMatterNames(db, firm, [...new Set(matterIds)])) };
}

function toRecord(
  row: CallRow,
  call: KnownCall,
  of: Pick<CallRecord, 'attorney' | 'matter'> & { price: CallPrice | undefined },
): CallRecord {
  const { source, direction, legs, road, sha256, entryId, amountCents } = row;
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
    road,
    sha256,
    attorney,
    matter,
    proposal,
    entry: entryId ?? call.entryId,
    price: cents === undefined || cents === null ? null : toRand(cents),
    disbursementType: call.decided === null ? type : row.disbursementType,
    state: call.decided ?? openCallState(call),
  };
}

async function namedCounts(db: Db, firm: FirmScope, counts: readonly CountedCalls[]) {
  const ids = counts.flatMap(({ attorneyId }) => attorneyId ?? []);
  const names = byId(await listAttorneyNames(db, firm, ids));
  const named = counts.map(({ attorneyId, ...of }) => ({
    attorney: names.get(attorneyId ?? '') ?? null,
    ...of,
  }));
  return sortByName(named, ({ attorney }) => attorney?.name ?? '');
}

function byId<T extends { _id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item._id, item]));
}

/** The type of an attorney's call, and what it costs by the call fees of its day, in cents. */
type CallPrice = { type: AssignedType; cents: number | undefined };
type PricedCall = { attorneyId: string | null; day: string; seconds: number };

type Validity = { validFrom: string; bands: readonly CallFeeBand[] };

/**
 * Prices the calls of some attorneys. The type is the one called "Call", if it has call fees on
 * that day, else the first that has, else the one called "Call" without a price.
 */
export async function createCallPrices(
  db: Db,
  firm: FirmScope,
  attorneyIds: readonly string[],
): Promise<(call: PricedCall) => CallPrice | undefined> {
  const types = groupBy(
    await listAssignedTypes(db, firm, attorneyIds),
    ({ attorneyId }) => attorneyId,
  );
  const schedules = groupBy(
    await listSchedules(db, firm, { attorneyIds }),
    ({ attorneyId, disbursementTypeId }) => `${attorneyId} ${disbursementTypeId}`,
  );
  return ({ attorneyId, day, seconds }) => {
    const assigned = (types.get(attorneyId ?? '') ?? []).toSorted(
      (one, other) => Number(isCall(other)) - Number(isCall(one)),
    );
    for (const type of assigned) {
      const bands = bandsOn(schedules.get(`${type.attorneyId} ${type.typeId}`) ?? [], day);
      if (bands.length > 0) return { type, cents: priceCents(bands, minutesFromSeconds(seconds)) };
    }
    const [first] = assigned;
    return first && isCall(first) ? { type: first, cents: undefined } : undefined;
  };
}

function isCall({ title }: AssignedType): boolean {
  return title.toLowerCase() === 'call';
}

/** Before the first schedule, the first one is valid (product-2.md, section 1). */
function bandsOn(schedules: readonly Validity[], day: string): readonly CallFeeBand[] {
  const valid = schedules.findLast(({ validFrom }) => validFrom <= day) ?? schedules[0];
  return valid?.bands ?? [];
}
