import type { CallFee } from '@recoup/contract/call-fees';
import type { ChangedEntry, Entry, EntryPrice } from '@recoup/contract/entries';
import { formatRand, toCents } from '@recoup/contract/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { useReadOnce } from '../platform/use-read-once.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { changeEntry, deleteEntry, entriesKey, pricedEntryQuery } from './entries.queries.ts';
import { EntryChangedMeanwhile } from './entry-changed-meanwhile.tsx';
import { draftOf } from './entry-draft.ts';
import { EntrySheet, type Saved } from './entry-sheet.tsx';
import { EntryWhy } from './entry-why.tsx';

type Type = { readonly _id: string; readonly title: string; readonly callFees: readonly CallFee[] };
type Props = {
  readonly entry: Entry;
  readonly types: readonly Type[];
  readonly onClose: () => void;
  /** A firm admin's correction says why. */
  readonly asksReason?: boolean;
};

/** A recorded entry: why it costs what it costs, and its correction as long as no closing export holds it. */
export function RecordedSheet({ entry, onClose, ...rest }: Props) {
  const priced = useReadOnce(pricedEntryQuery(entry._id));
  const title = `${entry.disbursementType.name} on ${entry.matter.number}`;
  if (priced.data !== undefined && !priced.data.isLocked) {
    return <Correction {...rest} title={title} entry={priced.data} onClose={onClose} />;
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {priced.error !== null && (
        <ErrorState title="The entry could not be loaded." message={priced.error.message} onRetry={() => void priced.refetch()} />
      )}
      {priced.data !== undefined && (
        <>
          <EntryWhy price={priced.data.price} />
          <p>This entry is part of an export and cannot be changed until that export is reopened.</p>
        </>
      )}
      {priced.data === undefined && priced.error === null && <output>Loading…</output>}
    </Dialog>
  );
}

type CorrectionProps = Omit<Props, 'entry'> & {
  readonly title: string;
  readonly entry: Entry & { readonly price: EntryPrice };
};

/** Starts again from the entry that was changed elsewhere when the user chooses Reload. */
function Correction({ entry, ...rest }: CorrectionProps) {
  const [taken, setTaken] = useState(entry);
  return <CorrectionSheet key={taken.version} {...rest} entry={taken} onTake={setTaken} />;
}

type Priced = CorrectionProps['entry'];

type SheetProps = CorrectionProps & { readonly onTake: (theirs: Priced) => void };

function CorrectionSheet({ title, entry, types, asksReason = false, onClose, onTake }: SheetProps) {
  const reason = useReason(asksReason);
  const { save, version, submit, conflict } = useSaving({ entry, reason, onClose, onTake });
  const remove = useCorrection(onClose, 'The entry was deleted.', () => deleteEntry(entry._id, { version, ...reason.given }));
  const own = { _id: entry.disbursementType._id, title: entry.disbursementType.name, callFees: entry.price.callFees };
  return (
    <EntrySheet
      title={title}
      start={draftOf(entry)}
      recorded={draftOf(entry)}
      // Its own type is priced by the rows of the recording, also when others are in force now.
      types={[own, ...types.filter((type) => type._id !== own._id)]}
      saving={save}
      conflict={conflict}
      isChanged={reason.isTyped}
      onSave={submit}
      onClose={onClose}
      extra={
        <>
          {reason.field}
          <details>
            <summary>Why {formatRand(toCents(entry.amount))}?</summary>
            <EntryWhy price={entry.price} />
          </details>
        </>
      }
      actions={<DeleteButton what={`${title}, ${formatRand(toCents(entry.amount))}`} remove={remove} mayAsk={reason.isThere} />}
    />
  );
}

type Saving = Pick<SheetProps, 'entry' | 'onClose' | 'onTake'> & { readonly reason: ReturnType<typeof useReason> };

/** Saves against the version that was read. After a conflict, keeping what was typed puts it in the place of the other change. */
function useSaving({ entry, reason, onClose, onTake }: Saving) {
  const [version, setVersion] = useState(entry.version);
  const [submitted, setSubmitted] = useState<Saved>();
  const save = useCorrection(onClose, 'The entry was corrected.', (body: ChangedEntry) => changeEntry(entry._id, body));
  const submit = (saved: Saved) => {
    setSubmitted(saved);
    if (!reason.isThere()) return false;
    save.mutate({ minutes: null, quantity: null, narration: null, ...saved.body, version, ...reason.given });
    return true;
  };
  const keepMine = (theirs: Priced) => {
    setVersion(theirs.version);
    save.reset();
  };
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const conflict = isConflict && submitted !== undefined && (
    <EntryChangedMeanwhile id={entry._id} yours={submitted} choose={{ takeTheirs: onTake, keepMine }} />
  );
  return { save, version, submit, conflict };
}

/** The field for the reason, where one is asked for, and what was given. */
function useReason(isAsked: boolean) {
  const [text, setText] = useState('');
  const [hasFault, setHasFault] = useState(false);
  const field = isAsked && (
    <TextField
      label="Reason"
      description="It is kept with the correction."
      maxLength={500}
      isRequired
      value={text}
      error={hasFault ? 'Please say why.' : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
  return {
    field,
    isTyped: text !== '',
    given: isAsked ? { reason: text } : {},
    isThere: () => {
      const isMissing = isAsked && text.trim().length < 3;
      setHasFault(isMissing);
      return !isMissing;
    },
  };
}

type DeleteProps = {
  readonly what: string;
  readonly remove: { readonly isPending: boolean; readonly error: Error | null; mutate(): void };
  readonly mayAsk: () => boolean;
};

function DeleteButton({ what, remove, mayAsk }: DeleteProps) {
  return (
    <ConfirmButton
      look="outline"
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

function useCorrection<Input>(onDone: () => void, success: string, work: (input: Input) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async () => {
      onDone();
      toast(success);
      await client.invalidateQueries({ queryKey: entriesKey });
    },
  });
}
