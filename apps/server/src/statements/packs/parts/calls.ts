import type { Readable } from 'node:stream';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import { shortDay } from '@recoup/contract/entries/rules';
import { landscape, textBlock } from '../../../platform/pdf/tagged-pages.ts';
import { tableBlocks, type TaggedColumn } from '../../../platform/pdf/tagged-table.ts';
import type { PackCall, PackFacts } from '../pack.ts';
import { packPdf } from './schedule.ts';

const callsTitle = 'Schedule of calls';
const directions = { in: 'in', out: 'out' } as const;
const roads = {
  hand: 'by hand',
  telephone: 'by telephone',
  both: 'both',
} as const satisfies Readonly<Record<PackCall['recordedBy'], string>>;
const notKept = 'not kept';

type Column = TaggedColumn & { cell: (call: PackCall) => string };

const columns: readonly Column[] = [
  { title: 'Item', width: 24, isRight: true, cell: ({ n }) => String(n) },
  { title: 'Date', width: 54, cell: ({ date }) => shortDay(date) },
  { title: 'Start', width: 44, cell: ({ start }) => start ?? '' },
  { title: 'Seconds', width: 42, isRight: true, cell: ({ seconds }) => wholeText(seconds) },
  { title: 'Number', width: 80, cell: ({ number }) => number ?? '' },
  { title: 'Direction', width: 42, cell: directionText },
  { title: 'Extension', width: 60, cell: ({ extension }) => extension ?? '' },
  { title: 'Source system', width: 76, cell: ({ source }) => source ?? '' },
  { title: 'Import', width: 34, isRight: true, cell: (call) => wholeText(call.import) },
  { title: 'SHA-256 of what was received', cell: hashText },
  { title: 'Recorded', width: 62, cell: ({ recordedBy }) => roads[recordedBy] },
];

const note =
  'Each charged call by its item in the schedule, in South African time. “By hand”: an attorney ' +
  'recorded it; “by telephone”: the telephone system did; “both”: they agree on one call. ' +
  'The hash is of the file or the message of the telephone system, as it was received.';

export function callsPdf(facts: PackFacts): Readable {
  const of = { title: callsTitle, shape: landscape, outline: callsTitle };
  return packPdf(facts, of, (pen) => [
    textBlock(pen, { text: facts.calls.length === 0 ? 'The schedule has no calls.' : note }),
    ...tableBlocks(pen, {
      columns,
      rows: facts.calls.map((call) => ({ cells: columns.map(({ cell }) => cell(call)) })),
    }),
  ]);
}

export function* callsCsv({ calls }: PackFacts): Generator<Buffer> {
  yield Buffer.from(csvLine(columns.map(({ title }) => title)));
  for (const call of calls)
    yield Buffer.from(
      csvLine(columns.map(({ title, cell }) => (title === 'Date' ? call.date : cell(call)))),
    );
}

function wholeText(value: number | null): string {
  return value === null ? '' : String(value);
}

function directionText({ direction }: PackCall): string {
  return direction === null ? '' : directions[direction];
}

function hashText({ sha256, recordedBy }: PackCall): string {
  if (sha256 !== null) return sha256;
  return recordedBy === 'hand' ? '' : notKept;
}
