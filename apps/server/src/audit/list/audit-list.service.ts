import { subjectKinds } from '@recoup/contract/audit/actions';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { auditChanges, auditSentence } from '@recoup/contract/audit/sentences';
import { role } from '@recoup/contract/core/access';
import type { Actor, Scope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { PageQuery } from '../../platform/database/pagination-and-search.ts';
import {
  type AuditFilter,
  type AuditView,
  shownToAll,
  type AuditRow,
  listAuditRows,
  namesWithin,
} from './audit-list.repository.ts';

/** The view of one firm's audit log, or of all firms. */
export function createAuditView(actor: Actor, scope: Scope): AuditView {
  return { scope, hidesWork: actor.role === role.systemAdmin };
}

/** A page of 50 lines if the query names none. */
export async function listAudit(
  db: Db,
  view: AuditView,
  { page = 1, itemsPerPage = 50, ...filter }: AuditFilter & PageQuery,
): Promise<{ data: AuditLine[]; count: number; isCountExact: boolean }> {
  const { rows, ...counted } = await listAuditRows(db, view, { ...filter, page, itemsPerPage });
  return { data: await toAuditLines(db, view, rows), ...counted };
}

/** With the names of the ids in the details, as far as they are still there. */
export async function toAuditLines(
  db: Db,
  { scope, hidesWork }: AuditView,
  rows: readonly AuditRow[],
): Promise<AuditLine[]> {
  const names = await namesWithin(
    db,
    scope,
    rows.map(({ details }) => details),
  );
  return rows.map((row) => toLine(hidesWork ? withoutWork(row) : row, names));
}

/** A line about neither a user nor a firm is work of a firm. */
function withoutWork(row: AuditRow): AuditRow {
  if (row.firmId === null || shownToAll.includes(row.subjectKind ?? '')) return row;
  return { ...row, subjectId: null, label: null, details: {} };
}

/** Below a firm's policies the other users are invisible; these alone act in a firm. */
const notOfFirm = 'System administrator';

function toLine(row: AuditRow, names: ReadonlyMap<string, string>): AuditLine {
  const { action, label, rows, details, subjectId, firmId, actorId } = row;
  const named = (text: string | null) => (text === null ? null : withNames(text, names));
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    firm: firmId === null ? null : { _id: firmId, name: row.firmName ?? '' },
    actor: actorId === null ? null : { _id: actorId, name: row.actorName ?? notOfFirm },
    actorKind: row.actorKind,
    key: row.keyName,
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
      field: withNames(field, names),
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
