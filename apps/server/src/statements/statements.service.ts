import { fileTypes } from '@recoup/contract/exports/files';
import type { Statement } from '@recoup/contract/statements/endpoints';
import {
  type StatementKind,
  statementLimits,
  type StatementPurpose,
} from '@recoup/contract/statements/rules';
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
} from './statement.ts';
import { statementJson } from './statement-json.ts';
import { statementFileName } from './statement-texts.ts';
import {
  findHead,
  listMattersWithLines,
  listPriceTables,
  type MatterWithLines,
  type Period,
  readLines,
} from './statements.repository.ts';

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
  return reading(db, firm, { head, request }, async (each) => statementJson(head, each));
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
    return { ...file, content: await reading(db, firm, of, keepXlsx) };
  }
  // Drawn after the transaction. Imported with the first PDF: an idle process needs no writer.
  const content = await reading(db, firm, of, readContent);
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
async function reading<T>(
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
