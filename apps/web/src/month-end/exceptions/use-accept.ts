import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { acceptExceptions, takeAcceptanceBack } from '../month-end.queries.ts';
import { exceptionsText } from './exception-texts.ts';

type Accepting = { items: readonly Exception[]; onDone: () => void; onChanged: () => void };

export function useAccept({ items, onDone, onChanged }: Accepting) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.entries });
  return useOneMutation({
    mutationFn: (reason: string) => acceptExceptions(items, reason),
    onSuccess: async (accepted) => {
      onDone();
      toast(`${exceptionsText(accepted)} accepted.`);
      await readAgain();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return;
      onChanged();
      await readAgain();
    },
  });
}

/** An acceptance that is gone already is taken back as well. */
export function useTakeBack() {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: takeAcceptanceBack,
    onSuccess: () => toast('The acceptance was taken back.'),
    onError: (error) => toast(error.message, 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.entries }),
  });
}
