import type { matterFields } from '@recoup/contract/matters/endpoints';
import type { ImportPreview, MatterImport } from '@recoup/contract/matters/import-endpoints';
import { formatCount } from '../../ui/lib/format.ts';

type Field = (typeof matterFields)[number];

export const fieldLabels: Record<Field, string> = {
  number: 'Matter number',
  description: 'Description',
  client: 'Client',
  attorney: 'Attorney',
  status: 'Status',
  opened: 'Opened',
  phones: 'Phones',
};

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const orderNames = { YMD: 'year first', DMY: 'day first', MDY: 'month first' } as const;
const orderReasons = {
  column: 'as the column shows',
  layout: 'the format of that system',
  habit: 'South African format',
} as const;

/** Optional fields; a matter keeps its value if the file has no such column. */
const optionalFields = [
  'client',
  'attorney',
  'status',
  'opened',
] as const satisfies readonly Field[];

/** Counts of the preview in a sentence, for screen readers. */
export function describeCounts({ created, updated, unchanged }: ImportPreview): string {
  const counts = [
    `${formatCount(created)} new`,
    `${formatCount(updated)} changed`,
    `${formatCount(unchanged)} unchanged`,
  ];
  return `Preview: ${counts.join(', ')}.`;
}

/** Why an upload would be refused, and the ways out. */
export function describeRefusal({ created, updated, unchanged, refused }: ImportPreview): string {
  const all = formatCount(created + updated + unchanged + refused);
  const have = refused === 1 ? 'rows has' : 'rows have';
  return (
    `${formatCount(refused)} of ${all} ${have} errors, so nothing can be imported yet. ` +
    'Correct your file and choose it again, download only these rows, or match other columns.'
  );
}

/** `1 matter changes`, `250 matters change; the first 100 are listed`. */
export function describeChanges(updated: number, listed: number): string {
  const counted = updated === 1 ? '1 matter changes' : `${formatCount(updated)} matters change`;
  return listed < updated ? `${counted}; the first ${formatCount(listed)} are listed` : counted;
}

/** How the file was understood, in sentences. */
export function describeShape(preview: ImportPreview): string {
  const { delimiter, columns, layout, dateOrder, dateOrderReason, isRemembered } = preview;
  const written =
    layout === null || layout === 'Excel' || layout === 'Recoup' ? '' : ` (${layout} format)`;
  const sentences = [
    `${formatCount(columns.length)} columns, ${delimiterNames[delimiter]}-separated${written}.`,
  ];
  if (isRemembered) sentences.push('Using your last column match.');
  if (dateOrder !== null && dateOrderReason !== null && dateOrder !== 'YMD') {
    sentences.push(`Dates are read ${orderNames[dateOrder]} (${orderReasons[dateOrderReason]}).`);
  }
  const absent = optionalFields
    .filter((field) => (preview.mapping[field] ?? '') === '')
    .map((field) => fieldLabels[field].toLowerCase());
  if (preview.fault === null && absent.length > 0) {
    const names = [absent.slice(0, -1).join(', '), absent.at(-1)]
      .filter((part) => part !== '')
      .join(' and ');
    sentences.push(`Not in this file: ${names}. Existing matters keep theirs.`);
  }
  return sentences.join(' ');
}

/** Question before an undo, with the counts of removed and restored matters. */
export function undoQuestion({
  fileName,
  created,
  updated,
}: Pick<MatterImport, 'fileName' | 'created' | 'updated'>): string {
  const counted = (count: number, kind: string) =>
    `${formatCount(count)} ${kind} ${count === 1 ? 'matter' : 'matters'} will be`;
  const gone = `${counted(created, 'new')} removed`;
  const back = `${counted(updated, 'changed')} restored to earlier values`;
  const parts = [...(created > 0 ? [gone] : []), ...(updated > 0 ? [back] : [])];
  const what = parts.length === 0 ? 'this import changed nothing' : parts.join(', and ');
  return `${fileName ?? 'This file'}: ${what}.`;
}
