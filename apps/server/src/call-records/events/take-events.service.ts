import { createHash } from 'node:crypto';
import {
  eventRates,
  type IgnoredCall,
  mostEventCalls,
  type ReadCalls,
  type TakenCalls,
} from '@recoup/contract/call-records/event-endpoints';
import { isOneLine } from '@recoup/contract/core/fields';
import { newId } from '@recoup/contract/core/ids';
import { createFirmScope, type FirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { lockImports, withStagedFile } from '../../platform/imports/imports.ts';
import { consumeLimit } from '../../platform/security/rate-limits.repository.ts';
import type { CallLeg, OwnNumbers } from '../files/call-leg.ts';
import { findOutOfBounds } from '../files/read-call-file.ts';
import {
  collectCalls,
  countCalls,
  createCallStaging,
  listFirstCalls,
  saveCalls,
} from '../import/call-staging.repository.ts';
import { findCallExcess } from '../list/known-calls.ts';
import { listOwnParties } from '../set-up/set-up.repository.ts';
import { type EventItem, readEventItems } from './event-items.ts';
import { type EventCall, eventReader, eventStarts } from './event-readers.ts';
import {
  addLimitedCalls,
  deleteLaterCalls,
  findSendingSource,
  insertCallEvent,
  type SendingSource,
} from './events.repository.ts';

export type SentCalls = { body: string; contentType: string; signal: AbortSignal; now: Date };

/**
 * Takes the calls of a request, each for itself (product-3.md, section 6). Throws `invalid_input`
 * for a body that cannot be read, `too_many_requests` beyond the rates, `not_found` for a telephone
 * system that was just removed, `conflict` for more open calls than can be compared, and
 * `unavailable` while an import of the firm takes long.
 */
export async function takeCallEvents(
  db: Db,
  source: SendingSource,
  { body, ...sent }: Omit<SentCalls, 'body'> & { body: Buffer },
): Promise<TakenCalls> {
  const { now } = sent;
  const items = readEventItems(body.toString('utf8'), sent.contentType);
  const firm = createFirmScope(source.firmId);
  await assertRate(db, firm, { source, calls: items.length, now });
  const sha256 = createHash('sha256').update(body).digest();
  const arrival = { road: 'event', sha256 } as const;
  const read = (own: OwnNumbers) => readCalls(items, source, { ...own, now });
  return withStagedCalls(db, source, { read, ...sent, arrival }, async (trx, staged) => {
    const taken = await saveStaged(trx, firm, staged);
    const { importId: id } = staged.file;
    await insertCallEvent(trx, firm, { ...taken, id, sourceId: source.id, sha256, now });
    return taken;
  });
}

type Pulled = Pick<SentCalls, 'signal' | 'now'> & {
  read: (own: OwnNumbers) => (StagedLeg | { reason: string; row: number })[];
  /** Throws where the calls are no longer wanted; until it ends, no admin changes the source. */
  assertCurrent: (trx: Trx) => Promise<void>;
  sha256: Buffer;
};

/**
 * Takes calls that Recoup has fetched, and says why it cannot read others. Throws as
 * `takeCallEvents`, but for the rates, and as `assertCurrent`.
 */
export async function takePulledCalls(
  db: Db,
  source: SendingSource,
  { read, assertCurrent, sha256, ...received }: Pulled,
): Promise<{ taken: number; unread: string[] }> {
  const arrival = { road: 'pull', sha256 } as const;
  const unread: string[] = [];
  const readAll = (own: OwnNumbers) => {
    const legs: StagedLeg[] = [];
    for (const line of read(own)) {
      const reason = 'reason' in line ? line.reason : findFault(line);
      if (reason !== undefined) unread.push(reason);
      else if (!('reason' in line)) legs.push(line);
    }
    return { legs, ignored: [], count: legs.length };
  };
  const work = async (trx: Trx, staged: Staged) => {
    await assertCurrent(trx);
    return saveStaged(trx, createFirmScope(source.firmId), staged);
  };
  const { taken } = await withStagedCalls(
    db,
    source,
    { ...received, read: readAll, arrival },
    work,
  );
  return { taken, unread };
}

/** Reads an example as if the telephone system had sent it, and stores nothing. */
export async function testCallEvents(
  db: Db,
  source: SendingSource,
  { body, ...sent }: SentCalls,
): Promise<ReadCalls> {
  const items = readEventItems(body, sent.contentType);
  const sha256 = createHash('sha256').update(body).digest();
  const arrival = { road: 'event', sha256 } as const;
  const read = (own: OwnNumbers) => readCalls(items, source, { ...own, now: sent.now });
  return withStagedCalls(db, source, { read, ...sent, arrival }, async (trx, { answer }) => {
    const { added: _, ...taken } = answer;
    return { ...taken, calls: await listFirstCalls(trx, mostEventCalls) };
  });
}

type Received = Pick<SentCalls, 'signal' | 'now'> & {
  read: (own: OwnNumbers) => { legs: StagedLeg[]; ignored: IgnoredCall[]; count: number };
  arrival: NonNullable<StagedFile['arrival']>;
};
type Staged = { answer: TakenCalls & { added: number }; file: ComparedFile };
type StagedFile = Omit<Parameters<typeof saveCalls>[2], 'seen'>;
type ComparedFile = StagedFile & Pick<Parameters<typeof saveCalls>[2], 'seen'>;

async function withStagedCalls<Result>(
  db: Db,
  source: SendingSource,
  { read: readAll, signal, now, arrival }: Received,
  work: (trx: Trx, staged: Staged) => Promise<Result>,
): Promise<Result> {
  const firm = createFirmScope(source.firmId);
  const parties = new Set(await listOwnParties(db, firm));
  const own = {
    isOwn: (party: string) => parties.has(party),
    outsidePrefix: source.outsidePrefix,
  };
  const { legs, ignored, count } = readAll(own);
  const read = async (_trx: Trx, onRows: (rows: StagedLeg[]) => Promise<void>) => {
    if (legs.length > 0) await onRows(legs);
    return { ok: true };
  };
  return withStagedFile(db, { signal, open: createCallStaging, read }, async (trx) => {
    await lockEvents(trx, firm);
    const { zone, id: sourceId } = source;
    // A user may have removed the telephone system since its secret was compared.
    if (!(await findSendingSource(trx, { id: sourceId, firm }))) throw notFound('telephone system');
    const file = { sourceId, zone, importId: newId(now.getTime()), arrival };
    const compared = await compareStaged(trx, firm, { file, now });
    const left = [...ignored, ...compared.ignored].toSorted(
      (one, other) => one.index - other.index,
    );
    const { added, taken, seen } = compared;
    const repeated = count - taken - left.length;
    return work(trx, {
      answer: { added, taken, repeated, ignored: left },
      file: { ...file, seen },
    });
  });
}

async function saveStaged(trx: Trx, firm: FirmScope, { answer, file }: Staged) {
  const { added, ...taken } = answer;
  if (added > 0 && (await findCallExcess(trx, firm, added)) !== undefined)
    throw conflict(tooManyOpen);
  await saveCalls(trx, firm, file);
  return taken;
}

type StagedLeg = CallLeg & { row: number };
type ReadCall = Extract<EventCall, { leg: CallLeg }>;

async function assertRate(
  db: Db,
  firm: FirmScope,
  { source, calls, now }: { source: SendingSource; calls: number; now: Date },
): Promise<void> {
  const limits = [
    { key: `call-events:source:${source.id}`, max: eventRates.ofSource },
    { key: `call-events:firm:${firm.firmId}`, max: eventRates.ofFirm },
  ];
  for (const limit of limits) {
    const waitMs = await consumeLimit(db, { ...limit, count: calls, windowMs: minutes(1), now });
    if (waitMs === 0) continue;
    await addLimitedCalls(db, firm, { id: source.id, calls, now });
    throw new AppError('too_many_requests', {
      message: `More than ${limit.max} calls came in a minute. Please send them again later.`,
      retryAfterSeconds: waitMs / 1000,
    });
  }
}

/** The calls that can be read, by their places in the request, and why the others are ignored. */
function readCalls(
  items: readonly EventItem[],
  source: SendingSource,
  { now, ...numbers }: OwnNumbers & { now: Date },
): { legs: StagedLeg[]; ignored: IgnoredCall[]; count: number } {
  const readCall = eventReader(source.system);
  const own = { ...numbers, readStart: eventStarts({ dateOrder: source.dateOrder, now }) };
  const legs: StagedLeg[] = [];
  const ignored: IgnoredCall[] = [];
  for (const [index, item] of items.entries()) {
    const call = readCall(item, own);
    const reason = 'reason' in call ? call.reason : findFault(call.leg);
    if (reason !== undefined) ignored.push({ index, reason });
    else if ('leg' in call && !isNearOther(call, legs)) legs.push({ ...call.leg, row: index });
  }
  return { legs, ignored, count: items.length };
}

function findFault(leg: CallLeg): string | undefined {
  const { key, callKey, ownParty, otherParty, accountCode } = leg;
  const isClean = isOneLine([key, callKey, ownParty, otherParty, accountCode].join(' '));
  return isClean ? findOutOfBounds(leg) : 'A number, id or code has a control character.';
}

/** Whether a call without a number of its own stands in the request already. */
function isNearOther({ leg, systemId }: ReadCall, others: readonly CallLeg[]): boolean {
  if (systemId !== null) return false;
  return others.some(
    (other) =>
      other.ownParty === leg.ownParty &&
      other.otherParty === leg.otherParty &&
      other.direction === leg.direction &&
      Math.abs(other.seconds - leg.seconds) <= 5 &&
      Math.abs(startMs(other) - startMs(leg)) <= 5_000,
  );
}

/** In the zone of the source where the start has none. */
function startMs({ start }: CallLeg): number {
  return Date.parse('at' in start ? start.at : `${start.local.replace(' ', 'T')}Z`);
}

/** Other work of the firm's imports ends first, so that two roads never add one call twice. */
async function lockEvents(trx: Trx, firm: FirmScope): Promise<void> {
  try {
    await lockImports(trx, firm, 'calls');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
  }
}

const tooManyOpen =
  'Your firm has 200,000 open calls, the most that can be compared with entries. ' +
  'Record, merge or hide open calls, and send this one again.';

/** Without the calls that are known, private or to come. */
async function compareStaged(
  trx: Trx,
  firm: FirmScope,
  { file, now }: { file: StagedFile; now: Date },
) {
  const latest = new Date(now.getTime() + hours(24));
  const later = await deleteLaterCalls(trx, { zone: file.zone, latest });
  const { privateRows, known, seen } = await collectCalls(trx, firm, file);
  const ignored = [
    ...later.map((index) => ({ index, reason: 'The call begins more than a day from now.' })),
    ...privateRows.map((index) => ({ index, reason: 'The number is private.' })),
  ];
  const { added, extended } = await countCalls(trx, { known });
  return { added, taken: added + extended, ignored, seen };
}
