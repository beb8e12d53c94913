import type { CallRecord, CallsOfAttorney } from '@recoup/contract/call-records/endpoints';
import type { CallState } from '@recoup/contract/call-records/rules';
import { toRand } from '@recoup/contract/core/money';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import { type Actor, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { limitOffset, type PageQuery } from '../../platform/database/pagination-and-search.ts';
import { type CallPrice, createCallPrices } from './call-prices.ts';
import {
  type CallRow,
  countByAttorney,
  listAttorneyNames,
  listCallIds,
  listCallRows,
  listMatterNames,
} from './call-rows.repository.ts';
import { matchEntries } from './match-entries.ts';
import {
  type CallFilter,
  listOpenCalls,
  listUnlinkedEntries,
  maxOpenCalls,
  type OpenCall,
} from './open-calls.repository.ts';

/** An open call with the entry that is probably the same call. */
export type ProposedCall = OpenCall & { entryId: string | undefined };

type ListQuery = CallFilter &
  PageQuery & { state?: CallState | undefined; isOpen?: 'true' | undefined };
type CallList = { data: CallRecord[]; count: number; attorneys: CallsOfAttorney[] };

/**
 * Calls of the firm, or of the attorney who asks; what is proposed for an open one is found at this
 * moment. Throws `invalid_input` for more open calls than can be compared at once.
 */
export async function listCallRecords(db: Db, actor: Actor, query: ListQuery): Promise<CallList> {
  const firm = requireFirmScope(actor);
  const filter = { ...query, attorney: ownEntriesOnly(actor) ?? query.attorney };
  const { state, isOpen } = query;
  if (isOpen !== undefined || state === 'loose' || state === 'proposed')
    return listOpen(db, firm, filter);
  const { ids, count } = await listCallIds(db, firm, filter);
  const records = await toRecords(db, firm, await listCallRows(db, firm, ids));
  const data = records.map((record) => asSeenBy(actor, record));
  const counts = await countByAttorney(db, firm, filter);
  const attorneys = await withNames(
    db,
    firm,
    counts.map((each) => ({ ...each, withCode: 0 })),
  );
  return { data, count, attorneys };
}

/** One call as the list has it; undefined for one that the actor may not see. */
export async function findCallRecord(
  db: Db,
  actor: Actor,
  id: string,
): Promise<CallRecord | undefined> {
  const firm = requireFirmScope(actor);
  const [record] = await toRecords(db, firm, await listCallRows(db, firm, [id]));
  const own = ownEntriesOnly(actor);
  if (!record || (own !== undefined && record.attorney?._id !== own)) return undefined;
  return asSeenBy(actor, record);
}

/** With whom an attorney speaks in private is not for the firm. */
function asSeenBy(actor: Actor, record: CallRecord): CallRecord {
  const isHidden = record.state === 'private' && ownEntriesOnly(actor) === undefined;
  return isHidden ? { ...record, otherParty: null } : record;
}

/** What is proposed for an open call of any attorney. */
export async function findProposedCall(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ProposedCall | undefined> {
  const [call] = await listOpenCalls(db, firm, { id });
  if (!call) return undefined;
  return (await proposeEntries(db, firm, { from: call.day, to: call.day })).find(
    (each) => each.id === id,
  );
}

async function listOpen(db: Db, firm: FirmScope, query: ListQuery): Promise<CallList> {
  const { state } = query;
  const all = (await proposeEntries(db, firm, query)).filter(
    (call) => state === undefined || stateOf(call) === state,
  );
  const { limit, offset } = limitOffset(query);
  const shown = all.slice(offset, offset + limit);
  const rows = await listCallRows(
    db,
    firm,
    shown.map(({ id }) => id),
  );
  const data = await toRecords(db, firm, rows, shown);
  const counts = new Map<string | null, { calls: number; withCode: number }>();
  for (const { attorneyId, proposal } of all) {
    const of = counts.get(attorneyId) ?? { calls: 0, withCode: 0 };
    of.calls++;
    if (proposal === 'code' && attorneyId !== null) of.withCode++;
    counts.set(attorneyId, of);
  }
  const ofAttorneys = [...counts].map(([attorneyId, of]) => ({ attorneyId, ...of }));
  return { data, count: all.length, attorneys: await withNames(db, firm, ofAttorneys) };
}

/**
 * The open calls of a filter with their entries. Entries are compared with all calls of the days,
 * and of the day before and after: another call may be nearer.
 */
async function proposeEntries(
  db: Db,
  firm: FirmScope,
  filter: CallFilter,
): Promise<ProposedCall[]> {
  const { from, to, attorney } = filter;
  const near = { from: from && addDays(from, -1), to: to && addDays(to, 1), attorney };
  const calls = await listOpenCalls(db, firm, near);
  if (calls.length > maxOpenCalls) throw tooMany();
  const ids = [...new Set(calls.flatMap(({ attorneyId }) => attorneyId ?? []))];
  const days = { from: calls[0]?.day ?? '', to: calls.at(-1)?.day ?? '' };
  const entries =
    ids.length === 0
      ? []
      : await listUnlinkedEntries(db, firm, {
          attorneyIds: ids,
          from: addDays(days.from, -1),
          to: addDays(days.to, 1),
        });
  const entryOfCall = matchEntries(calls, entries);
  return calls
    .filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to))
    .map((call) => ({ ...call, entryId: entryOfCall.get(call.id) }));
}

function stateOf({ matterId, entryId }: ProposedCall): 'loose' | 'proposed' {
  return matterId === null && entryId === undefined ? 'loose' : 'proposed';
}

/** With what is proposed for the open ones, which is found if it is not given. */
async function toRecords(
  db: Db,
  firm: FirmScope,
  rows: readonly CallRow[],
  given?: readonly ProposedCall[],
): Promise<CallRecord[]> {
  const open = rows.filter(({ decided }) => decided === null);
  const [first, last] = [open[0], open.at(-1)];
  const proposed =
    given ??
    (first && last ? await proposeEntries(db, firm, { from: first.day, to: last.day }) : []);
  const proposals = new Map(proposed.map((call) => [call.id, call]));
  const attorneyIds = [...new Set(rows.flatMap(({ attorney }) => attorney?._id ?? []))];
  const priceOf = await createCallPrices(db, firm, attorneyIds);
  const matterIds = [...new Set(open.flatMap(({ id }) => proposals.get(id)?.matterId ?? []))];
  const matters = new Map(
    (await listMatterNames(db, firm, matterIds)).map((matter) => [matter._id, matter]),
  );
  return rows.map((row) => {
    const call = row.decided === null ? proposals.get(row.id) : undefined;
    const attorneyId = row.attorney?._id ?? null;
    const price = row.decided === null ? priceOf({ ...row, attorneyId }) : undefined;
    const matter = matters.get(call?.matterId ?? '') ?? row.matter;
    return toRecord(row, { call, price, matter });
  });
}

function toRecord(
  row: CallRow,
  of: {
    call: ProposedCall | undefined;
    price: CallPrice | undefined;
    matter: CallRecord['matter'];
  },
): CallRecord {
  const { id, entryId, amountCents, decided, day: _, startedAt, ...rest } = row;
  const { call, price, matter } = of;
  const cents = decided === null ? price?.cents : amountCents;
  const type = price && { _id: price.type.typeId, name: price.type.title };
  return {
    ...rest,
    _id: id,
    startedAt: startedAt.toISOString(),
    matter,
    proposal: call?.proposal ?? null,
    entry: entryId ?? call?.entryId ?? null,
    price: cents === undefined || cents === null ? null : toRand(cents),
    disbursementType: type ?? rest.disbursementType,
    state: decided ?? (call ? stateOf(call) : 'loose'),
  };
}

async function withNames(
  db: Db,
  firm: FirmScope,
  counts: readonly { attorneyId: string | null; calls: number; withCode: number }[],
): Promise<CallsOfAttorney[]> {
  const ids = counts.flatMap(({ attorneyId }) => attorneyId ?? []);
  const names = new Map((await listAttorneyNames(db, firm, ids)).map((each) => [each._id, each]));
  return counts
    .map(({ attorneyId, ...of }) => ({ attorney: names.get(attorneyId ?? '') ?? null, ...of }))
    .toSorted((one, other) => (one.attorney?.name ?? '').localeCompare(other.attorney?.name ?? ''));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function tooMany(): AppError {
  const message = 'These are more calls than can be compared at once. Choose a shorter period.';
  return new AppError('invalid_input', { message, fields: { from: message } });
}
