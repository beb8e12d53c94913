import { newId } from '@recoup/contract/core/ids';
import { formatRand } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PhotoButton } from '../../ui/form/photo-button.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { formatBytes } from '../../ui/lib/format.ts';
import { entryServer } from '../entries.queries.ts';
import type { ChangeDraft, Saved } from '../form/entry-dialog-props.ts';
import { EntryDialog } from '../form/entry-dialog.tsx';
import type { Draft } from '../form/entry-draft.ts';
import { matterChoice } from '../form/matter-choice.ts';
import { RecordedEntryDialog } from '../form/recorded-entry-dialog.tsx';
import { useKnownMatter } from '../matter-search/known-matter.ts';
import type { PendingEntry } from '../outbox/pending-entries.ts';
import { announceRecorded, type PendingEntries } from '../outbox/use-pending-entries.ts';
import styles from '../photos/photos.module.css';
import { typeOn } from '../price/day-fees.ts';
import { ForField, type RecordingFor, typesForQuery } from '../recording-for/for-field.tsx';
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

type Props = {
  title: string;
  userId: string;
  draft: Draft;
  /** The attorneys that it may be recorded for. */
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
function NewEntryDialog({ title, draft, recording, gone, isTyped, ...rest }: Props) {
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

/** Photos of vouchers that were taken for a new entry, and the field that takes them. */
function usePhotos() {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const field = <PhotoField photos={photos} onChange={setPhotos} />;
  return { photos, field };
}

type PhotoFieldProps = { photos: readonly File[]; onChange: (photos: readonly File[]) => void };

function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const remove = (photo: File) => {
    onChange(photos.filter((each) => each !== photo));
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={box} className={styles.photos}>
      <PhotoButton onTake={(photo) => onChange([...photos, photo])}>Photograph voucher</PhotoButton>
      {photos.length > 0 && (
        <ItemList
          label="Photos of vouchers"
          items={photos.map((photo, index) => ({
            key: `${index} ${photo.name}`,
            title: `Photo ${index + 1}`,
            about: `${formatBytes(photo.size)}, sent with the entry.`,
            action: (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove(photo)}
              >
                Remove
              </Button>
            ),
          }))}
        />
      )}
    </div>
  );
}
