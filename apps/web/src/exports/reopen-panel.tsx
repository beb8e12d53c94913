import { schemaResolver, useForm } from '@mantine/form';
import {
  type ExportRecord,
  reopeningBody,
  exportEndpoints,
} from '@recoup/contract/exports/endpoints';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import styles from './exports.module.css';
import shared from '../ui/layout/shared.module.css';
import { ApiError } from '../platform/api/api-error.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { Form } from '../ui/form/form.tsx';
import { useAction } from '../platform/api/use-action.ts';

const validate = schemaResolver(reopeningBody, { sync: true });

/** Unlocks the entries of a closed export, for a reason that is stored. */
export function ReopenPanel({ record }: { record: ExportRecord }) {
  const form = useForm({ initialValues: { reason: '' }, validate });
  const reopen = useAction(exportEndpoints.reopenExport, {
    done: ({ data }) => `Export ${data.number} reopened.`,
    changes: ['exports'],
    onError: (error) => {
      // It was reopened elsewhere: the page shows it, and this form goes.
      if (error instanceof ApiError && error.code === 'conflict') toast(error.message, 'bad');
    },
  });
  const { error, submit } = useFormAnswer({
    form,
    saving: reopen,
    onSave: (body) => reopen.run({ params: { id: record._id }, body }),
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
