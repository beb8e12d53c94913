import { type ColumnMapping, type MappedColumns, mapColumns } from './intake-columns.ts';
import { type DateOrder, type DateOrderReason, decideOrder } from './intake-dates.ts';
import { findUnreadable } from './intake-decode.ts';
import { addProblem, createProblemList, mergeProblems } from './intake-problems.ts';
import { readRecords } from './intake-records.ts';
import { type Reading, readRow, settleDates, startReading } from './intake-rows.ts';
import { type Delimiter, type FileShape, readShape } from './intake-shape.ts';
import { type Attorney, type MatterField, type MatterRow, type Problem, type Refusal, refuse } from './intake-types.ts';

export type IntakeOptions = {
  attorneys: readonly Attorney[];
  /** Header by field, as an earlier `shape.mapping` answered or a person corrected it; '' or null leaves the column out. */
  mapping?: { readonly [field in MatterField]?: string | null | undefined } | undefined;
};

export type MatterFile = {
  ok: true;
  shape: {
    delimiter: Delimiter;
    columns: string[];
    mapping: ColumnMapping;
    dateOrder: DateOrder | null;
    dateOrderReason: DateOrderReason | null;
    layout: string | null;
  };
  /** The rows without problems. A file is taken only when there is no problem at all. */
  rows: MatterRow[];
  /** The first 200, in the order of the rows. */
  problems: Problem[];
  problemCount: number;
  refusedRows: number;
};

/**
 * Reads the text of a CSV file of matters (product.md, "Matters in"): all rows are read, and what cannot be taken is said row by row.
 * Refuses a text that is no such file. Other requests get their turn while a large file is read. Writes nothing.
 */
export async function readMatterFile(text: string, options: IntakeOptions): Promise<MatterFile | Refusal> {
  const unreadable = findUnreadable(text);
  if (unreadable !== undefined) return refuse(unreadable);
  const shape = readShape(text);
  if (!shape.ok) return shape;
  const mapped = mapColumns(shape.columns, options.mapping);
  if (!mapped.ok) return mapped;
  const reading = startReading({ headers: shape.columns, columns: mapped.columns, attorneys: options.attorneys });
  await readRows(reading, text, shape);
  if (reading.filledRows === 0) return refuse('The file names its columns, but has no rows under them.');
  return finish(reading, shape, mapped);
}

function finish(reading: Reading, shape: FileShape, mapped: MappedColumns): MatterFile {
  const { delimiter, columns } = shape;
  const { mapping, layout } = mapped;
  const dates = decideOrder(reading.evidence, layout?.dateOrder);
  const late = dates ? settleDates(reading, dates.order) : createProblemList();
  return {
    ok: true,
    shape: {
      delimiter,
      columns,
      mapping,
      dateOrder: dates?.order ?? null,
      dateOrderReason: dates?.reason ?? null,
      layout: layout?.name ?? null,
    },
    rows: reading.rows,
    problems: mergeProblems(reading.problems, late),
    problemCount: reading.problems.count + late.count,
    refusedRows: reading.filledRows - reading.rows.length,
  };
}

async function readRows(reading: Reading, text: string, shape: FileShape): Promise<void> {
  let row = shape.headerRow;
  for await (const { records, fault } of readRecords(text, shape.bodyStart, shape.delimiter)) {
    for (const record of records) {
      row++;
      readRow(reading, row, record);
      if (reading.isStopped) return;
    }
    if (fault === undefined) continue;
    reading.filledRows++;
    addProblem(reading.problems, row + 1, '', fault);
  }
}
