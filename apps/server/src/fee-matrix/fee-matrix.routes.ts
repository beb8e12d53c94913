import {
  type ChangedMatrixCell,
  matrixColumns,
  maxListedChanges,
  rateMatrixEndpoints,
  type RateMatrixRow,
} from '@recoup/contract/fee-matrix/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import { recordListExport } from '../platform/security/audit-events.ts';
import { findNextAfter, findValidOn } from '@recoup/contract/call-fees/validity';
import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { listSchedules } from '../call-fees/call-fees.service.ts';
import { toFeeDetail } from '../call-fees/fee-details.service.ts';
import {
  listSchedulesOn,
  replaceManyCallFees,
  type ScheduleOnDay,
} from '../call-fees/schedules-of-firm.service.ts';
import { listUnitPrices } from '../disbursements/unit-prices.service.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Problem } from '../platform/csv/problems.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { bumpVersions, lockAttorneysByEmail } from '../users/attorneys-of-change.service.ts';
import { type ChangedCell, compareMatrix, findCells, recordEmailKey } from './compare-matrix.ts';
import { groupBy } from '../platform/core/group-by.ts';
import { type MatrixRecord, readMatrixFile } from './matrix-file.ts';
import { listAttorneysWithTypes, type MatrixAttorney } from './fee-matrix.repository.ts';
import { createHash } from 'node:crypto';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { type CallFeeBand, isThereafter, maxTimedRows } from '@recoup/contract/call-fees/rules';
import { csvLine } from '@recoup/contract/core/formula-escaping';

/** A file of 20,000 rows takes seconds of a processor and a connection; a firm has one at once. */
const matrixLimits = { ...oneTurnPerFirm, name: 'rate matrices', concurrency: 2 };

export function feeMatrixRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limited = { ...auth, bodyLimiter: createLimiter(matrixLimits) };
  registerEndpoints(app, limited, rateMatrixEndpoints, {
    getRateMatrix: async ({ query }, context) => {
      const { db, actor, now, request } = context;
      const { on: day = southAfricanDay(now) } = query;
      const firm = requireFirmScope(actor);
      if (acceptedType(request, ['application/json', 'text/csv']) === 'text/csv') {
        const { content, count } = await getRateMatrixAsCsv(db, firm, day);
        await recordListExport(db, context, { list: 'call fees', filter: { on: day }, count });
        return fileReply({
          type: 'text/csv; charset=utf-8',
          fileName: `rate-matrix-${day}.csv`,
          content,
        });
      }
      const data = await getRateMatrix(db, firm, day);
      return { data, count: data.length };
    },
    uploadRateMatrix: async ({ body }, context) => ({
      data: await uploadRateMatrix(context.db, context, body),
    }),
  });
}

type Cell = {
  attorney: MatrixAttorney;
  type: MatrixAttorney['types'][number];
  schedule: ScheduleOnDay | undefined;
};
/** `unitPrice` in Rand; `validFrom` is null without it. */
type UnitPrice = { unitPrice: number | null; validFrom: string | null; next: string | null };
const noUnitPrice: UnitPrice = { unitPrice: null, validFrom: null, next: null };

/** A row for each attorney, by name, and assigned type, in the order of the form. */
async function getRateMatrix(db: Db, firm: FirmScope, day: string): Promise<RateMatrixRow[]> {
  const cells = await listCells(db, firm, day);
  const prices = groupBy(await listUnitPrices(db, firm), ({ disbursementType: id }) => id);
  const unitPrices = new Map<string, UnitPrice>();
  for (const [typeId, ofType] of prices) {
    const next = findNextAfter(ofType, day)?.validFrom ?? null;
    const { unitPrice = null, validFrom = null } = findValidOn(ofType, day) ?? {};
    unitPrices.set(typeId, { unitPrice, validFrom: unitPrice === null ? null : validFrom, next });
  }
  return cells.map((cell) => toMatrixRow(cell, unitPrices.get(cell.type.id) ?? noUnitPrice));
}

/**
 * The same rows as a file that an upload takes back. Fees that have ended keep their day, so that a
 * file of another day does not end those of today.
 */
async function getRateMatrixAsCsv(
  db: Db,
  firm: FirmScope,
  day: string,
): Promise<{ content: string; count: number }> {
  const cells = await listCells(db, firm, day);
  const content = matrixAsCsv(
    cells.map(({ attorney: { email }, type: { title }, schedule }) => ({
      email,
      title,
      validFrom: schedule?.validFrom ?? null,
      bands: schedule?.bands ?? [],
    })),
  );
  return { content, count: cells.length };
}

type Upload = {
  fileStream: string;
  fileName?: string | undefined;
  expected?: string | undefined;
  dryRun: boolean;
};
type Uploaded = { rows: number; unchanged: number; changed: ChangedMatrixCell[]; state: string };

/**
 * Saves the fees of a file, whole or not at all. Throws `invalid_input` for a text that is no
 * matrix, `rows_refused` with what is wrong in which row, and `changed_meanwhile` when it does not
 * change what its preview has shown. `dryRun` saves nothing.
 */
async function uploadRateMatrix(db: Db, by: AuditContext, upload: Upload): Promise<Uploaded> {
  const file = await readMatrixFile(upload.fileStream);
  if (!file.ok)
    throw new AppError('invalid_input', {
      message: file.message,
      fields: { fileStream: file.message },
    });
  return db.transaction().execute(async (trx) => {
    const { changed, unchanged, problems } = await compareFile(trx, by, {
      records: file.records,
      isLocking: !upload.dryRun,
    });
    const all = [...file.problems, ...problems];
    if (all.length > 0) throw rowsRefused(all);
    requireState(changed, upload.expected);
    if (!upload.dryRun) await saveChanges(trx, by, { changed, fileName: upload.fileName ?? null });
    const listed = changed.slice(0, maxListedChanges).map(toReply);
    return { rows: file.rows, unchanged, changed: listed, state: uploadState(changed) };
  });
}

async function listCells(db: Db, firm: FirmScope, day: string): Promise<Cell[]> {
  const attorneys = await listAttorneysWithTypes(db, firm);
  const schedules = await listSchedulesOn(db, firm, day);
  const known = new Map(
    schedules.map((one) => [`${one.attorneyId} ${one.disbursementTypeId}`, one]),
  );
  return attorneys.flatMap((attorney) =>
    attorney.types.map((type) => ({
      attorney,
      type,
      schedule: known.get(`${attorney.id} ${type.id}`),
    })),
  );
}

function toMatrixRow({ attorney, type, schedule }: Cell, price: UnitPrice): RateMatrixRow {
  const hasFees = schedule !== undefined && schedule.bands.length > 0;
  const [next] = [schedule?.next, price.next].filter((day) => typeof day === 'string').toSorted();
  return {
    attorney: { _id: attorney.id, name: attorney.name, status: attorney.status },
    disbursementType: { _id: type.id, name: type.title },
    validFrom: hasFees ? schedule.validFrom : price.validFrom,
    next: next === undefined ? null : { validFrom: next },
    callFees: (schedule?.bands ?? []).map(toFeeRow),
    unitPrice: price.unitPrice,
  };
}

/** Locks the attorneys before it reads what they have. */
async function compareFile(
  trx: Trx,
  by: AuditContext,
  { records, isLocking }: { records: readonly MatrixRecord[]; isLocking: boolean },
): ReturnType<typeof compareMatrix> {
  const firm = requireFirmScope(by.actor);
  const today = southAfricanDay(by.now);
  const emails = new Set(records.map(recordEmailKey));
  const locked = isLocking ? await lockAttorneysByEmail(trx, firm, [...emails]) : undefined;
  const all = await listAttorneysWithTypes(trx, firm);
  const attorneys = all.filter(({ id, email }) => locked?.has(id) ?? emails.has(email));
  const { given, problems } = await findCells(records, { attorneys, today });
  const attorneyIds = [...new Set(given.map(({ attorney }) => attorney.id))];
  const schedules = await listSchedules(trx, firm, { attorneyIds });
  const compared = await compareMatrix(given, { schedules, today });
  return { ...compared, problems: [...problems, ...compared.problems] };
}

const maxListed = 200;

function rowsRefused(problems: readonly Problem[]): AppError {
  return new AppError('rows_refused', {
    message: 'Nothing was saved: correct the rows listed below.',
    rows: problems.toSorted((a, b) => a.row - b.row).slice(0, maxListed),
    refused: new Set(problems.map(({ row }) => row)).size,
  });
}

async function saveChanges(
  trx: Trx,
  by: AuditContext,
  { changed, fileName }: { changed: readonly ChangedCell[]; fileName: string | null },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await replaceManyCallFees(trx, firm, {
    cells: changed.map(({ attorney, type, fees, isRemoval }) => ({
      ...fees,
      attorneyId: attorney.id,
      disbursementTypeId: type.id,
      isRemoval,
    })),
    actorId: by.actor.userId,
    now: by.now,
  });
  const byAttorney = groupBy(changed, ({ attorney }) => attorney.id);
  await bumpVersions(trx, firm, [...byAttorney.keys()]);
  for (const [subjectId, cells] of byAttorney) {
    const callFees = cells.map(({ type, fees, before }) =>
      toFeeDetail({
        disbursementTypeId: type.id,
        validFrom: fees.validFrom,
        before,
        after: fees.bands,
      }),
    );
    const details = { fileName, callFees };
    await recordAudit(trx, by, { action: 'user.call-fees-updated', subjectId, details });
  }
}

function toReply({ row, attorney, type, fees, before, next }: ChangedCell): ChangedMatrixCell {
  return {
    row,
    attorney: { _id: attorney.id, name: attorney.name },
    disbursementType: { _id: type.id, name: type.title },
    validFrom: fees.validFrom,
    before: before.map(toFeeRow),
    after: fees.bands.map(toFeeRow),
    next: next === null ? null : { validFrom: next },
  };
}

/** A hash of what the file changes: the fees before and after, and the day on which they end. */
function uploadState(changed: readonly ChangedCell[]): string {
  const hash = createHash('sha256');
  for (const { row, attorney, type, fees, before, next } of changed)
    hash.update(JSON.stringify([row, attorney.id, type.id, fees, before, next]));
  return hash.digest('base64url');
}

/**
 * Throws `changed_meanwhile` when the file changes other fees than in its preview. A file that
 * changes nothing overwrites nothing: it is sent again after a lost answer.
 */
function requireState(changed: readonly ChangedCell[], expected: string | undefined): void {
  if (expected === undefined || changed.length === 0 || expected === uploadState(changed)) return;
  throw new AppError('changed_meanwhile', {
    message: `The call fees have changed since the preview. ${nothingSaved.makePreview}`,
  });
}

/** A line of the file; `validFrom` is null if there never were call fees. */
type MatrixLine = {
  email: string;
  title: string;
  validFrom: string | null;
  bands: readonly CallFeeBand[];
};

/** Comma, point, ISO date and UTF-8, as the CSV for systems. Importing it changes nothing. */
function matrixAsCsv(lines: readonly MatrixLine[]): string {
  return csvLine(matrixColumns) + lines.map((line) => csvLine(matrixCells(line))).join('');
}

function matrixCells({ email, title, validFrom, bands }: MatrixLine): string[] {
  const timed = bands.filter((band) => !isThereafter(band));
  const prices = Array.from({ length: maxTimedRows }, (_, index) => {
    const band = timed[index];
    return band ? [String(band.endTime), amount(band.chargeCents)] : ['', ''];
  });
  const last = bands.find(isThereafter);
  const thereafter = last ? [String(last.additionalTime), amount(last.chargeCents)] : ['', ''];
  return [email, title, validFrom ?? '', ...prices.flat(), ...thereafter];
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2);
}
