import { useQueryClient } from '@tanstack/react-query';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { entryServer } from '../entries.queries.ts';
import { type DatedType, typeOn } from '../price/day-fees.ts';
import type { Draft } from './entry-draft.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { type Saved } from './entry-dialog-props.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import { announceRecorded, type PendingEntries } from '../outbox/use-pending-entries.ts';

type Props = {
  title: string;
  draft: Draft;
  types: readonly DatedType[];
  pending: PendingEntries;
  /** Why it can no longer be saved. */
  gone: string | undefined;
  /** Of an entry that was not sent yet. */
  isCorrection: boolean;
  /** It is safe: on the device, or with the server. */
  onKept: () => void;
  /** The draft was typed before. */
  isTyped: boolean;
  onDiscard: (draft: Draft) => void;
  onClose: () => void;
};

/** Saves a new entry on the device, from where it is sent; with full storage sends it directly. */
export function NewEntryDialog({ title, draft, types, gone, isTyped, ...rest }: Props) {
  const { send, save } = useSaveNewEntry(rest);
  return (
    <EntryDialog
      title={title}
      start={draft}
      typesOn={(day) => types.map((type) => typeOn(type, day))}
      saving={send}
      gone={gone}
      isChanged={isTyped}
      onSave={save}
      onDiscard={rest.onDiscard}
      onClose={rest.onClose}
    />
  );
}

type Saving = Pick<Props, 'pending' | 'isCorrection' | 'onKept' | 'onClose'>;

function useSaveNewEntry({ pending, isCorrection, onKept, onClose }: Saving) {
  const client = useQueryClient();
  const done = () => {
    onKept();
    onClose();
  };
  const send = useOneMutation({
    mutationFn: ({ body }: Saved) => entryServer.create(body),
    onSuccess: async (accepted, saved) => {
      done();
      await announceRecorded(client, { ...saved, names: namesOf(saved) }, accepted);
    },
  });
  const save = (saved: Saved): true => {
    try {
      pending.save({ body: saved.body, names: namesOf(saved), cents: saved.cents }, isCorrection);
    } catch {
      send.mutate(saved);
      return true;
    }
    done();
    return true;
  };
  return { send, save };
}

function namesOf({ matter, type }: Saved): PendingEntry['names'] {
  return { matterNumber: matter.number, matter: matter.name, type: type.title };
}
