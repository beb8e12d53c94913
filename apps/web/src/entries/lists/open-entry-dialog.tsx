import type { Entry } from '@recoup/contract/entries/endpoints';
import type { RecordingFor } from '../recording-for/use-recording-for.ts';
import type { Draft } from '../form/entry-draft.ts';
import { matterChoice } from '../form/matter-choice.ts';
import { useKnownMatter } from '../matter-search/known-matter.ts';
import { NewEntryDialog } from '../form/new-entry-dialog.tsx';
import { RecordedEntryDialog } from '../form/recorded-entry-dialog.tsx';
import type { PendingEntries } from '../outbox/use-pending-entries.ts';
import type { Timer } from '../timer/call-timer.ts';

type SheetProps = {
  open: Open;
  userId: string;
  call: Timer | null;
  recording: RecordingFor;
  pending: PendingEntries;
  /** Runs when the user closes a changed new entry without saving. */
  onDiscard: (discarded: New) => void;
  onClose: () => void;
};

export function OpenEntryDialog({ open, ...rest }: SheetProps) {
  if (open.kind === 'new') return <NewEntry open={open} {...rest} />;
  return (
    <RecordedEntryDialog
      key={open.entry._id}
      entry={open.entry}
      types={rest.recording.types ?? []}
      onClose={rest.onClose}
    />
  );
}

function NewEntry({ open, call, onDiscard, ...rest }: Omit<SheetProps, 'open'> & { open: New }) {
  const { matterState, ...entry } = open;
  const known = matterChoice.safeParse(matterState).data ?? open.draft.matter;
  // A call keeps its matter without its cap.
  const matter = useKnownMatter(known === null ? {} : { matter: known });
  return (
    <NewEntryDialog
      {...rest}
      title={open.title}
      draft={{ ...open.draft, matter }}
      gone={open.isCall === true && call?._id !== open.draft._id ? savedElsewhere : undefined}
      isCorrection={open.isCorrection === true}
      isTyped={open.isTyped === true}
      onDiscard={(draft) => onDiscard({ ...entry, draft })}
      onStored={() => open.onStored?.()}
    />
  );
}
const savedElsewhere =
  'This call was saved or discarded in another window, so it cannot be saved here as well.';
export type New = {
  kind: 'new';
  title: string;
  draft: Draft;
  /** Unchecked history state. A valid matter in it replaces the matter of the draft. */
  matterState?: unknown;
  isCall?: true;
  isCorrection?: true;
  /** It was discarded, and the user has undone that. */
  isTyped?: true;
  onStored?: () => void;
};
export type Open = New | { kind: 'recorded'; entry: Entry };
