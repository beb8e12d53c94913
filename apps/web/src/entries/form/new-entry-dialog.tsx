import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { entryServer } from '../entries.queries.ts';
import { typeOn } from '../price/day-fees.ts';
import { ForField } from '../recording-for/for-field.tsx';
import { typesForQuery } from '../recording-for/recording-for.queries.ts';
import type { RecordingFor } from '../recording-for/use-recording-for.ts';
import type { Draft } from './entry-draft.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { type Saved } from './entry-dialog-props.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import { announceRecorded, type PendingEntries } from '../outbox/use-pending-entries.ts';

type Props = {
  title: string;
  draft: Draft;
  /** For whom it may be recorded. */
  recording: RecordingFor;
  pending: PendingEntries;
  /** Why it can no longer be saved. */
  gone: string | undefined;
  /** Corrects an entry that was not sent yet. */
  isCorrection: boolean;
  /** It is safe: on the device, or with the server. */
  onStored: () => void;
  /** The draft was typed before. */
  isTyped: boolean;
  onDiscard: (draft: Draft) => void;
  onClose: () => void;
};

/** Saves a new entry on the device, from where it is sent; with full storage sends it directly. */
export function NewEntryDialog({ title, draft, recording, gone, isTyped, ...rest }: Props) {
  const { types, field } = useTypesFor(draft, recording);
  const { send, save } = useSaveNewEntry({ ...rest, recording });
  return (
    <EntryDialog
      title={title}
      first={field}
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

type Saving = Pick<Props, 'pending' | 'recording' | 'isCorrection' | 'onStored' | 'onClose'>;

function useSaveNewEntry({ pending, recording, isCorrection, onStored, onClose }: Saving) {
  const toNames = (saved: Saved) => namesFor(saved, recording);
  const client = useQueryClient();
  const done = () => {
    onStored();
    onClose();
  };
  const send = useOneMutation({
    mutationFn: ({ body }: Saved) => entryServer.create(body),
    onSuccess: async (accepted, saved) => {
      done();
      await announceRecorded(client, { ...saved, names: toNames(saved) }, accepted);
    },
  });
  const save = (saved: Saved): true => {
    try {
      pending.save({ body: saved.body, names: toNames(saved), cents: saved.cents }, isCorrection);
    } catch {
      send.mutate(saved);
      return true;
    }
    done();
    return true;
  };
  return { send, save };
}

function namesFor({ body, matter, type }: Saved, { others }: RecordingFor): PendingEntry['names'] {
  const attorney = others.find(({ _id }) => _id === body.attorney)?.name;
  const names = { matterNumber: matter.number, matter: matter.name, type: type.title };
  return attorney === undefined ? names : { ...names, attorney };
}

/** The chosen type stays if the other attorney has it too. */
type Choice = { type: string; change: (more: Partial<Draft>) => void };

/** The types of the attorney of the draft, and the field that chooses another one. */
function useTypesFor(draft: Draft, recording: RecordingFor) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(draft.attorney);
  const prices = useQuery({ ...typesForQuery(chosen ?? ''), enabled: chosen !== undefined });
  const types = chosen === undefined ? recording.ownTypes : (prices.data ?? []);
  const choose = async (id: string | undefined, more: Choice) => {
    // Before the choice, so that the type can be chosen with it.
    const next = id === undefined ? recording.ownTypes : await loadPrices(client, id);
    if (next === undefined) return;
    setChosen(id);
    recording.choose(id);
    const type = next.find(({ _id }) => _id === more.type) ?? next[0];
    more.change({ attorney: id, disbursementType: type?._id ?? '' });
  };
  const field = ({ attorney, disbursementType: type }: Draft, change: Choice['change']) => (
    <ForField
      recording={recording}
      value={attorney}
      error={prices.error?.message}
      onChoose={(id) => void choose(id, { type, change })}
    />
  );
  return { types, field };
}

async function loadPrices(client: QueryClient, id: string) {
  try {
    return await client.ensureQueryData(typesForQuery(id));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
    return undefined;
  }
}
