import { Alert } from '../../ui/feedback/alert.tsx';
import type { Props } from './entry-dialog-props.ts';
import type { Draft } from './entry-draft.ts';
import { EntryEditConflict } from './entry-edit-conflict.tsx';

type FaultProps = Pick<Props, 'saving' | 'gone' | 'conflict' | 'recorded' | 'typesOn'> & {
  draft: Draft;
  outdated: Error | null;
  onMerge: (merged: Draft) => void;
};

/** Hides an outdated error after a new validation error; a conflict stays. */
export function SaveError({
  saving,
  gone,
  outdated,
  conflict,
  recorded,
  draft,
  typesOn,
  onMerge,
}: FaultProps) {
  const error = saving?.error ?? null;
  if (gone !== undefined)
    return (
      <Alert kind="error">{gone} What you typed stays here, to be copied, until you close.</Alert>
    );
  if (error === null) return null;
  if (conflict && recorded) {
    return (
      <EntryEditConflict
        base={recorded}
        yours={draft}
        choose={conflict}
        {...{ typesOn, onMerge }}
      />
    );
  }
  return error !== outdated && <Alert kind="error">{error.message}</Alert>;
}
