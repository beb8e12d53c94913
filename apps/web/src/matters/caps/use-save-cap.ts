import { formatRand, toCents } from '@recoup/contract/core/money';
import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';

/** Null removes the cap. */
export function useSaveCap({ _id: id, number }: Matter, onSaved: () => void) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: async (cap: number | null) =>
      (await send(matterEndpoints.updateMatter, { params: { id }, body: { cap } })).data,
    onSuccess: async ({ cap }) => {
      onSaved();
      toast(
        cap === null
          ? `Cap of ${number} removed.`
          : `Cap of ${number}: ${formatRand(toCents(cap))}.`,
      );
      // The matters that one recorded on last are below the entries.
      await Promise.all(
        [queryKeys.matters, queryKeys.entries].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
