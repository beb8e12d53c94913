import { useForm } from '@mantine/form';
import {
  firmSettingsEndpoints,
  type FirmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { send } from '../../platform/api/api-client.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import styles from '../month-end.module.css';
import { workingDayOptions, hourOptions, remindersText } from './reminder-texts.ts';

type Settings = FirmSettings['reminders'];

/** On which day and hour attorneys are reminded. */
export function ReminderForm({ saved }: { saved: Settings }) {
  const form = useForm({
    initialValues: {
      isOn: saved.isOn,
      workingDaysBefore: String(saved.workingDaysBefore),
      hour: String(saved.hour),
    },
  });
  const save = useActionBy(saveReminders, {
    done: (reminders) => `Reminders saved: ${remindersText(reminders)}.`,
    changes: ['firm-settings'],
  });
  const { error, submit } = useFormAnswer({
    form,
    saving: save,
    onSave: ({ isOn, workingDaysBefore, hour }) =>
      save.run({ isOn, workingDaysBefore: Number(workingDaysBefore), hour: Number(hour) }),
  });
  useUnsaved(() => form.isDirty() && !save.isSuccess);
  return (
    <Form className={styles.reminderForm} {...submit}>
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
    </Form>
  );
}

async function saveReminders(reminders: Settings): Promise<Settings> {
  const body = { reminders };
  return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data.reminders;
}
