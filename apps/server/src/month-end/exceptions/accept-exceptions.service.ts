import { role } from '@recoup/contract/core/access';
import type { SubjectKind } from '@recoup/contract/month-end/exception-endpoints';
import { newId } from '@recoup/contract/core/ids';
import { isoDate } from '@recoup/contract/core/fields';
import {
  type ExceptionCode,
  exceptionCodes,
  exceptionLevels,
} from '@recoup/contract/month-end/exceptions';
import { type Actor, type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import {
  type AuditEvent,
  recordAudit,
  recordAudits,
} from '../../platform/security/audit-log.repository.ts';
import {
  type Acceptance,
  deleteAcceptanceRow,
  findEntryDays,
  lockAcceptance,
  lockAcceptances,
  saveAcceptances,
  findFingerprints,
} from './exceptions.repository.ts';
import type { Period } from './exception-query.ts';
import { exceptionQuery } from './exceptions.service.ts';

type Item = {
  code: ExceptionCode;
  subject: { kind: SubjectKind; _id: string };
  fingerprint: string;
};

/**
 * Accepts all of the exceptions, or throws `changed_meanwhile` when one of them is no longer as it
 * was seen, and `forbidden` when an attorney names one that blocks. Returns how many were accepted;
 * those that already were stay as they are.
 */
export async function acceptExceptions(
  db: Db,
  by: AuditContext,
  { items, reason }: { items: readonly Item[]; reason: string },
): Promise<number> {
  const firm = requireFirmScope(by.actor);
  requireAcceptable(by.actor, items);
  return db.transaction().execute(async (trx) => {
    await lockAcceptances(trx, firm);
    const rows = await findAsSeen(trx, by, items);
    const saved = new Set(
      await saveAcceptances(trx, firm, rows, { userId: by.actor.userId, now: by.now, reason }),
    );
    const changes = rows
      .filter(({ id }) => saved.has(id))
      .map(
        ({ code, subjectId }): AuditEvent => ({
          action: 'exception.accepted',
          subjectId,
          details: { code, reason },
        }),
      );
    await recordAudits(trx, by, changes);
    return rows.length;
  });
}

function requireAcceptable({ role: ofActor }: Actor, items: readonly Item[]): void {
  const isBlocking = items.some(({ code }) => exceptionLevels[code] === 'block');
  if (ofActor === role.attorney && isBlocking)
    throw new AppError('forbidden', {
      message: 'Only your administrator can accept what blocks the closing of a month.',
    });
}

async function findAsSeen(trx: Trx, by: AuditContext, items: readonly Item[]) {
  const found = await findCurrent(trx, by, items);
  const wanted = new Map(
    items.map((item) => [itemKey(item.code, item.subject, item.fingerprint), item]),
  );
  const rows = found.filter(({ code, kind, subjectId, fingerprint }) =>
    wanted.has(itemKey(code, { kind, _id: subjectId }, fingerprint)),
  );
  const missing = wanted.size - rows.length;
  if (missing > 0)
    throw new AppError('changed_meanwhile', {
      message:
        `${missing === 1 ? 'One exception has' : `${missing} exceptions have`} changed or gone ` +
        'since you looked. Nothing was accepted. Reload the list.',
    });
  return rows.map(({ kind: _, ...row }) => ({ ...row, id: newId(by.now.getTime()) }));
}

type Found = Omit<Acceptance, 'id'> & { kind: SubjectKind };

/**
 * The exceptions of the subjects as they are now. Those of entries are looked for on the entries'
 * days alone, those of attorneys in the periods that their fingerprints name.
 */
async function findCurrent(trx: Trx, by: AuditContext, items: readonly Item[]): Promise<Found[]> {
  const { actor, now } = by;
  const firm = requireFirmScope(actor);
  const subjects = items.map(({ subject }) => subject._id);
  const attorney = actor.role === role.attorney ? actor.userId : undefined;
  const find = async (
    codes: readonly ExceptionCode[],
    more: { from?: string; to?: string; days?: string[] },
  ) => {
    const named = codes.filter((code) => items.some((item) => item.code === code));
    if (named.length === 0) return [];
    const query = await exceptionQuery(trx, firm, { now, attorney, codes: named, ...more });
    return findFingerprints(trx, query, subjects);
  };
  const found = [
    ...(await find(ofEntries, { days: await findEntryDays(trx, firm, subjects) })),
    ...(await find(ofAnyPeriod, { from: '0001-01-01', to: '9999-12-31' })),
  ];
  for (const period of fingerprintPeriods(items)) found.push(...(await find(ofRecording, period)));
  return found;
}

const ofRecording: readonly ExceptionCode[] = ['NONE', 'DROP'];
const ofAnyPeriod: readonly ExceptionCode[] = [
  'NOFEE',
  'CAP',
  'MAILBAD',
  'UNSENT',
  'REOPENED',
  'NOATT',
  'OLDPWD',
  'LOOSE',
  'SUPSAME',
];
const ofEntries = exceptionCodes.filter(
  (code) => !ofRecording.includes(code) && !ofAnyPeriod.includes(code),
);

/** At most so many periods are looked at for one request. */
const maxPeriods = 12;

function fingerprintPeriods(items: readonly Item[]): Required<Period>[] {
  const named = items
    .filter(({ code }) => ofRecording.includes(code))
    .map(({ fingerprint }) => fingerprint.slice(0, 16));
  return [...new Set(named)]
    .map((digits) => ({ from: toIsoDay(digits.slice(0, 8)), to: toIsoDay(digits.slice(8)) }))
    .filter(({ from, to }) => isoDate.safeParse(from).success && isoDate.safeParse(to).success)
    .slice(0, maxPeriods);
}

function toIsoDay(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function itemKey(code: string, { kind, _id }: Item['subject'], fingerprint: string): string {
  return `${code} ${kind} ${_id} ${fingerprint}`;
}

/** Takes an acceptance back. Throws `not_found`, for an attorney also for a colleague's. */
export async function deleteAcceptance(db: Db, by: AuditContext, id: string): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const found = await lockAcceptance(trx, firm, id);
    const { role: ofActor, userId } = by.actor;
    if (!found || (ofActor === role.attorney && found.acceptedBy !== userId))
      throw notFound('acceptance');
    await deleteAcceptanceRow(trx, firm, id);
    const { code, subjectId } = found;
    await recordAudit(trx, by, {
      action: 'exception.reopened',
      subjectId,
      details: { code, reason: found.reason },
    });
  });
}
