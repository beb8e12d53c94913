import {
  type ChangedMatter,
  type Matter,
  matterEndpoints,
} from '@recoup/contract/matters/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';

/** Saves what a firm admin may change of a matter; `savedText` says what was saved. */
export function useSaveMatter(
  { _id: id }: Matter,
  { savedText, onSaved }: { savedText: (saved: Matter) => string; onSaved: () => void },
) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: async (body: ChangedMatter) =>
      (await send(matterEndpoints.updateMatter, { params: { id }, body })).data,
    onSuccess: async (saved) => {
      onSaved();
      toast(savedText(saved));
      // The matters that one recorded on last are below the entries.
      await Promise.all(
        [queryKeys.matters, queryKeys.entries].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
