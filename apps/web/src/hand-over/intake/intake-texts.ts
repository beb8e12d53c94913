import type {
  IntakeRun,
  IntakeTest,
  MatterIntake,
  TakenFile,
} from '@recoup/contract/hand-over/intake-endpoints';
import { countOf } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';

export const dayOptions = [
  { value: 'working_days', label: 'On working days' },
  { value: 'daily', label: 'Every day' },
] as const;

export const runStateLabels: Readonly<Record<IntakeRun['state'], string>> = {
  done: 'Read',
  empty: 'No new file',
  failed: 'Failed',
};

/** When it runs next, in whose name, and what went wrong before. */
export function nextText({ nextAt, by, problem }: MatterIntake): string {
  if (nextAt === null) return 'It is off.';
  const again = problem === null ? '' : ` The last try failed: ${problem}`;
  return `Next: ${formatMoment(nextAt)}, in the name of ${by.name}.${again}`;
}

export function testText({ isWorking, message, files, fileCount }: IntakeTest): string {
  if (!isWorking || fileCount === null) return message;
  if (fileCount === 0) return `${message} No file has such a name now.`;
  const more = fileCount > files.length ? ' and others' : '';
  return `${message} ${countOf(fileCount, 'file', 'files')}: ${files.join(', ')}${more}.`;
}

/** The result of a run and of its files. */
export function aboutRun({ startedAt, message, files }: IntakeRun): string {
  const parts = [`${formatMoment(startedAt)}.`, message ?? '', ...files.map(aboutFile)];
  return parts.filter((part) => part !== '').join(' ');
}

function aboutFile({ name, state, message, movedTo }: TakenFile): string {
  const [first = ''] = message.split('\n');
  const stays = movedTo === null ? ' It is still in the folder.' : '';
  return `${name}: ${state === 'imported' ? 'imported' : 'refused'}. ${first}${stays}`;
}
