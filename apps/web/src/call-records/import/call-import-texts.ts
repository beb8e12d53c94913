import type { CallImport, CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import type { CallField } from '@recoup/contract/call-records/mapping';
import { callSystemNames } from '@recoup/contract/call-records/rules';
import { errorCountText } from '../../ui/feedback/rejected-row-table.tsx';
import { countOf, formatCount } from '../../ui/lib/format.ts';

type Counts = Pick<
  CallImport,
  'added' | 'extended' | 'repeated' | 'unanswered' | 'internal' | 'private'
>;

export const callFieldLabels: Record<CallField, string> = {
  start: 'Start (date and time)',
  date: 'Date',
  time: 'Time',
  seconds: 'Length',
  own: 'Own number',
  other: 'Other number',
  from: 'From number',
  to: 'To number',
  direction: 'Direction',
  code: 'Account code',
  status: 'Answered',
  id: 'ID of the call',
};

/** `FreePBX`, `Branch in Durban (FreePBX)`. */
export function systemText({ name, system }: CallImportPreview['source']): string {
  const kind = callSystemNames[system];
  return name.startsWith(kind) ? name : `${name} (${kind})`;
}

/** Lines of a file by their outcome. Zero counts are left out, except for new calls. */
export function lineCounts(counts: Counts): (readonly [label: string, count: number])[] {
  const rest = [
    ['Further parts', counts.extended],
    ['Already known', counts.repeated],
    ['Unanswered', counts.unanswered],
    ['Internal', counts.internal],
    ['Private', counts.private],
  ] as const;
  return [['New calls', counts.added], ...rest.filter(([, count]) => count > 0)];
}

/** `2 new calls, 1 already known.` */
export function importedText(counts: Counts): string {
  const { added, extended, repeated } = counts;
  const parts = [
    countOf(added, 'new call', 'new calls'),
    ...(extended > 0 ? [`further parts of ${countOf(extended, 'call', 'calls')}`] : []),
    ...(repeated > 0 ? [`${formatCount(repeated)} already known`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** Announces the preview of an import to screen readers. */
export function describeCalls(preview: CallImportPreview): string {
  return `Preview: ${systemText(preview.source)}, ${importedText(preview)}`;
}

/** Why an import would be refused, and the ways out. */
export function describeRefusal({ refused }: Pick<CallImportPreview, 'refused'>): string {
  return (
    `${errorCountText(refused)}, so nothing can be imported yet. Export the file again, or ` +
    'correct these rows and choose it again.'
  );
}

/** How the file was understood, in sentences. */
export function describeFile({ charged, isRemembered, ...preview }: CallImportPreview): string {
  const { earliest, latest, withCode } = preview;
  const sentences: string[] = [];
  if (charged !== null) sentences.push(`Charged is the time of “${charged}”.`);
  if (isRemembered) sentences.push('Using your last column match.');
  if (earliest !== null && latest !== null)
    sentences.push(`In South Africa, the calls begin between ${earliest} and ${latest}.`);
  if (withCode > 0)
    sentences.push(
      `${countOf(withCode, 'new call has', 'new calls have')} the account code of a matter.`,
    );
  return sentences.join(' ');
}

/** Why the zone must be chosen. */
export function zoneQuestion({ atNight, source, ...preview }: CallImportPreview): string {
  const { earliest, latest } = preview;
  const calls = countOf(atNight, 'call is', 'calls are');
  return (
    `With the time zone ${source.zone}, ${calls} before 06:00 or after 20:00 in South Africa ` +
    `(${earliest ?? ''} to ${latest ?? ''}). Choose the zone in which the telephone system ` +
    'writes its times, or confirm this one.'
  );
}

/** The effect of undoing an import. */
export function undoQuestion({
  fileName,
  added,
  extended,
}: Pick<CallImport, 'fileName' | 'added' | 'extended'>): string {
  const parts = [
    ...(added > 0 ? [`${countOf(added, 'call', 'calls')} will be removed`] : []),
    ...(extended > 0
      ? [`${countOf(extended, 'call loses', 'calls lose')} the parts that this file added`]
      : []),
  ];
  const what = parts.length === 0 ? 'this import changed nothing' : parts.join(', and ');
  return `${fileName ?? 'This file'}: ${what}.`;
}
