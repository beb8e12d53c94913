import { Readable } from 'node:stream';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import type { AuditContext } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { southAfricanTime } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import {
  type AuditFilter,
  type AuditPlace,
  type AuditView,
  countAudit,
  isFirmKnown,
  listAuditBatch,
} from './audit-list.repository.ts';
import { toAuditLines } from './audit-list.service.ts';

/** Runs the query of a batch when it is its turn. */
export type InTurn = <T>(query: () => Promise<T>) => Promise<T>;

type Stream = { filter: AuditFilter; before?: AuditPlace; most: number; inTurn?: InTurn };

/**
 * The newest `most` lines of a filter before a place, in batches, so that a slow client holds no
 * connection.
 */
async function* streamAudit(
  db: Db,
  view: AuditView,
  { filter, before, most, inTurn = async (run) => run() }: Stream,
): AsyncGenerator<AuditLine[]> {
  let place = before;
  for (let left = most; left > 0; ) {
    const limit = Math.min(batch, left);
    const lines = await inTurn(async () => {
      const rows = await listAuditBatch(db, view, { filter, place, limit });
      place = rows.at(-1);
      return toAuditLines(db, view, rows);
    });
    if (lines.length > 0) yield lines;
    if (lines.length < limit) return;
    left -= lines.length;
  }
}

const batch = 1_000;

/** A spreadsheet has not more rows. */
const maxLines = 1_000_000;

type Export = { view: AuditView; filter: AuditFilter; delimiter: string; inTurn: InTurn };

/**
 * The lines of a filter for spreadsheets. That they were taken is itself a line, which is not among
 * them. Throws `not_found` for a firm that is not there.
 */
export async function exportAudit(
  db: Db,
  by: AuditContext,
  { view, filter, delimiter, inTurn }: Export,
): Promise<Readable> {
  if (!(await isFirmKnown(db, view.scope))) throw new AppError('not_found');
  const { rows, before } = await inTurn(async () => ({
    before: await placeAfterAll(db, view, filter),
    rows: await countAudit(db, view, { filter, most: maxLines }),
  }));
  await recordAudit(db, by, {
    action: 'list.exported',
    subjectId: null,
    firmId: view.scope.firmId ?? null,
    details: { list: 'audit', filter },
    rows,
  });
  const stream = { filter, ...(before && { before }), most: rows, inTurn };
  return Readable.from(writeCsv(streamAudit(db, view, stream), delimiter));
}

/** Behind the newest line of now: later ones would take the places of the oldest. */
async function placeAfterAll(db: Db, view: AuditView, filter: AuditFilter) {
  const [newest] = await listAuditBatch(db, view, { filter, place: undefined, limit: 1 });
  return newest && { at: newest.at, id: newest.id + 1 };
}

type AuditColumn = {
  title: string;
  read: (line: AuditLine) => string | number | null;
  /** In the CSV, if it differs. */
  readCsv?: (line: AuditLine) => string | null;
  /** In characters; without it the column is in the CSV alone. */
  width?: number;
};

/** The audit log in files. */
export const auditColumns: readonly AuditColumn[] = [
  { title: 'South African time', width: 22, read: ({ at }) => southAfricanTime(new Date(at)) },
  { title: 'Firm', read: ({ firm }) => firm?.name ?? null },
  {
    title: 'Who',
    width: 28,
    read: auditActor,
    // Its column Kind names who acted without a person.
    readCsv: (line) => line.actor && auditActor(line),
  },
  { title: 'Kind', read: ({ actorKind }) => actorKind },
  { title: 'What', width: 60, read: ({ sentence }) => sentence },
  { title: 'On', width: 40, read: ({ subject }) => subject?.label ?? null },
  { title: 'Outcome', width: 12, read: ({ outcome }) => outcome },
  { title: 'Rows', width: 10, read: ({ rows }) => rows },
  { title: 'Address', width: 18, read: ({ address }) => address },
  { title: 'Browser', width: 40, read: ({ agent }) => agent },
  { title: 'Changes', read: ({ changes }) => changes.map(changeText).join('; ') },
  { title: 'Action', read: ({ action }) => action },
  { title: 'Session', width: 40, read: ({ session }) => session },
  { title: 'Request', read: ({ requestId }) => requestId },
  { title: 'Hash', width: 70, read: ({ hash }) => hash },
];

function changeText({ field, before, after }: AuditLine['changes'][number]): string {
  return `${field}: ${before ?? '–'} → ${after ?? '–'}`;
}

async function* writeCsv(lines: AsyncIterable<AuditLine[]>, delimiter: string) {
  const titles = auditColumns.map(({ title }) => title);
  yield `\uFEFF${csvLine(titles, delimiter)}`;
  for await (const part of lines)
    yield part.map((line) => csvLine(auditCells(line), delimiter)).join('');
}

function auditCells(line: AuditLine): (string | null)[] {
  return auditColumns.map(({ read, readCsv = read }) => {
    const value = readCsv(line);
    return value === null ? null : String(value);
  });
}
