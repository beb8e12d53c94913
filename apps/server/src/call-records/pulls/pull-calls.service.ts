import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallPull } from '@recoup/contract/call-records/set-up-endpoints';
import {
  type AllFirmsScope,
  createAllFirmsScope,
  createFirmScope,
  type FirmScope,
} from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import { type Clock, hours, minutes } from '../../platform/core/clock.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker.ts';
import type { Sealer } from '../../platform/security/sealing.ts';
import { takePulledCalls } from '../events/take-events.service.ts';
import type { CallLeg, OwnNumbers } from '../files/call-leg.ts';
import { teams, teamsDirectRouting } from '../files/layouts/teams.ts';
import { createStarts } from '../files/times.ts';
import { type GraphAddresses, listGraphCalls, PullError } from './graph.ts';
import {
  claimPull,
  findPull,
  pullBackPulls,
  pullCallsJob,
  queueDuePulls,
  savePullOutcome,
  type StoredPull,
} from './pulls.repository.ts';

export type PullTools = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  graph: GraphAddresses;
  log: WorkerOptions['log'];
};

const betweenMs = minutes(15);
/** Another process takes over a pull that has not ended by then. */
const longestMs = minutes(60);
/** Requests of one pull in all; what remains is the storing of the last page. */
const requestsMs = minutes(30);
/** Microsoft's records come 24 to 48 hours late (D3 D), so each pull reads them again. */
const delayMs = hours(72);
/** A first pull reads a month, and Graph answers for at most 90 days. */
const [firstMs, mostMs] = [hours(24 * 31), hours(24 * 89)];

type Outcome = Omit<CallPull, 'kind' | 'tenant' | 'clientId'>;

/**
 * Fetches the calls of a telephone system from Microsoft. A failure is stored with the pull. Throws
 * `not_found` for a telephone system without a pull.
 */
export async function pullCalls(
  tools: PullTools,
  firm: FirmScope,
  { sourceId, signal }: { sourceId: string; signal: AbortSignal },
): Promise<Outcome> {
  const db = withScope(tools.db, firm, 'jobs');
  const now = tools.clock.now();
  const pull = await findPull(db, firm, sourceId);
  if (!pull) throw notFound('connection to Microsoft Teams');
  const counted = { taken: 0 };
  const unread: string[] = [];
  // In the time of the process, which a wrong clock does not change.
  const endsAt = performance.now() + requestsMs;
  const outcome = { now, nextAt: new Date(now.getTime() + betweenMs) };
  const triedAt = now.toISOString();
  try {
    await takePages({ ...tools, db }, pull, { now, endsAt, signal, counted, unread });
    const found = { ...counted, ...unreadCalls(unread), failure: null };
    await savePullOutcome(db, pull, { ...outcome, ...found, through: now });
    return { triedAt, ...found };
  } catch (error) {
    const isPullError = error instanceof PullError;
    const isRefusal = error instanceof AppError && !signal.aborted;
    if (!isPullError && !isRefusal) throw error;
    const askedMs = isPullError ? (error.retryAfterMs ?? 0) : 0;
    const pauseMs = Math.min(Math.max(askedMs, betweenMs), longestMs);
    const nextAt = new Date(now.getTime() + pauseMs);
    const { message: failure } = error;
    const found = { ...counted, ...unreadCalls(unread), failure };
    await savePullOutcome(db, pull, { ...outcome, ...found, nextAt });
    const facts = { firm: firm.firmId, source: sourceId, tries: pull.tries + 1, nextTryAt: nextAt };
    tools.log.warn({ ...facts, reason: failure }, 'calls of Microsoft Teams could not be fetched');
    return { triedAt, ...found };
  }
}

/** For the firm admin: calls that came but cannot be read. PostgreSQL stores no text with a NUL. */
function unreadCalls(reasons: readonly string[]): Pick<CallPull, 'unread' | 'unreadReason'> {
  const unreadReason = reasons[0]?.replace(/\p{Cc}/gu, ' ').slice(0, 500) ?? null;
  return { unread: reasons.length, unreadReason };
}

type Pulling = {
  now: Date;
  endsAt: number;
  signal: AbortSignal;
  counted: { taken: number };
  unread: string[];
};

async function takePages(
  { db, sealer, graph }: PullTools,
  pull: StoredPull,
  { now, endsAt, signal, counted, unread }: Pulling,
): Promise<void> {
  const { source, tenant, clientId, sealedSecret, through } = pull;
  const secret = sealer.open([source.firmId, source.id], sealedSecret);
  if (secret === undefined)
    throw new PullError('The client secret was sealed with another key. Enter it again.');
  // A clock that was ahead, and went back, has left a `through` that lies ahead.
  const afterMs = (last: Date): number => Math.max(now.getTime() - last.getTime(), 0) + delayMs;
  const spanMs = through === null ? firstMs : afterMs(through);
  const from = new Date(now.getTime() - Math.min(spanMs, mostMs));
  const list = source.system === 'teams' ? 'getPstnCalls' : 'getDirectRoutingCalls';
  const client = { tenant, clientId, secret };
  const period = { list, from, to: now, endsAt } as const;
  const assertCurrent = async (trx: Trx) => assertUnchanged(trx, pull);
  for await (const { rows, sha256 } of listGraphCalls(graph, client, period)) {
    const read = readGraphCalls(source.system, rows);
    const page = await takePulledCalls(db, source, { read, assertCurrent, sha256, signal, now });
    counted.taken += page.taken;
    for (const reason of page.unread) unread.push(reason);
  }
}

/** Throws `PullError` where an admin has chosen another tenant, application or system meanwhile. */
async function assertUnchanged(trx: Trx, { source, tenant, clientId }: StoredPull): Promise<void> {
  const now = await findPull(trx, createFirmScope(source.firmId), source.id);
  if (now?.tenant !== tenant || now.clientId !== clientId || now.source.system !== source.system)
    throw new PullError('The connection was changed while calls were fetched.');
}

export const findDueCallPullsJob = 'find-due-call-pulls';

/** Every minute, by one process of all; the next check repeats what failed. */
export const callPullCrontab = `* * * * * ${findDueCallPullsJob} ?jobKey=${findDueCallPullsJob}`;

export function duePullJobs({ db, clock }: Pick<PullTools, 'db' | 'clock'>): JobHandlers {
  const everywhere = createAllFirmsScope();
  return {
    [findDueCallPullsJob]: async () =>
      queueDuePulls(withScope(db, everywhere, 'jobs'), everywhere, clock.now()),
  };
}

/** They wait for Microsoft; the check for due pulls queues them. */
export function callPullJobs(tools: PullTools): JobHandlers {
  return {
    [pullCallsJob]: async (payload) => {
      const of = payload as { firmId: string; sourceId: string }; // as `queue_call_pull` wrote it
      // The next check queues it again; a job that throws would wait ever longer.
      await pullIfDue(tools, of).catch((error: unknown) =>
        tools.log.warn({ err: error, ...of }, 'a pull of calls did not run'),
      );
    },
  };
}

async function pullIfDue(tools: PullTools, of: { firmId: string; sourceId: string }) {
  const firm = createFirmScope(of.firmId);
  const db = withScope(tools.db, firm, 'jobs');
  const { sourceId } = of;
  const now = tools.clock.now();
  const pull = await findPull(db, firm, sourceId);
  if (!pull || pull.nextAt > now) return;
  const nextAt = new Date(now.getTime() + longestMs);
  if (!(await claimPull(db, firm, { sourceId, before: pull.nextAt, nextAt }))) return;
  const signal = new AbortController().signal;
  await pullCalls(tools, firm, { sourceId, signal });
}

/** Returns how many pulls lay later than their schedule allows. */
export async function pullBackCallPulls(
  db: Db,
  everywhere: AllFirmsScope,
  { now, toleranceMs }: { now: Date; toleranceMs: number },
): Promise<number> {
  const latest = new Date(now.getTime() + longestMs + toleranceMs);
  return pullBackPulls(db, everywhere, { now, latest });
}

type Row = Readonly<Record<string, unknown>>;
type ReadRow = (CallLeg | { reason: string }) & { row: number };
type ReadRows = (own: OwnNumbers) => ReadRow[];

/** Columns of the usage report, and their names in Graph: `id` is its UsageId. */
const pstnColumns: Readonly<Record<string, string>> = {
  UsageId: 'id',
  'Call ID': 'callId',
  UPN: 'userPrincipalName',
  'Call Type': 'callType',
  'Destination Number': 'calleeNumber',
  'Start Time': 'startDateTime',
  'Duration Seconds': 'duration',
};
const directRoutingColumns = [
  'id',
  'correlationId',
  'userPrincipalName',
  'callType',
  'successfulCall',
  'calleeNumber',
  'callerNumber',
  'startDateTime',
  'duration',
];

/**
 * As the files of the same reports, so that a call of both is one by its id. Gives the reason for a
 * row that cannot be read.
 */
function readGraphCalls(system: CallSystem, rows: readonly Row[]): ReadRows {
  const isPstn = system === 'teams';
  const head = isPstn ? Object.keys(pstnColumns) : directRoutingColumns;
  const names = isPstn ? Object.values(pstnColumns) : directRoutingColumns;
  const layout = isPstn ? teams : teamsDirectRouting;
  return (own) => {
    const read = layout.reader(head, own, createStarts('DMY').read);
    return rows.flatMap((item, row): ReadRow[] => {
      const line = read(names.map((name) => cellText(item[name])));
      if (line.kind === 'problem') return [{ reason: line.message, row }];
      return line.kind === 'leg' ? [{ ...line.leg, row }] : [];
    });
  };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
