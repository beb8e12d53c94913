import { Readable } from 'node:stream';
import { type AuditLine, subjectKinds } from '@recoup/contract/audit/endpoints';
import { auditChanges, auditSentence } from '@recoup/contract/audit/sentences';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import type { Scope } from '../../platform/core/actor.ts';
import { southAfricanTime } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { PageQuery } from '../../platform/database/pagination-and-search.ts';
import type { AuditFilter, AuditPlace } from './audit-filter.ts';
import { type AuditRow, listAuditBatch, listAuditRows } from './audit-list.repository.ts';
import { namesWithin } from './audit-names.repository.ts';

/** A page of 50 lines if the query names none. */
export async function listAudit(
  db: Db,
  scope: Scope,
  { page = 1, itemsPerPage = 50, ...filter }: AuditFilter & PageQuery,
): Promise<{ data: AuditLine[]; count: number; isCountExact: boolean }> {
  const { rows, ...counted } = await listAuditRows(db, scope, { ...filter, page, itemsPerPage });
  return { data: await toLines(db, rows), ...counted };
}

/** Runs the query of a batch when it is its turn. */
export type InTurn = <T>(query: () => Promise<T>) => Promise<T>;

type Stream = { filter: AuditFilter; most: number; inTurn?: InTurn };

/** The newest `most` lines of a filter in batches, so that a slow client holds no connection. */
export async function* streamAudit(
  db: Db,
  scope: Scope,
  { filter, most, inTurn = async (run) => run() }: Stream,
): AsyncGenerator<AuditLine[]> {
  let place: AuditPlace | undefined;
  for (let left = most; left > 0; ) {
    const limit = Math.min(batch, left);
    const lines = await inTurn(async () => {
      const rows = await listAuditBatch(db, scope, { filter, place, limit });
      place = rows.at(-1);
      return toLines(db, rows);
    });
    if (lines.length > 0) yield lines;
    if (lines.length < limit) return;
    left -= lines.length;
  }
}

const batch = 1_000;

/** A file of a spreadsheet has not more rows. */
export const maxCsvLines = 1_000_000;

/** The lines of a filter for spreadsheets; `onLines` counts those that were made. */
export function auditAsCsv(
  lines: AsyncIterable<AuditLine[]>,
  { delimiter, onLines }: { delimiter: string; onLines: (count: number) => void },
): Readable {
  return Readable.from(csvOf(lines, { delimiter, onLines }));
}

const columns = [
  'Time',
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

async function* csvOf(
  lines: AsyncIterable<AuditLine[]>,
  { delimiter, onLines }: { delimiter: string; onLines: (count: number) => void },
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns, delimiter)}`;
  for await (const part of lines) {
    onLines(part.length);
    yield part.map((line) => csvLine(cellsOf(line), delimiter)).join('');
  }
}

function cellsOf(line: AuditLine): (string | null)[] {
  return [
    southAfricanTime(new Date(line.at)),
    line.firm?.name ?? null,
    line.actor?.name ?? null,
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

/** With the names of the ids in the details, as far as they are still there. */
async function toLines(db: Db, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const names = await namesWithin(
    db,
    rows.map(({ details }) => details),
  );
  return rows.map((row) => toLine(row, names));
}

function toLine(row: AuditRow, names: ReadonlyMap<string, string>): AuditLine {
  const { action, label, rows, details, subjectId, firmId, actorId } = row;
  const named = (text: string | null) => (text === null ? null : withNames(text, names));
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    firm: firmId === null ? null : { _id: firmId, name: row.firmName ?? '' },
    actor: actorId === null ? null : { _id: actorId, name: row.actorName ?? '' },
    actorKind: row.actorKind,
    action,
    sentence: auditSentence({ action, label, rows, details }),
    subject:
      subjectId === null
        ? null
        : {
            kind: subjectKinds.find((kind) => kind === row.subjectKind) ?? 'other',
            _id: subjectId,
            label,
          },
    outcome: row.outcome,
    address: row.address,
    agent: row.agent,
    session: row.sessionId,
    requestId: row.requestId,
    rows,
    changes: auditChanges({ action, details }).map(({ field, before, after }) => ({
      field,
      before: named(before),
      after: named(after),
    })),
    hash: row.hash.toString('hex'),
  };
}

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(ids, (id) => names.get(id) ?? id);
}
