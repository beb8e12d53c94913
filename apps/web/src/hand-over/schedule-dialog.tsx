import { type HandOverDay, handOverDays, maxDay } from '@recoup/contract/hand-over/days';
import {
  type HandOver,
  handOverEndpoints,
  type SavedHandOver,
} from '@recoup/contract/hand-over/endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import {
  choiceField,
  defineForm,
  flagField,
  formValuesFrom,
  textField,
  type Values,
} from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';

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
  const definition = defineScheduleForm(choices);
  const form = useDefinedForm(definition, {
    initialValues: formValuesFrom(definition, handOver && toSaved(handOver)),
  });
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
      <Fields
        form={form}
        looks={{
          file: { error: form.errors.layout },
          place: { error: form.errors.server },
          day: { label: dayLabels[form.values.on] ?? '' },
        }}
      />
    </FormDialog>
  );
}

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

function defineScheduleForm({ servers, layouts }: Choices) {
  return defineForm(
    {
      name: textField('Name', {
        isRequired: true,
        maxLength: 60,
        autoComplete: 'off',
        'data-autofocus': true,
      }),
      /** A layout by its id. */
      file: choiceField<string>('File', {
        options: [
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'Excel file (XLSX)' },
          ...layouts.map(({ _id, name }) => ({ value: _id, label: name })),
        ],
        start: 'csv',
      }),
      place: choiceField<string>('To', {
        options: [
          ...servers.map(({ _id, name }) => ({ value: _id, label: `SFTP: ${name}` })),
          { value: 'email', label: 'An email address' },
        ],
        start: servers[0]?._id ?? 'email',
      }),
      email: textField('Email', {
        type: 'email',
        isRequired: true,
        maxLength: 254,
        autoComplete: 'off',
      }),
      on: choiceField('When', { options: dayOptions, start: 'last_working_day' }),
      day: {
        ...textField('Day', { inputMode: 'numeric', isRequired: true, maxLength: 2 }),
        read: (saved?: number | null) => String(saved ?? ''),
      },
      time: textField('Time in South Africa', { start: '16:00', type: 'time', isRequired: true }),
      isOn: flagField('On', { start: true }),
    },
    { email: ({ place }) => place === 'email', day: ({ on }) => on in dayLabels },
  );
}
type ScheduleValues = Values<ReturnType<typeof defineScheduleForm>['fields']>;

function toSaved(handOver: HandOver) {
  const { type, layout, server } = handOver;
  return { ...handOver, file: layout ?? type, place: server?._id ?? 'email' };
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
