import { useMutation, useQueryClient } from '@tanstack/react-query';
import { entriesKey, entryServer, type RecordableType } from './entries.queries.ts';
import type { Draft } from './entry-draft.ts';
import { EntrySheet, type Saved } from './entry-sheet.tsx';
import type { Unsent } from './use-unsent.ts';

type Props = {
  readonly title: string;
  readonly draft: Draft;
  readonly types: readonly RecordableType[];
  readonly unsent: Unsent;
  /** Of an entry that was not sent yet. */
  readonly isCorrection: boolean;
  /** It is safe: on the device, or with the server. */
  readonly onKept: () => void;
  readonly onClose: () => void;
};

/** Keeps a new entry on the device and leaves the sending to `useUnsent`; a device without room sends it while one waits. */
export function NewEntrySheet({ title, draft, types, unsent, isCorrection, onKept, onClose }: Props) {
  const client = useQueryClient();
  const done = () => {
    onKept();
    onClose();
  };
  const send = useMutation({
    mutationFn: ({ body }: Saved) => entryServer.create(body),
    onSuccess: async () => {
      done();
      await client.invalidateQueries({ queryKey: entriesKey });
    },
  });
  const save = (saved: Saved): true => {
    const names = { matterNumber: saved.matter.number, matter: saved.matter.name, type: saved.type.title };
    try {
      unsent.keep({ body: saved.body, names, cents: saved.cents }, isCorrection);
    } catch {
      send.mutate(saved);
      return true;
    }
    done();
    return true;
  };
  return <EntrySheet title={title} start={draft} types={types} saving={send} onSave={save} onClose={onClose} />;
}
