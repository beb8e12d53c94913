import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type HandOver,
  handOverEndpoints,
  maxHandOvers,
  type SavedHandOver,
} from '@recoup/contract/hand-over/endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { invalidate } from '../platform/api/read.ts';
import { useAction, useActionBy } from '../platform/api/use-action.ts';
import { aboutHandOver } from './hand-over-texts.ts';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { type HandOverDay, handOverDays, maxDay } from '@recoup/contract/hand-over/days';
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
import { send } from '../platform/api/api-client.ts';

/** Scheduled hand-overs, with buttons to add, change, run and delete them. */
export function Schedules({ schedules, ...choices }: { schedules: readonly HandOver[] } & Choices) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<HandOver | 'new'>();
  const close = () => {
    setEditing(undefined);
    void invalidate(client, ['hand-overs']);
  };
  return (
    <>
      <h3>Hand-overs</h3>
      <List schedules={schedules} layouts={choices.layouts} onEdit={setEditing} />
      {may('hand-overs:write') && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            disabled={schedules.length >= maxHandOvers}
            onClick={() => setEditing('new')}
          >
            Add a hand-over
          </Button>
        </div>
      )}
      {editing !== undefined && (
        <ScheduleDialog
          {...choices}
          {...(editing !== 'new' && { handOver: editing })}
          onClose={close}
        />
      )}
    </>
  );
}

type ListProps = Pick<Choices, 'layouts'> & {
  schedules: readonly HandOver[];
  onEdit: (handOver: HandOver) => void;
};

function List({ schedules, layouts, onEdit }: ListProps) {
  if (schedules.length === 0) return <p>Nothing is handed over on schedule yet.</p>;
  const items = schedules.map((handOver) => ({
    key: handOver._id,
    title: handOver.name,
    tag: !handOver.isOn && <Tag>Off</Tag>,
    about: aboutHandOver(handOver, layouts),
    action: may('hand-overs:write') && (
      <div className={shared.buttons}>
        {handOver.isOn && <RunButton {...handOver} />}
        <Button
          variant="outline"
          size="small"
          aria-label={`Edit ${handOver.name}`}
          onClick={() => onEdit(handOver)}
        >
          Edit
        </Button>
        <DeleteButton {...handOver} />
      </div>
    ),
  }));
  return <ItemList label="Hand-overs" items={items} />;
}

type Named = Pick<HandOver, '_id' | 'name'>;

function RunButton({ _id, name }: Named) {
  const start = useAction(handOverEndpoints.runHandOver, {
    done: `${name} runs within two minutes. What becomes of it is in the last runs.`,
    changes: ['hand-overs'],
  });
  return (
    <>
      {start.error && <Alert kind="error">{start.error.message}</Alert>}
      <ConfirmButton
        variant="outline"
        size="small"
        aria-label={`Run ${name} now`}
        title={`Run ${name} now?`}
        question="Recoup closes what is not yet exported, and sends the file."
        confirmLabel="Run now"
        backLabel="Cancel"
        onConfirm={() => start.run({ params: { id: _id }, body: {} })}
      >
        Run now
      </ConfirmButton>
    </>
  );
}

function DeleteButton({ _id, name }: Named) {
  const remove = useAction(handOverEndpoints.deleteHandOver, {
    done: `${name} deleted.`,
    changes: ['hand-overs'],
  });
  return (
    <ConfirmButton
      variant="outline"
      size="small"
      aria-label={`Delete ${name}`}
      title={`Delete ${name}?`}
      question="It does not run any more. Its exports and runs stay in the ledger."
      confirmLabel="Delete"
      confirming={remove}
      onConfirm={() => remove.run({ params: { id: _id } })}
    >
      Delete
    </ConfirmButton>
  );
}

type Choices = {
  servers: readonly SftpServer[];
  layouts: readonly { _id: string; name: string }[];
};
type Props = Choices & {
  /** Without it a new one is added. */
  handOver?: HandOver;
  onClose: () => void;
};

/** Which file goes where, and when. */
function ScheduleDialog({ handOver, onClose, ...choices }: Props) {
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
