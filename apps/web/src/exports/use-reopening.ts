import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { reopenExport } from './exports.queries.ts';

export function useReopening({ _id }: ExportRecord) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: (reason: string) => reopenExport(_id, reason),
    onSuccess: async ({ number }) => {
      toast(`Export ${number} reopened.`);
      await client.invalidateQueries({ queryKey: queryKeys.exports });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return;
      // It was reopened elsewhere: the page shows it, and this form goes.
      toast(error.message, 'bad');
      await client.invalidateQueries({ queryKey: queryKeys.exports });
    },
  });
}
