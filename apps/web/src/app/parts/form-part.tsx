import { useForm } from '@mantine/form';
import { useState } from 'react';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../../platform/edit-conflict/three-way.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useSave } from '../../platform/api/use-save.ts';
import { readStored, saveAsAnotherUser, saveStored, type Stored } from './part-store.ts';

type Values = Omit<Stored, 'version'>;

const kinds = [
  { value: 'attorney', label: 'Attorney' },
  { value: 'secretary', label: 'Secretary' },
];

/** A page that is a form, at `/ui#/form`: saving, leaving and a change by another user. */
export function FormPart() {
  const [read, onRead] = useState(readStored);
  const form = useForm<Values>({
    initialValues: formValuesFrom(read),
    validate: { name: (name) => (name === '' ? 'Enter a name.' : null) },
    validateInputOnBlur: true,
  });
  const save = useSave({
    form,
    save: (values: Values) => saveStored({ ...values, version: read.version }),
    done: 'Saved.',
    goTo: '/',
    changes: [],
  });
  const conflict = useEditConflict<Values, Stored>({
    form,
    saving: save,
    read,
    onRead,
    valuesOf: formValuesFrom,
  });
  return (
    <FormShell
      title="A form of a page"
      form={form}
      saving={conflict.saving}
      onSave={save.mutate}
      backTo="/"
    >
      <Conflict yours={form.values} {...conflict} />
      <TextField label="Name" isRequired {...form.getInputProps('name')} />
      <TextField label="Cell" {...form.getInputProps('cell')} />
      <SelectField label="Kind" options={kinds} {...form.getInputProps('kind')} />
      <CheckboxField label="Active" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      <Button variant="outline" size="small" onClick={saveAsAnotherUser}>
        Another user saves
      </Button>
    </FormShell>
  );
}

type ConflictProps = { yours: Values } & Omit<
  ReturnType<typeof useEditConflict<Values, Stored>>,
  'saving'
>;

function Conflict({ yours, hasConflict, base, ...choose }: ConflictProps) {
  if (!hasConflict) return null;
  return (
    <EditConflict<Stored>
      saved={{ data: readStored(), error: null, isFetching: false, refetch: readStored }}
      differences={(saved) =>
        listDifferences({ base, yours, theirs: formValuesFrom(saved) }, lines)
      }
      choose={choose}
    />
  );
}

function formValuesFrom(saved: Stored = readStored()): Values {
  const { version: _, ...values } = saved;
  return values;
}

function lines({ name, cell }: Values): readonly Line[] {
  return [
    ['Name', name],
    ['Cell', cell],
  ];
}
