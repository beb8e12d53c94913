import { useForm, type UseFormReturnType } from '@mantine/form';
import {
  type HandOver,
  type SavedHandOver,
  handOverEndpoints,
} from '@recoup/contract/hand-over/endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { type HandOverDay, handOverDays, maxDay } from '@recoup/contract/hand-over/days';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useActionBy } from '../platform/api/use-action.ts';
import { send } from '../platform/api/api-client.ts';

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
  const save = useActionBy((values: ScheduleValues) => saveSchedule(handOver?._id, values), {
    done: ({ data }) => `${data.name} saved.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={handOver ? `Edit ${handOver.name}` : 'Add a hand-over'}
      form={form}
      saving={save}
      onSave={save.run}
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

type Layouts = readonly { _id: string; name: string }[];

const dayNames: Readonly<Record<HandOverDay, string>> = {
  last_working_day: 'On the last working day of the month',
  working_days_before: 'Some working days before the last one',
  first_working_day: 'On the first working day, for the month before',
  day_of_month: 'On a day of the month',
  daily: 'Daily',
};

const dayOptions = handOverDays.map((value) => ({ value, label: dayNames[value] }));

/** Labels of the number field, for the choices that need a number. */
const dayLabels: Readonly<Partial<Record<HandOverDay, string>>> = {
  working_days_before: 'Working days before (1 to 10)',
  day_of_month: 'Day of the month (1 to 31)',
};

/** The files of an export; a layout by its id. */
function fileOptions(layouts: Layouts) {
  return [
    { value: 'csv', label: 'CSV' },
    { value: 'xlsx', label: 'Excel file (XLSX)' },
    ...layouts.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
}

function placeOptions(servers: readonly SftpServer[]) {
  return [
    ...servers.map(({ _id, name }) => ({ value: _id, label: `SFTP: ${name}` })),
    { value: 'email', label: 'An email address' },
  ];
}

type ScheduleValues = {
  name: string;
  file: string;
  place: string;
  email: string;
  on: HandOverDay;
  day: string;
  time: string;
  isOn: boolean;
};

function scheduleValues(
  handOver: HandOver | undefined,
  servers: readonly SftpServer[],
): ScheduleValues {
  if (!handOver)
    return {
      name: '',
      file: 'csv',
      place: servers[0]?._id ?? 'email',
      email: '',
      on: 'last_working_day',
      day: '',
      time: '16:00',
      isOn: true,
    };
  const { name, type, layout, server, email, on, day, time, isOn } = handOver;
  const [file, place] = [layout ?? type, server?._id ?? 'email'];
  return { name, file, place, email: email ?? '', on, day: String(day ?? ''), time, isOn };
}

function saveSchedule(id: string | undefined, values: ScheduleValues) {
  const body = scheduleBody(values);
  return id === undefined
    ? send(handOverEndpoints.createHandOver, { body })
    : send(handOverEndpoints.updateHandOver, { params: { id }, body });
}

function scheduleBody({ file, place, email, day, ...values }: ScheduleValues): SavedHandOver {
  const isMail = place === 'email';
  return {
    ...values,
    type: file === 'xlsx' ? 'xlsx' : 'csv',
    layout: file === 'csv' || file === 'xlsx' ? null : file,
    server: isMail ? null : place,
    email: isMail ? email : null,
    // An empty field is no 0.
    day: maxDay[values.on] === 0 ? null : Number(day.trim() === '' ? Number.NaN : day),
  };
}
