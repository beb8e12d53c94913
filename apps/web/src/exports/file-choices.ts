import type { FileKind, CsvProfile } from '@recoup/contract/exports/files';

/** What a person chooses among: a kind of file, and for CSV how it is written. */
export const fileChoices = [
  // Without a profile, as the specification asks for it.
  { value: 'csv', label: 'CSV', kind: 'csv', profile: undefined },
  { value: 'people', label: 'CSV for spreadsheets', kind: 'csv', profile: 'people' },
  { value: 'xlsx', label: 'XLSX', kind: 'xlsx', profile: undefined },
  { value: 'pdf', label: 'PDF', kind: 'pdf', profile: undefined },
] as const satisfies readonly {
  value: string;
  label: string;
  kind: FileKind;
  profile: CsvProfile | undefined;
}[];

export type FileChoice = (typeof fileChoices)[number];
