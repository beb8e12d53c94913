import { queryOptions } from '@tanstack/react-query';
import { useFinish } from '../../platform/api/use-finish.ts';
import { RecordForm, useRecordForm } from '../../platform/record-form/record-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { choice, defineForm, flag, text } from '../../ui/form/define-form.ts';
import { Fields } from '../../ui/form/defined-fields.tsx';
import { readStored, saveAsAnotherUser, saveStored } from './part-store.ts';
import { z } from 'zod';

const partForm = defineForm({
  name: text('Name', { schema: z.string().min(1, 'Enter a name.'), isRequired: true }),
  cell: text('Cell'),
  kind: choice('Kind', {
    options: [
      { value: 'attorney', label: 'Attorney' },
      { value: 'secretary', label: 'Secretary' },
    ],
    start: 'attorney',
  }),
  isActive: flag('Active'),
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
