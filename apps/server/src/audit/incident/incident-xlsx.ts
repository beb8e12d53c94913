import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { type Cell, type Row, workbook } from '../../exports/files/workbook.service.ts';
import { southAfricanTime } from '../../platform/core/clock.ts';

const bold = (text: string): Cell => ({ text, isBold: true });
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
      widths: [22, 28, 60, 40, 12, 10, 18, 40, 40, 70],
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
    timelineTitles.map(bold),
  ];
  for await (const lines of timeline) yield lines.map(timelineRow);
}

const timelineTitles = [
  'South African time',
  'Who',
  'What',
  'On',
  'Outcome',
  'Rows',
  'Address',
  'Browser',
  'Session',
  'Hash',
];

function timelineRow(line: AuditLine): Row {
  return [
    plain(southAfricanTime(new Date(line.at))),
    plain(auditActor(line)),
    plain(line.sentence),
    plain(line.subject?.label ?? null),
    plain(line.outcome),
    { whole: line.rows },
    plain(line.address),
    plain(line.agent),
    plain(line.session),
    plain(line.hash),
  ];
}
