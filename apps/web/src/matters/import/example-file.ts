import { matterFields } from '@recoup/contract/matters/endpoints';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import { fieldLabels } from './import-texts.ts';

type Row = Readonly<Partial<Record<(typeof matterFields)[number], string>>>;

/** Minimal and full rows. No attorney: an unknown one would be rejected. */
const rows: readonly Row[] = [
  {
    number: 'EX0001',
    description: 'Transfer of Erf 12, Sandton',
    client: 'Smit & Sons (Pty) Ltd',
    status: 'Open',
    opened: '2026-01-17',
    phones: '011 555 0142',
  },
  {
    number: 'EX0002',
    description: 'Lease dispute',
    client: 'Ndlovu, T',
    status: 'Pending',
    opened: '2026-02-03',
  },
  { number: 'EX0003', description: 'Advice by telephone' },
];

/** A valid file with every column; semicolons suit South African spreadsheets. */
export function exampleFile(): { name: string; type: string; content: string } {
  const lines = [
    matterFields.map((field) => fieldLabels[field]),
    ...rows.map((row) => matterFields.map((field) => row[field] ?? '')),
  ];
  return {
    name: 'matters-example.csv',
    type: 'text/csv;charset=utf-8',
    content: lines.map((cells) => csvLine(cells, ';')).join(''),
  };
}
