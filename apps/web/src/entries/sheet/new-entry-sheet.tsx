import { useMutation, useQueryClient } from '@tanstack/react-query';
import { entryServer, type RecordableType } from '../entries.queries.ts';
import type { Draft } from './entry-draft.ts';
import { EntrySheet, type Saved } from './entry-sheet.tsx';
import type { UnsentEntry } from '../outbox/unsent.ts';
import { announceRecorded, type Unsent } from '../outbox/use-unsent.ts';

type Props = {
  title: string;
  draft: Draft;
  types: readonly RecordableType[];
  unsent: Unsent;
  /** Why it can no longer be saved. */
  gone: string | undefined;
  /** Of an entry that was not sent yet. */
  isCorrection: boolean;
  /** It is safe: on the device, or with the server. */
  onKept: () => void;
  onClose: () => void;
};

/** Keeps a new entry on the device and leaves the sending to `useUnsent`; a device without room sends it while one waits. */
export function NewEntrySheet({
  title,
  draft,
  types,
  unsent,
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
      unsent.keep({ body: saved.body, names: namesOf(saved), cents: saved.cents }, isCorrection);
    } catch {
      send.mutate(saved);
      return true;
    }
    done();
    return true;
  };
  return (
    <EntrySheet
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

function namesOf({ matter, type }: Saved): UnsentEntry['names'] {
  return { matterNumber: matter.number, matter: matter.name, type: type.title };
}
