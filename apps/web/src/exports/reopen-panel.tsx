import { exportEndpoints, type ExportRecord } from '@recoup/contract/exports/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/page-frame.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import styles from './exports.module.css';
import { exportsKey, reopenExport } from './exports.queries.ts';

/** Unlocks the entries of a closed export, for a reason that is kept. */
export function ReopenPanel({ record }: { record: ExportRecord }) {
  const [reason, setReason] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { reopen, fieldError, submit } = useSubmit({
    record,
    reason,
    onFault: () => input.current?.focus(),
  });
  useUnsaved(() => reason !== '' && !reopen.isSuccess);
  return (
    <Panel label="Reopen">
      <div>
        <h2>Reopen</h2>
        <p className={styles.about}>
          Its disbursements can be changed again and go into the next export. The file that went out
          stays as it is.
        </p>
      </div>
      {reopen.error !== null && fieldError === undefined && (
        <Alert kind="error">{reopen.error.message}</Alert>
      )}
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label="Reason"
          ref={input}
          isRequired
          value={reason}
          error={fieldError}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="danger" isBusy={reopen.isPending}>
            Reopen export {record.number}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

type Submit = { record: ExportRecord; reason: string; onFault: () => void };

function useSubmit({ record, reason, onFault }: Submit) {
  const client = useQueryClient();
  const reopen = useReopening(record);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = reopening.safeParse({ reason }).error?.issues[0]?.message;
    setFault(found);
    if (found !== undefined) onFault();
    else if (client.isMutating({ mutationKey: reopenKey }) === 0) reopen.mutate(reason);
  };
  const refused = reopen.error instanceof ApiError ? reopen.error.fields.reason : undefined;
  return { reopen, fieldError: fault ?? refused, submit };
}

const reopenKey = ['reopen'] as const;
const reopening = exportEndpoints.reopenExport.body;

function useReopening({ _id }: ExportRecord) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: reopenKey,
    mutationFn: (reason: string) => reopenExport(_id, reason),
    onSuccess: async ({ number }) => {
      toast(`Export ${number} is open again.`);
      await client.invalidateQueries({ queryKey: exportsKey });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return;
      // It was reopened elsewhere: the page shows it, and this form goes.
      toast(error.message, 'bad');
      await client.invalidateQueries({ queryKey: exportsKey });
    },
  });
}
