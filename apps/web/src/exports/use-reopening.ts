import { type ExportRecord, exportEndpoints } from '@recoup/contract/exports/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { queryKeys } from '../platform/api/query-keys.ts';
import { reopenExport } from './exports.queries.ts';

type Submit = { record: ExportRecord; reason: string; onFault: () => void };

export function useSubmit({ record, reason, onFault }: Submit) {
  const reopen = useReopening(record);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = reopening.safeParse({ reason }).error?.issues[0]?.message;
    setFault(found);
    if (found !== undefined) onFault();
    else reopen.mutate(reason);
  };
  const refused = reopen.error instanceof ApiError ? reopen.error.fields.reason : undefined;
  return { reopen, fieldError: fault ?? refused, submit };
}
const reopening = exportEndpoints.reopenExport.body;

function useReopening({ _id }: ExportRecord) {
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
