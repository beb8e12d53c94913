import type { Matter } from '@recoup/contract/matters/endpoints';
import { CapDialog } from './caps/cap-dialog.tsx';
import { useForm } from '@mantine/form';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { TextAreaField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useSaveMatter } from './use-save-matter.ts';
import { phoneLines, phonesError } from './phones/phone-lines.ts';

type Props = { matter: Matter; part: 'cap' | 'phones'; onClose: () => void };

/** Changes a matter of the list, which loads it when it is first needed. */
export function MatterDialog({ part, ...of }: Props) {
  return part === 'cap' ? <CapDialog {...of} /> : <PhonesDialog {...of} />;
}

/** The telephone numbers of a matter's people, by which attorneys dial and calls are recognised. */
function PhonesDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
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
  return (
    <FormDialog
      title={`Telephone numbers of ${matter.number}`}
      form={form}
      saving={save}
      onSave={({ phones }) => save.run({ phones: phoneLines(phones) })}
      onClose={onClose}
    >
      <TextAreaField
        label="Telephone numbers"
        description="One a line, with the area code: of the client, witnesses and colleagues."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phones')}
      />
    </FormDialog>
  );
}
