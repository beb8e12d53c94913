import {
  overviewEndpoints,
  type Overview,
  type SetUpStep,
  setUpSteps,
} from '@recoup/contract/overview/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { sumOpenCalls } from '../call-records/list/call-records.service.ts';
import { sumOpenEntries } from '../exports/closings.service.ts';
import { findLastClosing, isClosedUpTo } from '../exports/exports.service.ts';
import { countOpenExceptions } from '../month-end/exceptions/exceptions.service.ts';
import { countCompleteMonths } from '../month-end/sign-off/sign-off.service.ts';
import { monthDays, southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { findSetUp, findUnfinishedAttorney } from './overview.repository.ts';

/** Each reads all open entries and calls of a firm; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'overviews', concurrency: 2, maxEnteredPerGroup: 40 };

export function overviewRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, overviewEndpoints, {
    getOverview: async (_, context) => ({
      data: await runLimited(limiter, context, async () =>
        getOverview(context.db, requireFirmScope(context.actor), context.now),
      ),
    }),
  });
}

async function getOverview(db: Db, firm: FirmScope, now: Date): Promise<Overview> {
  const today = southAfricanDay(now);
  const open = await sumOpenEntries(db, firm, { from: undefined, to: today });
  return {
    today,
    open: { entries: open?.rows ?? 0, sum: open?.sum ?? 0, since: open?.firstDay ?? null },
    calls: await sumOpenCalls(db, firm),
    exceptions: await countOpenExceptions(db, firm, { from: undefined, to: today, now }),
    people: await countPeople(db, firm, today),
    lastExport: await summariseLastExport(db, firm),
    setUp: await summariseSetUp(db, firm),
  };
}

async function countPeople(db: Db, firm: FirmScope, today: string): Promise<Overview['people']> {
  const last = monthBefore(today);
  const isClosed = await isClosedUpTo(db, firm, monthDays(last).to);
  const month = isClosed ? today.slice(0, 7) : last;
  return { month, ...(await countCompleteMonths(db, firm, month)) };
}

function monthBefore(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 7);
}

async function summariseLastExport(db: Db, firm: FirmScope): Promise<Overview['lastExport']> {
  const last = await findLastClosing(db, firm);
  if (last === undefined) return null;
  const { _id, number, createdAt: at, sum, mails } = last;
  return { _id, number, at, sum, mail: mails[0]?.state ?? 'none' };
}

/** The page of each step; the system admin adds domains. */
const pages: Readonly<Record<SetUpStep, { name: string; path: string }>> = {
  domains: { name: 'Email domains of the firm', path: '/home/attorneys/overview' },
  types: { name: 'Disbursement types', path: '/home/attorneys/disbursement-list' },
  matters: { name: 'Matters', path: '/home/attorneys/file-handler' },
  attorneys: { name: 'Attorneys with fees', path: '/home/attorneys/attorney-list' },
  entries: { name: 'The first entry', path: '/home/attorneys/entries' },
};

async function summariseSetUp(db: Db, firm: FirmScope): Promise<Overview['setUp']> {
  const isDone = await findSetUp(db, firm);
  const attorneys = isDone.attorneys ? pages.attorneys.path : await attorneyFormPath(db, firm);
  const steps = setUpSteps.map((step) => ({
    step,
    ...pages[step],
    ...(step === 'attorneys' && { path: attorneys }),
    isDone: isDone[step],
  }));
  const left = steps.filter((step) => !step.isDone);
  const [next] = left;
  return {
    done: steps.length - left.length,
    of: steps.length,
    next: next === undefined ? null : { name: next.name, path: next.path },
    steps,
  };
}

/** The list of attorneys is where the line with this step already is: lead to what is missing. */
async function attorneyFormPath(db: Db, firm: FirmScope): Promise<string> {
  const id = await findUnfinishedAttorney(db, firm);
  return id === undefined
    ? '/home/attorneys/add-attorney'
    : `/home/attorneys/update-attorney?attorneyId=${id}`;
}
