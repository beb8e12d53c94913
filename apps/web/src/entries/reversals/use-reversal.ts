import type { NewEntry, PricedEntry } from '@recoup/contract/entries/endpoints';
import { reversalEndpoints } from '@recoup/contract/entries/reversals';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { pricedEntryQuery } from '../entries.queries.ts';
import { reachedSentence } from '../caps/cap-words.ts';

type Body = { reason: string; replacement?: NewEntry };

type Then = { onDone: () => void; onReload: () => void };

/** Reverses the entry, with or without a replacement; one that has changed is shown again. */
export function useReversal({ _id: id }: PricedEntry, { onDone, onReload }: Then) {
  const client = useQueryClient();
  const onError = async (error: Error) => {
    if (!(error instanceof ApiError) || error.status !== 409) return;
    const { reversedBy, isLocked } = await client.fetchQuery({
      ...pricedEntryQuery(id),
      staleTime: 0,
    });
    if (reversedBy === undefined && isLocked) return;
    toast(error.message, 'bad');
    onReload();
    await client.invalidateQueries({ queryKey: queryKeys.entries });
  };
  return useOneMutation({
    mutationFn: async (body: Body) =>
      (await send(reversalEndpoints.reverseEntry, { params: { id }, body })).data,
    onError,
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
