import { schemaResolver, useForm } from '@mantine/form';
import { type ExportRecord, reopeningBody } from '@recoup/contract/exports/endpoints';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import styles from './exports.module.css';
import shared from '../ui/layout/shared.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { reopenExport } from './exports.queries.ts';
import { Form } from '../ui/form/form.tsx';

const validate = schemaResolver(reopeningBody, { sync: true });

/** Unlocks the entries of a closed export, for a reason that is kept. */
export function ReopenPanel({ record }: { record: ExportRecord }) {
  const form = useForm({ initialValues: { reason: '' }, validate });
  const reopen = useReopening(record);
  const { error, submit } = useFormAnswer({
    form,
    saving: reopen,
    onSave: ({ reason }) => reopen.mutate(reason),
  });
  useUnsaved(() => form.isDirty() && !reopen.isSuccess);
  return (
    <Panel label="Reopen">
      <div>
        <h2>Reopen</h2>
        <p className={styles.about}>
          Entries can be changed again and go into the next export. The original file is kept.
        </p>
      </div>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <Form className={shared.stack} {...submit}>
        <TextField label="Reason" isRequired {...form.getInputProps('reason')} />
        <div>
          <Button type="submit" variant="danger" isBusy={reopen.isPending}>
            Reopen export {record.number}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

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
