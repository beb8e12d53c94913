import type { NewEntry, PricedEntry } from '@recoup/contract/entries/endpoints';
import { reversalEndpoints } from '@recoup/contract/entries/reversals';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { reachedSentence } from '../caps/cap-words.ts';

type Body = { reason: string; replacement?: NewEntry };

/** Reverses the entry, with or without a replacement. */
export function useReversal({ _id: id }: PricedEntry, onDone: () => void) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: async (body: Body) =>
      (await send(reversalEndpoints.reverseEntry, { params: { id }, body })).data,
    onSuccess: async ({ replacement }) => {
      onDone();
      toast(replacement ? 'Entry reversed and replaced.' : 'Entry reversed.');
      if (replacement?.cap)
        toast(reachedSentence(replacement.matter.number, replacement.cap), 'bad');
      await Promise.all(
        [queryKeys.entries, queryKeys.matters].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
