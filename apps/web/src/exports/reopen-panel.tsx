import type { ExportRecord } from '@recoup/contract/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Panel } from '../ui/page-frame.tsx';
import { toast } from '../ui/toast.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import styles from './exports.module.css';
import { exportsKey, reopenExport } from './exports.queries.ts';

/** Unlocks the entries of a closed export, for a reason that is kept. */
export function ReopenPanel({ record }: { readonly record: ExportRecord }) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const reopen = useReopening(record);
  useUnsaved(() => reason !== '' && !reopen.isSuccess);
  const fieldError = reopen.error instanceof ApiError ? reopen.error.fields['reason'] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (client.isMutating({ mutationKey: reopenKey }) === 0) reopen.mutate(reason);
  };
  return (
    <Panel label="Reopen">
      <div>
        <h2>Reopen</h2>
        <p className={styles['about']}>
          Its disbursements can be changed again and go into the next export. The file that went out stays as it is.
        </p>
      </div>
      {reopen.error !== null && fieldError === undefined && <Alert kind="error">{reopen.error.message}</Alert>}
      <form noValidate className={styles['form']} onSubmit={submit}>
        <TextField
          label="Reason"
          isRequired
          maxLength={500}
          value={reason}
          error={fieldError}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" look="danger" isBusy={reopen.isPending}>
            Reopen export {record.number}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const reopenKey = ['reopen'] as const;

function useReopening({ _id }: ExportRecord) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: reopenKey,
    mutationFn: (reason: string) => reopenExport(_id, reason),
    onSuccess: async ({ number }) => {
      toast(`Export ${number} is open again.`);
      await client.invalidateQueries({ queryKey: exportsKey });
    },
  });
}
