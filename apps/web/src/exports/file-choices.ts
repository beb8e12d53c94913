import type { FileKind, CsvProfile } from '@recoup/contract/exports/files';

export type FileChoice = {
  value: string;
  label: string;
  kind: FileKind;
  profile: CsvProfile | undefined;
  /** The layout of a posting file, which only a closed export has. */
  layout?: string;
};

const csv: FileChoice = {
  value: 'csv',
  label: 'CSV',
  kind: 'csv',
  // Without a profile, as the specification asks for it.
  profile: undefined,
};

/** File choices of the user: a kind of file, and for CSV its profile. */
export const fileChoices: readonly [FileChoice, ...FileChoice[]] = [
  csv,
  { value: 'people', label: 'CSV for spreadsheets', kind: 'csv', profile: 'people' },
  { value: 'xlsx', label: 'XLSX', kind: 'xlsx', profile: undefined },
  { value: 'pdf', label: 'PDF', kind: 'pdf', profile: undefined },
];

/** A posting file, whose layout is chosen beside it. */
export function postingChoice(layout: string): FileChoice {
  return { ...csv, value: 'posting', label: 'Posting file', layout };
}
