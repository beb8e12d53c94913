import { useForm } from '@mantine/form';
import {
  firmSettingsEndpoints,
  type FirmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { workingDayOptions, hourOptions, remindersText } from './reminder-words.ts';
import styles from '../month-end.module.css';

type Settings = FirmSettings['reminders'];

const remindersQuery = queryOptions({
  meta: { unableToGet: 'reminders' },
  queryKey: [...queryKeys.firms, 'reminders'] as const,
  queryFn: async ({ signal }) =>
    (await send(firmSettingsEndpoints.getFirmSettings, {}, { signal })).data.reminders,
  staleTime: 0,
});

/** When attorneys are reminded by mail; folded away, because it is set once. */
export function Reminders() {
  const { data, error } = useQuery(remindersQuery);
  return (
    <details className={styles.reminders}>
      <summary>Reminders by email: {data ? remindersText(data) : 'loading…'}</summary>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {data !== undefined && <ReminderForm key={JSON.stringify(data)} saved={data} />}
    </details>
  );
}

function ReminderForm({ saved }: { saved: Settings }) {
  const form = useForm({
    initialValues: {
      isOn: saved.isOn,
      workingDaysBefore: String(saved.workingDaysBefore),
      hour: String(saved.hour),
    },
  });
  const save = useSaveReminders();
  const { error, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: ({ isOn, workingDaysBefore, hour }) =>
      save.mutate({ isOn, workingDaysBefore: Number(workingDaysBefore), hour: Number(hour) }),
  });
  useUnsaved(() => form.isDirty() && !save.isSuccess);
  return (
    <form noValidate className={styles.reminderForm} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <CheckboxField
        label="Remind attorneys whose month is not complete or who have open exceptions"
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <div className={styles.month}>
        <SelectField
          label="First reminder"
          options={workingDayOptions}
          {...form.getInputProps('workingDaysBefore')}
        />
        <SelectField label="Hour" options={hourOptions} {...form.getInputProps('hour')} />
        <Button type="submit" variant="outline" isBusy={save.isPending}>
          Save reminders
        </Button>
      </div>
    </form>
  );
}

function useSaveReminders() {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: async (reminders: Settings) =>
      (await send(firmSettingsEndpoints.saveFirmSettings, { body: { reminders } })).data.reminders,
    onSuccess: (reminders) => {
      client.setQueryData(remindersQuery.queryKey, reminders);
      toast(`Reminders saved: ${remindersText(reminders)}.`);
    },
  });
}
