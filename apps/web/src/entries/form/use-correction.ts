import type { ChangedEntry, Entry } from '@recoup/contract/entries/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { changeEntry, deleteEntry, entryServer, type PricedEntry } from '../entries.queries.ts';
import type { useReason } from './correction-reason.tsx';
import type { Saved, Type } from './entry-dialog-props.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';

export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
const deletedElsewhere = 'This entry was deleted elsewhere, so it can no longer be changed.';

/** Checks whether the entry itself was deleted: "not found" can also be its matter. */
function useGone(id: string) {
  const client = useQueryClient();
  const [isGone, setGone] = useState(false);
  const onError = async (error: Error) => {
    if (!isNotFound(error) || (await isKept(id))) return;
    setGone(true);
    await client.invalidateQueries({ queryKey: queryKeys.entries });
  };
  return { gone: isGone ? deletedElsewhere : undefined, onError };
}

/** Without an answer the user may save again. */
async function isKept(id: string): Promise<boolean> {
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
const emptyFields = { minutes: null, quantity: null, narration: null };

/** Saves and deletes the version that was read; after an overwritten conflict the newest. */
export function useSaving({ opened, reason, onClose, onTake }: Saving) {
  const { gone, onError } = useGone(opened._id);
  const [entry, setEntry] = useState(opened);
  const work = (body: ChangedEntry) => changeEntry(entry._id, body);
  const save = useCorrection({
    work,
    success: 'Entry corrected.',
    onDone: onClose,
    onError,
  });
  const remove = useCorrection<void>({
    work: () => deleteEntry(entry._id, { version: entry.version, ...reason.given }),
    success: 'The entry was deleted.',
    onDone: onClose,
    onError,
  });
  const submit = (saved: Saved) => {
    if (!reason.isThere()) return false;
    save.mutate({ ...emptyFields, ...saved.body, version: entry.version, ...reason.given });
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
    remove,
    submit,
    gone,
    conflict: isConflict ? { reload: onTake, overwrite } : undefined,
  };
}
type Correcting<Input> = Check & {
  work: (input: Input) => Promise<unknown>;
  success: string;
  onDone: () => void;
};

function useCorrection<Input>({ work, success, onDone, onError }: Correcting<Input>) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: work,
    onError,
    onSuccess: async () => {
      onDone();
      toast(success);
      await client.invalidateQueries({ queryKey: queryKeys.entries });
    },
  });
}
export type Props = {
  entry: Entry;
  types: readonly Type[];
  onClose: () => void;
  /** A firm admin's correction says why. */
  asksReason?: boolean;
};

export type CorrectionProps = Omit<Props, 'entry'> & {
  title: string;
  entry: PricedEntry;
};
export type CorrectionDialogProps = CorrectionProps & { onTake: (theirs: PricedEntry) => void };
