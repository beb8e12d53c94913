import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useFinish } from '../../platform/api/use-finish.ts';
import { RecordForm, useRecordForm } from '../../platform/record-form/record-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CheckboxField, RadioGroup } from '../../ui/form/choice-fields.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { PhotoButton } from '../../ui/form/photo-button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { choiceField, defineForm, flagField, textField } from '../../ui/form/define-form.ts';
import { Fields } from '../../ui/form/defined-fields.tsx';
import { SavedForm, useSavedForm } from '../../ui/form/saved-form.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { nothing, Part, Row } from './part.tsx';
import { countRequests, readStored, saveAsAnotherUser, saveStored } from './part-store.ts';

const options = [
  { value: 'call', label: 'Call' },
  { value: 'copies', label: 'Photocopies' },
  { value: 'old', label: 'Not in use', isDisabled: true },
];

export function FormParts() {
  return (
    <>
      <Part name="Fields">
        <TextField label="Name" isRequired description="As it is on the invoice." />
        <TextField label="Email" defaultValue="no-address" error="Please enter a valid email." />
        <TextField label="Firm" defaultValue="Nkosi & Partners" disabled />
        <DayField label="Date" />
        <TextAreaField label="Text" />
        <SelectField label="Disbursement type" options={options} />
        <PasswordField label="Password" defaultValue="amber-river" />
      </Part>
      <Saved />
      <Shell />
      <Choices />
      <Files />
    </>
  );
}

const savedForm = defineForm({
  name: textField('Name', { description: 'Empty, it cannot be saved.' }),
});

function Saved() {
  const { form, saving } = useSavedForm(savedForm, {
    saved: { name: 'Lerato Nkosi' },
    save: async ({ name }) => {
      if (name === '') throw new Error('The service cannot be reached.');
      return { name };
    },
    onSaved: nothing,
  });
  return (
    <Part name="SavedForm">
      <SavedForm form={form} saving={saving} action="Save profile">
        <Fields form={form} />
      </SavedForm>
    </Part>
  );
}

/** A page of its own. */
function Shell() {
  const { name, cell, version } = readStored();
  return (
    <Part name="FormShell">
      <Row>
        <ButtonLink variant="outline" to="/form">
          A form of a page
        </ButtonLink>
        <output aria-label="Stored">
          {`${name}, ${cell}, version ${version}, ${countRequests()} requests`}
        </output>
      </Row>
    </Part>
  );
}

function Choices() {
  const [chosen, choose] = useState('call');
  return (
    <Part name="RadioGroup, CheckboxField">
      <RadioGroup label="Type" options={options} value={chosen} onChange={choose} />
      <CheckboxField label="Send an invitation" description="It has no password." />
      <CheckboxField label="Require it" error="Sign in by it once yourself first." />
      <CheckboxField label="Cannot be changed" checked disabled readOnly />
    </Part>
  );
}

function Files() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const picker = { accept: '.csv', hint: 'CSV', atMost: '20 MB' } as const;
  return (
    <Part name="FilePicker, PhotoButton">
      <FilePicker
        label="Matters"
        {...picker}
        {...{ file, error }}
        onPick={(picked) => {
          setFile(picked);
          setError(undefined);
        }}
        onReject={setError}
      />
      <FilePicker
        label="Refused"
        {...picker}
        file={null}
        error="“notes.txt” is not a .csv file."
        onPick={nothing}
        onReject={nothing}
      />
      <PhotoButton onTake={nothing}>Take a photo</PhotoButton>
    </Part>
  );
}

const partForm = defineForm({
  name: textField('Name', { schema: z.string().min(1, 'Enter a name.'), isRequired: true }),
  cell: textField('Cell'),
  kind: choiceField('Kind', {
    options: [
      { value: 'attorney', label: 'Attorney' },
      { value: 'secretary', label: 'Secretary' },
    ],
    start: 'attorney',
  }),
  isActive: flagField('Active'),
});

/** A page that is a form, at `/ui#/form`: saving, leaving and a change by another user. */
export function FormPart() {
  const finish = useFinish([]);
  const record = useRecordForm(partForm, {
    saved: readStored(),
    query: () => queryOptions({ queryKey: ['part'], queryFn: async () => readStored() }),
    save: (values, read = readStored()) => saveStored({ ...read, ...values }),
    onSaved: () => finish('Saved.', '/'),
  });
  return (
    <RecordForm title="A form of a page" record={record} backTo="/">
      <Fields form={record.form} />
      <Button variant="outline" size="small" onClick={saveAsAnotherUser}>
        Another user saves
      </Button>
    </RecordForm>
  );
}
