import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { newId } from '@recoup/contract/core/ids';
import { formatRand } from '@recoup/contract/core/money';
import { useRef, useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { entryServer } from '../entries.queries.ts';
import { typeOn } from '../price/day-fees.ts';
import { ForField } from '../recording-for/for-field.tsx';
import { typesForQuery } from '../recording-for/recording-for.queries.ts';
import type { RecordingFor } from '../recording-for/use-recording-for.ts';
import type { Draft } from './entry-draft.ts';
import { EntryDialog } from './entry-dialog.tsx';
import type { ChangeDraft, Saved } from './entry-dialog-props.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import { usePhotos } from '../photos/photo-field.tsx';
import { announceRecorded, type PendingEntries } from '../outbox/use-pending-entries.ts';

type Props = {
  title: string;
  userId: string;
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
  const { photos, field: photoField } = usePhotos();
  const { saving, save } = useSaveNewEntry({ ...rest, recording, photos });
  return (
    <EntryDialog
      title={title}
      first={field}
      start={draft}
      typesOn={(day) => types.map((type) => typeOn(type, day))}
      saving={saving}
      gone={gone}
      isChanged={isTyped || photos.length > 0}
      extra={photoField}
      onSave={save}
      onDiscard={rest.onDiscard}
      onClose={rest.onClose}
    />
  );
}

type Saving = Pick<
  Props,
  'userId' | 'pending' | 'recording' | 'isCorrection' | 'onStored' | 'onClose'
> & { photos: readonly File[] };

function useSaveNewEntry({ pending, recording, isCorrection, onStored, onClose, ...rest }: Saving) {
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
  const saveEntry = (saved: Saved): void => {
    try {
      pending.save({ body: saved.body, names: toNames(saved), cents: saved.cents }, isCorrection);
    } catch {
      send.mutate(saved);
      return;
    }
    done();
  };
  // Before the entry, with which they leave.
  const store = useOneMutation({
    mutationFn: async (saved: Saved) => storePhotos(saved, rest),
    onSuccess: (_, saved) => saveEntry(saved),
  });
  const save = (saved: Saved): true => {
    if (rest.photos.length > 0) store.mutate(saved);
    else saveEntry(saved);
    return true;
  };
  const saving = {
    isPending: send.isPending || store.isPending,
    error: send.error ?? store.error,
  };
  return { saving, save };
}

async function storePhotos(
  { body, cents, matter }: Saved,
  { photos, userId }: Pick<Saving, 'photos' | 'userId'>,
): Promise<void> {
  const { savePhotos } = await import('../photos/photo-store.ts');
  const takenAt = new Date().toISOString();
  const entry = `${formatRand(cents)} on ${matter.number}`;
  const stored = photos.map((file, index) => ({
    id: newId(),
    userId,
    entryId: body._id,
    entry,
    name: file.name,
    file,
    takenAt: `${takenAt} ${index}`,
    message: null,
  }));
  await savePhotos(userId, stored).catch(() => {
    throw new Error('This device has no room for the photo. Remove it, or free some space.');
  });
}

function namesFor({ body, matter, type }: Saved, { others }: RecordingFor): PendingEntry['names'] {
  const attorney = others.find(({ _id }) => _id === body.attorney)?.name;
  const names = { matterNumber: matter.number, matter: matter.name, type: type.title };
  return attorney === undefined ? names : { ...names, attorney };
}

/** The types of the attorney of the draft, and the field that chooses another one. */
function useTypesFor(draft: Draft, recording: RecordingFor) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(draft.attorney);
  const prices = useQuery({ ...typesForQuery(chosen ?? ''), enabled: chosen !== undefined });
  const types = chosen === undefined ? recording.ownTypes : (prices.data ?? []);
  const latest = useRef(chosen);
  const choose = async (id: string | undefined, change: ChangeDraft) => {
    latest.current = id;
    // Before the choice, so that the type can be chosen with it.
    const next = id === undefined ? recording.ownTypes : await loadPrices(client, id);
    if (next === undefined || latest.current !== id) return;
    setChosen(id);
    recording.choose(id);
    // A type that was chosen meanwhile stays too, if this attorney has it.
    change(({ disbursementType: type }) => {
      const known = next.find(({ _id }) => _id === type) ?? next[0];
      return { attorney: id, disbursementType: known?._id ?? '' };
    });
  };
  const field = ({ attorney }: Draft, change: ChangeDraft) => (
    <ForField
      recording={recording}
      value={attorney}
      error={prices.error?.message}
      onChoose={(id) => void choose(id, change)}
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
