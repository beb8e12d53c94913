import { csvLine, unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { readMatterFile } from '../csv/parse-matters.ts';
import type { ParserOptions } from '../csv/matter-file.ts';
import { readRecords } from '../../platform/csv/records.ts';
import { readShape } from '../../platform/csv/header.ts';
import { inSmallChunks, splitIntoChunks } from '../../platform/csv/text-chunks.ts';
import type { Problem, Rejection } from '../../platform/csv/problems.ts';
import { countKnownHeaders } from '../csv/column-names.ts';

/** The file says so when there are more. */
const maxReasons = 20_000;
const byteOrderMark = '\uFEFF';
const reasonColumn = 'Why it was refused';

/**
 * The rejected rows in the file's own layout with a column of reasons: UTF-8 with BOM, the file's
 * delimiter, CRLF, formulas escaped.
 */
export async function rejectedRowsAsCsv(
  text: string,
  options: Pick<ParserOptions, 'attorneys' | 'mapping' | 'loadSavedMapping'>,
): Promise<{ ok: true; csv: string } | Rejection> {
  const file = await readMatterFile(splitIntoChunks(text), {
    ...options,
    maxProblems: maxReasons,
    maxNumbers: Number.POSITIVE_INFINITY,
    onRows: async () => {},
  });
  const shape = readShape(text, countKnownHeaders);
  if (!file.ok) return file;
  if (!shape.ok) return shape;
  const reasons = reasonsByRow(file.problems);
  const lines: string[][] = [[...shape.columns, reasonColumn]];
  let row = shape.headerRow;
  const body = inSmallChunks(text.slice(shape.bodyStart), []);
  const batches = readRecords(body, shape.delimiter, { keepsBlanks: false });
  for await (const { records } of batches) {
    for (const record of records) {
      row++;
      const reason = reasons.get(row);
      if (reason === undefined) continue;
      lines.push(toLine(record, shape.columns.length, reason));
      reasons.delete(row);
    }
  }
  // Rows that could not be parsed have a reason, but no cells.
  for (const reason of reasons.values()) lines.push(toLine([], shape.columns.length, reason));
  if (file.problemCount > maxReasons)
    lines.push(
      toLine([], shape.columns.length, `Only the first ${maxReasons} reasons are listed.`),
    );
  // Escaped cells are unescaped first: `csvLine` escapes again, and the parser unescapes once.
  return {
    ok: true,
    csv:
      byteOrderMark +
      lines.map((cells) => csvLine(cells.map(unescapeFormula), shape.delimiter)).join(''),
  };
}

function reasonsByRow(problems: readonly Problem[]): Map<number, string> {
  const reasons = new Map<number, string>();
  for (const { row, column, message } of problems) {
    const reason = column === '' ? message : `${column}: ${message}`;
    const earlier = reasons.get(row);
    reasons.set(row, earlier === undefined ? reason : `${earlier} ${reason}`);
  }
  return reasons;
}

/** The reason is in the same column on every line, also in rows with too many cells. */
function toLine(record: readonly string[], columns: number, reason: string): string[] {
  const cells = Array.from({ length: columns }, (_, at) => record[at] ?? '');
  const excess = record.slice(columns);
  return [...cells, reason, ...(excess.every((cell) => cell === '') ? [] : excess)];
}
