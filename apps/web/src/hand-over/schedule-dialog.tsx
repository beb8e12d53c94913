import { useForm, type UseFormReturnType } from '@mantine/form';
import type { HandOver } from '@recoup/contract/hand-over/endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { saveHandOver } from './hand-over.queries.ts';
import {
  dayLabels,
  dayOptions,
  fileOptions,
  placeOptions,
  scheduleBody,
  scheduleValues,
  type ScheduleValues,
} from './schedule-values.ts';

export type Choices = {
  servers: readonly SftpServer[];
  layouts: readonly { _id: string; name: string }[];
};
type Props = Choices & {
  /** Without it a new one is added. */
  handOver?: HandOver;
  onClose: () => void;
};

/** Which file goes where, and when. */
export function ScheduleDialog({ handOver, onClose, ...choices }: Props) {
  const form = useForm({ initialValues: scheduleValues(handOver, choices.servers) });
  const save = useOneMutation({
    mutationFn: async (values: ScheduleValues) => saveHandOver(handOver?._id, scheduleBody(values)),
    onSuccess: ({ name }) => {
      toast(`${name} saved.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={handOver ? `Edit ${handOver.name}` : 'Add a hand-over'}
      form={form}
      saving={save}
      onSave={(values) => save.mutate(values)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isRequired
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <FileFields form={form} {...choices} />
      <TimeFields form={form} />
      <CheckboxField label="On" {...form.getInputProps('isOn', { type: 'checkbox' })} />
    </FormDialog>
  );
}

type FieldProps = { form: UseFormReturnType<ScheduleValues> };

function FileFields({ form, servers, layouts }: FieldProps & Choices) {
  return (
    <>
      <SelectField
        label="File"
        options={fileOptions(layouts)}
        {...form.getInputProps('file')}
        error={form.errors.layout}
      />
      <SelectField
        label="To"
        options={placeOptions(servers)}
        {...form.getInputProps('place')}
        error={form.errors.server}
      />
      {form.values.place === 'email' && (
        <TextField
          label="Email"
          type="email"
          isRequired
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      )}
    </>
  );
}

function TimeFields({ form }: FieldProps) {
  const { on } = form.values;
  const label = dayLabels[on];
  return (
    <>
      <SelectField label="When" options={dayOptions} {...form.getInputProps('on')} />
      {label !== undefined && (
        <TextField
          label={label}
          inputMode="numeric"
          isRequired
          maxLength={2}
          {...form.getInputProps('day')}
        />
      )}
      <TextField
        label="Time in South Africa"
        type="time"
        isRequired
        {...form.getInputProps('time')}
      />
    </>
  );
}
