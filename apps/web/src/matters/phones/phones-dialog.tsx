import { useForm } from '@mantine/form';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { useId } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useSaveMatter } from '../use-save-matter.ts';
import { phoneLines, phonesError } from './phone-lines.ts';

/** The telephone numbers of a matter's people, by which attorneys dial and calls are recognised. */
export function PhonesDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  const id = useId();
  const form = useForm({
    initialValues: { phones: matter.phones.map(formatPhone).join('\n') },
    validate: { phones: phonesError },
  });
  const save = useSaveMatter(matter, {
    savedText: ({ number, phones }) =>
      phones.length === 0
        ? `${number} has no telephone numbers now.`
        : `Telephone numbers of ${number}: ${phones.map(formatPhone).join(', ')}.`,
    onSaved: onClose,
  });
  const { error, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: ({ phones }) => save.mutate({ phones: phoneLines(phones) }),
  });
  return (
    <Dialog
      title={`Telephone numbers of ${matter.number}`}
      isOpen
      isChanged={form.isDirty() && !save.isSuccess}
      onClose={save.isPending ? undefined : onClose}
      actions={<DialogButtons action={{ label: 'Save', form: id, isBusy: save.isPending }} />}
    >
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      <form id={id} noValidate {...submit}>
        <TextAreaField
          label="Telephone numbers"
          description="One a line, with the area code: of the client, witnesses and colleagues."
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('phones')}
        />
      </form>
    </Dialog>
  );
}
