import { useMutation, useQueryClient } from '@tanstack/react-query';
import { entryServer, type RecordableType } from '../entries.queries.ts';
import type { Draft } from './entry-draft.ts';
import { EntryDialog, type Saved } from './entry-dialog.tsx';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import { announceRecorded, type PendingEntries } from '../outbox/use-pending-entries.ts';

type Props = {
  title: string;
  draft: Draft;
  types: readonly RecordableType[];
  pending: PendingEntries;
  /** Why it can no longer be saved. */
  gone: string | undefined;
  /** Of an entry that was not sent yet. */
  isCorrection: boolean;
  /** It is safe: on the device, or with the server. */
  onKept: () => void;
  onClose: () => void;
};

/** Keeps a new entry on the device and leaves the sending to `usePendingEntries`; a device without room sends it while one waits. */
export function NewEntryDialog({
  title,
  draft,
  types,
  pending,
  gone,
  isCorrection,
  onKept,
  onClose,
}: Props) {
  const client = useQueryClient();
  const done = () => {
    onKept();
    onClose();
  };
  const send = useMutation({
    mutationFn: ({ body }: Saved) => entryServer.create(body),
    onSuccess: async (sentCents, saved) => {
      done();
      await announceRecorded(client, { ...saved, names: namesOf(saved) }, sentCents);
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
  return (
    <EntryDialog
      title={title}
      start={draft}
      types={types}
      saving={send}
      gone={gone}
      onSave={save}
      onClose={onClose}
    />
  );
}

function namesOf({ matter, type }: Saved): PendingEntry['names'] {
  return { matterNumber: matter.number, matter: matter.name, type: type.title };
}
