import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangedEntry, Entry, PricedEntry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { ApiError, isPerhapsDone } from '../../platform/api/api-error.ts';
import { useLostAnswer } from '../../platform/edit-conflict/use-lost-answer.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { invalidate } from '../../platform/api/read.ts';
import { reachedSentence } from '../caps/cap-texts.ts';
import type { Accepted } from '../outbox/send-pending.ts';
import { deleteSoon } from '../deletion/deletions.ts';
import { changeEntry, entryServer } from '../entries.queries.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { useReason } from './correction-reason.tsx';
import type { Saved } from './entry-dialog-props.ts';

export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
const deletedElsewhere = 'This entry was deleted elsewhere, so it can no longer be changed.';

/** Checks whether the entry itself was deleted: "not found" can also be its matter. */
function useGone(id: string) {
  const client = useQueryClient();
  const [isGone, setGone] = useState(false);
  const onError = async (error: Error) => {
    // It may be corrected: the list behind the form shows it as it is.
    if (isPerhapsDone(error)) void invalidate(client, ['entries']);
    if (!isNotFound(error) || (await isStillStored(id))) return;
    setGone(true);
    await invalidate(client, ['entries']);
  };
  return { gone: isGone ? deletedElsewhere : undefined, onError };
}

/** Without an answer the user may save again. */
async function isStillStored(id: string): Promise<boolean> {
  try {
    return (await entryServer.findCents(id)) !== undefined;
  } catch {
    return true;
  }
}
type Check = { onError: (error: Error) => Promise<void> };
type Saving = Pick<CorrectionDialogProps, 'onClose' | 'onTake'> & {
  opened: PricedEntry;
  reason: ReturnType<typeof useReason>;
};

/** A field that the form leaves out is cleared. */
const emptyFields = { minutes: null, quantity: null, narration: null, voucher: null };

/** Deletes the version that was read; the user can undo it for a while. */
export function useDeletion({ opened, title, reason, onClose }: Deleting) {
  const client = useQueryClient();
  return () => {
    const { _id: id, version, amount } = opened;
    const name = `${title}, ${formatRand(toCents(amount))}`;
    onClose();
    deleteSoon(client, { id, name, version, ...reason.body });
  };
}
type Deleting = Pick<Saving, 'opened' | 'reason' | 'onClose'> & { title: string };

/** Saves the version that was read; after an overwritten conflict the newest. */
export function useSaving({ opened, reason, onClose, onTake }: Saving) {
  const { gone, onError } = useGone(opened._id);
  const [entry, setEntry] = useState(opened);
  const save = useCorrection({
    work: async (correction: Correct) => ({
      ...correction,
      saved: await changeEntry(entry._id, correction.body),
    }),
    success: correctedText,
    warning: ({ matter, saved }) => saved.cap && reachedSentence(matter.number, saved.cap),
    onDone: onClose,
    onError,
  });
  const submit = (saved: Saved) => {
    if (!reason.isThere()) return false;
    const target = { version: entry.version, ...reason.body };
    save.mutate({ ...saved, body: { ...emptyFields, ...saved.body, ...target } });
    return true;
  };
  const { isLost: isPerhapsOwn, forget } = useLostAnswer(save.error);
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const overwrite = (theirs: PricedEntry) => {
    setEntry(theirs);
    save.reset();
    forget();
  };
  return {
    entry,
    save,
    submit,
    gone,
    conflict: isConflict ? { reload: onTake, overwrite, isPerhapsOwn } : undefined,
  };
}
/** A correction with the price in cents that the form shows. */
type Correct = Pick<Saved, 'cents' | 'matter'> & { body: ChangedEntry };
/** The server's price counts; it differs if call fees have changed while the form was open. */
function correctedText({ cents, saved }: { cents: number; saved: Accepted }): string {
  if (cents === saved.sentCents) return 'Entry corrected.';
  const prices = `${formatRand(saved.sentCents)}, not ${formatRand(cents)}`;
  return `Entry corrected: ${prices}: the prices have changed.`;
}

type Correcting<Input, Done> = Check & {
  work: (input: Input) => Promise<Done>;
  success: (done: Done) => string;
  warning?: (done: Done) => string | undefined;
  onDone: () => void;
};

function useCorrection<Input, Done>(correcting: Correcting<Input, Done>) {
  const { work, success, warning, onDone, onError } = correcting;
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: work,
    onError,
    onSuccess: async (done: Done) => {
      onDone();
      toast(success(done));
      const warned = warning?.(done);
      if (warned !== undefined) toast(warned, 'bad');
      await invalidate(client, ['entries', 'matters']);
    },
  });
}
export type Props = {
  entry: Entry;
  types: readonly DatedType[];
  onClose: () => void;
  /** A firm admin's correction says why. */
  asksReason?: boolean;
};

export type CorrectionProps = Omit<Props, 'entry'> & {
  title: string;
  entry: PricedEntry;
};
export type CorrectionDialogProps = CorrectionProps & { onTake: (theirs: PricedEntry) => void };
