import type {
  OwnCallFile,
  OwnCallImport,
  OwnCallRun,
} from '@recoup/contract/call-records/own-call-endpoints';
import { errorCountText } from '../../ui/feedback/rejected-row-table.tsx';
import { countOf, formatCount } from '../../ui/lib/format.ts';

type Counts = Omit<OwnCallImport, '_id'>;

/** Calls of a file by their outcome. */
export function phoneCounts({ taken, repeated, others, doubtful }: Counts) {
  const rest = [
    ['Already known', repeated],
    ['To compare', doubtful],
    ['Other calls', others],
  ] as const;
  return [['New calls', taken] as const, ...rest.filter(([, count]) => count > 0)];
}

/** `2 new calls, 1 already known.` */
export function takenText({ taken, repeated }: Counts): string {
  const known = repeated > 0 ? `, ${formatCount(repeated)} already known` : '';
  return `${countOf(taken, 'new call', 'new calls')}${known}.`;
}

/** Names of files are not stored. */
export const phoneFileNames: Readonly<Record<OwnCallFile, string>> = {
  log: 'Call log',
  bill: 'Bill of the operator',
};

export function undoPhoneQuestion({ taken }: Pick<OwnCallRun, 'taken'>): string {
  const calls =
    taken === 1
      ? 'The call that the file added is'
      : `The ${formatCount(taken)} calls that the file added are`;
  return `${calls} removed, unless your telephone system or another file has them too.`;
}

/** Sentences about calls that are private, or that may be known. */
export function describePhoneCalls({ others, doubtful }: Counts): string {
  const sentences = [
    others === 0
      ? 'Every call of this file has a number of a matter.'
      : `${countOf(others, 'other call has', 'other calls have')} no number of a matter, or a ` +
        'private one. Recoup counts such calls and stores nothing of them.',
  ];
  if (doubtful > 0)
    sentences.push(
      `${countOf(doubtful, 'new call', 'new calls')} may be one that is there already, or that ` +
        'you recorded by hand: compare before you record.',
    );
  return sentences.join(' ');
}

/** Why a file would be refused, and the way out. */
export function describePhoneRefusal({ refused }: { refused: number }): string {
  return (
    `${errorCountText(refused)}, so nothing can be taken yet. ` +
    'Correct them, and choose the file again.'
  );
}
