import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import { type Cell, type Row, workbook } from '../../exports/files/workbook.service.ts';
import { auditColumns } from '../list/audit-csv.service.ts';

const bold = (text: string): Cell => ({ text, isBold: true });
/** The widths are those of the whole sheet. */
const timelineColumns = auditColumns.flatMap(({ width, ...column }) =>
  width === undefined ? [] : [{ ...column, width }],
);

const plain = (text: string | null): Cell => ({ text });

type Content = {
  title: string;
  firmName: string;
  pack: IncidentPack;
  timeline: AsyncIterable<readonly AuditLine[]>;
};

/** Streams the answers, the kinds of what was read, and the timeline. */
export function incidentXlsx({ title, firmName, pack, timeline }: Content, createdAt: Date) {
  return workbook(
    { title, firmName, createdAt },
    {
      name: 'Incident',
      widths: timelineColumns.map(({ width }) => width),
      rows: incidentRows(title, pack, timeline),
    },
  );
}

async function* incidentRows(
  title: string,
  { fields, kinds, actions }: IncidentPack,
  timeline: AsyncIterable<readonly AuditLine[]>,
): AsyncGenerator<Row[]> {
  yield [
    [bold(title)],
    [],
    [bold('Known'), bold('Question'), bold('Answer')],
    ...fields.map(
      ({ question, answer, isKnown }): Row => [
        plain(isKnown ? 'Known' : 'The firm'),
        plain(question),
        plain(answer),
      ],
    ),
    [],
    [bold('Rows'), bold('What was read or sent'), bold('Columns')],
    ...kinds.map(
      ({ kind, columns, rows }): Row => [
        { whole: rows, isLeft: true },
        plain(kind),
        plain(columns.join(', ')),
      ],
    ),
    [],
    [bold('What can be done now')],
    ...actions.map((action): Row => [null, null, plain(action)]),
    [],
    timelineColumns.map(({ title: name }) => bold(name)),
  ];
  for await (const lines of timeline) yield lines.map(timelineRow);
}

function timelineRow(line: AuditLine): Row {
  return timelineColumns.map(({ read }) => {
    const value = read(line);
    return typeof value === 'number' ? { whole: value } : plain(value);
  });
}
