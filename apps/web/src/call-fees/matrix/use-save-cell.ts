import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import type { ConflictChoices } from '../../platform/edit-conflict/edit-conflict.tsx';
import { useLostAnswer } from '../../platform/edit-conflict/use-lost-answer.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import type { SavedFees } from '../use-call-fee-modal.ts';
import { saveCell } from './fees.queries.ts';

type Choices = Omit<ConflictChoices<User>, 'isPerhapsOwn'>;
type Saving = { user: User; type: DisbursementType; onClose: () => void };

/** Saves the version of the attorney that was read; after an overwritten conflict the newest. */
export function useSaveCell({ user, type, onClose }: Saving) {
  const client = useQueryClient();
  const save = useOneMutation({
    mutationFn: ({ typeId, bands, from }: SavedFees) =>
      saveCell({
        attorneyId: user._id,
        version: user.version,
        typeId,
        callFees: bands.map(toFeeRow),
        from,
        types: typesWith(user, typeId),
      }),
    onSuccess: async () => {
      toast(`${type.title} fees of ${user.name} saved.`);
      onClose();
      await Promise.all(
        [queryKeys.callFees, queryKeys.users].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  const isPerhapsOwn = useLostAnswer(save.error);
  const hasConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const then = (choose: (theirs: User) => void) => (theirs: User) => {
    choose(theirs);
    save.reset();
  };
  return {
    mutate: (saved: SavedFees) => save.mutate(saved),
    isPending: save.isPending,
    hasConflict,
    message: hasConflict ? undefined : save.error?.message,
    choosing: ({ reload, overwrite }: Choices): ConflictChoices<User> => ({
      reload: then(reload),
      overwrite: then(overwrite),
      isPerhapsOwn,
    }),
  };
}

/** All types of the attorney with a new one; undefined for one that is assigned. */
function typesWith(user: User, typeId: string): string[] | undefined {
  const types = user.disbursementTypes.map(({ _id }) => _id);
  return types.includes(typeId) ? undefined : [...types, typeId];
}
