import { fileTypes } from '@recoup/contract/exports/files';
import {
  type Statement,
  type StatementKind,
  statementLimits,
  type StatementLine,
  type StatementPurpose,
} from '@recoup/contract/statements/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import { AppError, requestCancelled, notFound } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import {
  type Head,
  type Line,
  type Reading,
  type Tally,
  addToTally,
  newTally,
  type PriceTable,
  type Sums,
  allSums,
  sortedRates,
  sortedSubtotals,
  totalCents,
} from './statement.ts';
import { statementFileName } from './statement-texts.ts';
import {
  findHead,
  listMattersWithLines,
  listPriceTables,
  type MatterWithLines,
  type Period,
  readLines,
} from './statements.repository.ts';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { mapWithPauses } from '../platform/core/pauses.ts';

export type StatementRequest = Period & {
  matterId: string;
  for?: StatementPurpose | undefined;
  now: Date;
  signal: AbortSignal;
};
type File<T> = { fileName: string; type: string; content: T; lineCount: number };
/** Takes the whole content before it returns. */
type Keep<T> = (content: AsyncIterable<Buffer>) => Promise<T>;

/** Throws `not_found`, and `too_many_lines` for more than JSON holds. */
export async function getStatement(
  db: Db,
  firm: FirmScope,
  request: StatementRequest,
): Promise<Statement> {
  const { head } = await getHead(db, firm, { ...request, kind: 'json' });
  return withLines(db, firm, { head, request }, async (each) => statementJson(head, each));
}

/** The statement as a file, taken by `keep`. Throws as `getStatement` does. */
export async function createStatementFile<T>(
  db: Db,
  firm: FirmScope,
  { keep, ...request }: StatementRequest & { kind: StatementKind; keep: Keep<T> },
): Promise<File<T>> {
  const { kind, now } = request;
  const { head, lineCount } = await getHead(db, firm, request);
  const fileName = statementFileName({ ...request, number: head.matter.number }, kind);
  const of = { head, request };
  const file = { fileName, type: fileTypes[kind], lineCount };
  if (kind === 'xlsx') {
    const { statementXlsx } = await import('./statement-xlsx.ts');
    const keepXlsx = async (each: Reading) => keep(statementXlsx(head, each, now));
    return { ...file, content: await withLines(db, firm, of, keepXlsx) };
  }
  // Drawn after the transaction. Imported with the first PDF: an idle process needs no writer.
  const content = await withLines(db, firm, of, readContent);
  const { statementPdf } = await import('./statement-pdf.ts');
  return { ...file, content: await keep(untilAborted(statementPdf(head, content, now), request)) };
}

/** The matters of a ZIP. Throws `too_many_lines` for more than it may hold. */
export async function listStatements(
  db: Db,
  firm: FirmScope,
  query: Period & { client?: string | undefined; kind: StatementKind },
): Promise<MatterWithLines[]> {
  const { zip, lines: most } = statementLimits;
  const matters = await listMattersWithLines(db, firm, { ...query, limit: zip.matters + 1 });
  if (matters.length > zip.matters)
    throw tooMany(`These are more than ${spaced(zip.matters)} matters, the limit for one ZIP.`);
  if (countLines(matters) > zip.lines)
    throw tooMany(`These are more than ${spaced(zip.lines)} lines, the limit for one ZIP.`);
  const largest = matters.find(({ lineCount }) => lineCount > most[query.kind]);
  if (largest) throw tooManyLines(`The statement of ${largest.number}`, query.kind);
  return matters;
}

export function countLines(matters: readonly MatterWithLines[]): number {
  return matters.reduce((sum, { lineCount }) => sum + lineCount, 0);
}

async function getHead(
  db: Db,
  firm: FirmScope,
  request: StatementRequest & { kind: StatementKind | 'json' },
): Promise<{ head: Head; lineCount: number }> {
  const found = await findHead(db, firm, request);
  if (!found) throw notFound('matter');
  const { lineCount, ...head } = found;
  if (lineCount > statementLimits.lines[request.kind])
    throw tooManyLines('This statement', request.kind);
  return {
    head: {
      ...head,
      for: request.for ?? 'client',
      from: request.from ?? null,
      to: request.to ?? null,
      day: southAfricanDay(request.now),
    },
    lineCount,
  };
}

/** Runs `use` while the lines can be read. */
async function withLines<T>(
  db: Db,
  firm: FirmScope,
  { head, request }: { head: Head; request: StatementRequest },
  use: (reading: Reading) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const tally = newTally();
    const lines = readLines(trx, firm, { ...request, hasVat: head.hasVat });
    return use({
      lines: tallied(lines, { tally, signal: request.signal }),
      tally,
      priceTables: async () => listPriceTables(trx, firm, [...tally.scheduleIds]),
    });
  });
}

async function* tallied(
  batches: AsyncIterable<readonly Line[]>,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): AsyncGenerator<readonly Line[]> {
  for await (const batch of batches) {
    if (signal.aborted) throw requestCancelled();
    for (const line of batch) addToTally(tally, line);
    yield batch;
  }
}

async function readContent({ lines, tally, priceTables }: Reading) {
  const all: Line[] = [];
  for await (const batch of lines) all.push(...batch);
  return { lines: all, tally, priceTables: await priceTables() };
}

async function* untilAborted(
  content: AsyncIterable<Buffer>,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    if (signal.aborted) throw requestCancelled();
    yield chunk;
  }
}

function tooManyLines(what: string, kind: StatementKind | 'json'): AppError {
  const most = spaced(statementLimits.lines[kind]);
  const other = kind === 'xlsx' ? 'Choose' : 'Choose XLSX, or';
  return new AppError('too_many_lines', {
    message:
      `${what} has more than ${most} lines, the limit for ${kind.toUpperCase()}. ` +
      `${other} a shorter period.`,
  });
}

function tooMany(sentence: string): AppError {
  return new AppError('too_many_lines', {
    message: `${sentence} Choose a client, or a shorter period.`,
  });
}

function spaced(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
}
async function statementJson(head: Head, reading: Reading): Promise<Statement> {
  const lines: Line[] = [];
  for await (const batch of reading.lines) lines.push(...batch);
  const { tally } = reading;
  const shown = await mapWithPauses(lines, (line) => ({ line, json: lineJson(line, head) }));
  const { name, vatNumber } = head.firm;
  const section = (isAgent: boolean, sums: Sums) => ({
    lines: shown.filter(({ line }) => line.isAgent === isAgent).map(({ json }) => json),
    count: sums.count,
    ...sumsJson(sums, head),
  });
  const priceTables = await reading.priceTables();
  return {
    firm: { name, ...(vatNumber !== null && { vatNumber }) },
    matter: head.matter,
    for: head.for,
    from: head.from,
    to: head.to,
    day: head.day,
    costs: section(false, tally.costs),
    agent: section(true, tally.agent),
    subtotals: sortedSubtotals(tally).map((sums) => {
      const { disbursementType, isAgent, count, minutes } = sums;
      return { disbursementType, isAgent, count, minutes, ...sumsJson(sums, head) };
    }),
    ...(head.hasVat && {
      vatRates: sortedRates(tally).map((sums) => ({
        treatment: sums.treatment,
        percent: sums.basisPoints / 100,
        ...vatJson(sums),
      })),
    }),
    ...sumsJson(allSums(tally), head),
    priceTables: priceTables.map(priceTableJson),
  };
}

function priceTableJson({ rows, disbursementType, ...table }: PriceTable) {
  const { _id } = disbursementType;
  const callFees = rows.map((row) => ({ disbursementType: _id, ...row }));
  return { ...table, disbursementType, callFees };
}

function lineJson(line: Line, head: Head): StatementLine {
  const { id, vat, amountCents, reverses, isAgent: _, scheduleId: __, ...more } = line;
  const { correction, reason, ...rest } = more;
  return {
    _id: id,
    ...rest,
    amount: toRand(amountCents),
    ...(vat !== null && {
      vat: {
        treatment: vat.treatment,
        percent: vat.basisPoints / 100,
        net: toRand(vat.netCents),
        vat: toRand(vat.vatCents),
        gross: toRand(vat.grossCents),
      },
    }),
    ...(reverses !== null && { reverses }),
    ...(correction !== null && reason !== null && { correction, reason }),
    ...(head.for === 'taxation' && { taxedOff: null }),
  };
}

function sumsJson(sums: Sums, { hasVat }: Head) {
  return { total: toRandTotal(totalCents(sums)), ...(hasVat && { vat: vatJson(sums) }) };
}

function vatJson(sums: Sums) {
  return {
    net: toRandTotal(sums.netCents),
    vat: toRandTotal(sums.vatCents),
    gross: toRandTotal(totalCents(sums)),
  };
}
