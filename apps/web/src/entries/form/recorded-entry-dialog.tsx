import type { CallFee } from '@recoup/contract/call-fees/endpoints';
import { type ChangedEntry, changedEntry, type Entry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import {
  changeEntry,
  deleteEntry,
  entriesKey,
  entryServer,
  pricedEntryQuery,
  type PricedEntry,
} from '../entries.queries.ts';
import { typeOf } from './entry-edit-conflict.tsx';
import { draftOf } from './entry-draft.ts';
import { EntryDialog, type Saved } from './entry-dialog.tsx';
import { PriceExplanation } from '../price/price-explanation.tsx';

type Type = { _id: string; title: string; callFees: readonly CallFee[] };
type Props = {
  entry: Entry;
  types: readonly Type[];
  onClose: () => void;
  /** A firm admin's correction says why. */
  asksReason?: boolean;
};

/** A recorded entry: why it costs what it costs, and its correction as long as no closing export holds it. */
export function RecordedEntryDialog({ entry, onClose, ...rest }: Props) {
  const priced = useReadOnce(pricedEntryQuery(entry._id));
  const title = `${entry.disbursementType.name} on ${entry.matter.number}`;
  if (priced.data && !priced.data.isLocked) {
    return <Correction {...rest} title={title} entry={priced.data} onClose={onClose} />;
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {priced.error !== null && (
        <NotLoaded error={priced.error} onRetry={() => void priced.refetch()} />
      )}
      {priced.data !== undefined && (
        <>
          <PriceExplanation price={priced.data.price} />
          <p>
            This entry is part of an export and cannot be changed until that export is reopened.
          </p>
        </>
      )}
      {!priced.data && priced.error === null && <output>Loading…</output>}
    </Dialog>
  );
}

/** An entry that was deleted elsewhere does not come by a second try. */
function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) return <EmptyState title="This entry was deleted elsewhere." />;
  return (
    <ErrorState title="The entry could not be loaded." message={error.message} onRetry={onRetry} />
  );
}

type CorrectionProps = Omit<Props, 'entry'> & {
  title: string;
  entry: PricedEntry;
};

/** Starts again from the entry that was changed elsewhere when the user chooses Reload. */
function Correction({ entry, ...rest }: CorrectionProps) {
  const [taken, setTaken] = useState(entry);
  return <CorrectionDialog key={taken.version} {...rest} entry={taken} onTake={setTaken} />;
}

type SheetProps = CorrectionProps & { onTake: (theirs: PricedEntry) => void };

function CorrectionDialog({
  title,
  entry: opened,
  types,
  asksReason = false,
  onClose,
  onTake,
}: SheetProps) {
  const reason = useReason(asksReason);
  const gone = useGone(opened._id);
  const { entry, save, submit, conflict } = useSaving({
    opened,
    reason,
    onClose,
    onTake,
    onError: gone.check,
  });
  const remove = useCorrection({
    work: () => deleteEntry(entry._id, { version: entry.version, ...reason.given }),
    success: 'The entry was deleted.',
    onDone: onClose,
    onError: gone.check,
  });
  const own = typeOf(entry);
  return (
    <EntryDialog
      title={title}
      start={draftOf(opened)}
      recorded={draftOf(entry)}
      // Its own type is priced by the rows of the recording, also when others are in force now.
      types={[own, ...types.filter((type) => type._id !== own._id)]}
      saving={save}
      conflict={conflict}
      gone={
        gone.isGone
          ? 'This entry was deleted elsewhere, so it can no longer be changed.'
          : undefined
      }
      isChanged={reason.isTyped}
      onSave={submit}
      onClose={onClose}
      extra={
        <>
          {reason.field}
          <details>
            <summary>Why {formatRand(toCents(entry.amount))}?</summary>
            <PriceExplanation price={entry.price} />
          </details>
        </>
      }
      actions={
        <DeleteButton
          what={`${title}, ${formatRand(toCents(entry.amount))}`}
          remove={remove}
          mayAsk={reason.isThere}
        />
      }
    />
  );
}

/** Whether the entry was deleted elsewhere: "not found" may also be of its matter. */
function useGone(id: string) {
  const client = useQueryClient();
  const [isGone, setGone] = useState(false);
  const check = async (error: Error) => {
    if (!isNotFound(error) || (await isKept(id))) return;
    setGone(true);
    await client.invalidateQueries({ queryKey: entriesKey });
  };
  return { isGone, check };
}

/** Without an answer nothing is known, and the user may save again. */
async function isKept(id: string): Promise<boolean> {
  try {
    return (await entryServer.findCents(id)) !== undefined;
  } catch {
    return true;
  }
}

type Check = { onError: (error: Error) => Promise<void> };
type Saving = Pick<SheetProps, 'onClose' | 'onTake'> &
  Check & { opened: PricedEntry; reason: ReturnType<typeof useReason> };

/** Saves against the version that was read: the one that was opened, or after a conflict, where the user keeps what was typed, the newest. */
function useSaving({ opened, reason, onClose, onTake, onError }: Saving) {
  const [entry, setEntry] = useState(opened);
  const work = (body: ChangedEntry) => changeEntry(entry._id, body);
  const save = useCorrection({
    work,
    success: 'The entry was corrected.',
    onDone: onClose,
    onError,
  });
  const submit = (saved: Saved) => {
    if (!reason.isThere()) return false;
    save.mutate({
      minutes: null,
      quantity: null,
      narration: null,
      ...saved.body,
      version: entry.version,
      ...reason.given,
    });
    return true;
  };
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const overwrite = (theirs: PricedEntry) => {
    setEntry(theirs);
    save.reset();
  };
  return {
    entry,
    save,
    submit,
    conflict: isConflict ? { reload: onTake, overwrite } : undefined,
  };
}

/** The field for the reason, where one is asked for, and what was given. */
function useReason(isAsked: boolean) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = isAsked && (
    <TextField
      label="Reason"
      description="It is kept with the correction."
      isRequired
      value={text}
      error={fault}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
  return {
    field,
    isTyped: text !== '',
    given: isAsked ? { reason: text } : {},
    isThere: () => {
      const found = isAsked ? givenReason.safeParse(text).error?.issues[0]?.message : undefined;
      setFault(found);
      return found === undefined;
    },
  };
}

const givenReason = changedEntry.shape.reason.unwrap();

type DeleteProps = {
  what: string;
  remove: { isPending: boolean; error: Error | null; mutate(): void };
  mayAsk: () => boolean;
};

function DeleteButton({ what, remove, mayAsk }: DeleteProps) {
  return (
    <ConfirmButton
      variant="outline"
      title="Delete this entry?"
      question={`${what}: it is deleted for good.`}
      confirmLabel="Delete for good"
      mayAsk={mayAsk}
      confirming={remove}
      onConfirm={() => remove.mutate()}
    >
      Delete
    </ConfirmButton>
  );
}

type Correcting<Input> = Check & {
  work: (input: Input) => Promise<unknown>;
  success: string;
  onDone: () => void;
};

function useCorrection<Input>({ work, success, onDone, onError }: Correcting<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onError,
    onSuccess: async () => {
      onDone();
      toast(success);
      await client.invalidateQueries({ queryKey: entriesKey });
    },
  });
}

function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
