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
async function placeAfterAll(
  db: Db,
  view: AuditView,
  filter: AuditFilter,
): Promise<AuditPlace | undefined> {
  const [newest] = await listAuditBatch(db, view, { filter, place: undefined, limit: 1 });
  return newest && { at: newest.at, id: newest.id + 1 };
}

const columns = [
  'South African time',
  'Firm',
  'Who',
  'Kind',
  'What',
  'On',
  'Outcome',
  'Rows',
  'Address',
  'Browser',
  'Changes',
  'Action',
  'Session',
  'Request',
  'Hash',
];

async function* writeCsv(lines: AsyncIterable<AuditLine[]>, delimiter: string) {
  yield `\uFEFF${csvLine(columns, delimiter)}`;
  for await (const part of lines)
    yield part.map((line) => csvLine(auditCells(line), delimiter)).join('');
}

function auditCells(line: AuditLine): (string | null)[] {
  return [
    southAfricanTime(new Date(line.at)),
    line.firm?.name ?? null,
    line.actor && auditActor(line),
    line.actorKind,
    line.sentence,
    line.subject?.label ?? null,
    line.outcome,
    line.rows === null ? null : String(line.rows),
    line.address,
    line.agent,
    line.changes
      .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
      .join('; '),
    line.action,
    line.session,
    line.requestId,
    line.hash,
  ];
}
