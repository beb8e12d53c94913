import { useForm } from '@mantine/form';
import { ConfirmedActionDialog } from '../../platform/reauthentication/confirmed-action-dialog.tsx';
import { ShownOnceDialog } from '../../ui/dialog/shown-once-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { confirmPassword, readStored, saveStored } from './part-store.ts';

type Frame = { onDone: (action: string) => void; onClose: () => void };

/** The name "Taken" is refused at its field, and "Offline" finds no server. */
export function FormDialogPart({ onDone, onClose }: Frame) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name === '' ? 'Enter a name.' : null) },
  });
  const saving = useOneMutation({
    mutationFn: (values: { name: string }) => {
      onDone('Save form');
      return saveStored({ ...readStored(), ...values });
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="A form"
      form={form}
      saving={saving}
      onSave={(values) => saving.mutate(values)}
      onClose={onClose}
    >
      <TextField label="Name" isRequired data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}

/** Any password is right but "wrong". */
export function ConfirmedActionPart({ onDone, onClose }: Frame) {
  return (
    <ConfirmedActionDialog
      title="Sign Thandi out everywhere?"
      question="All sessions end."
      actionLabel="Sign out"
      isDanger
      run={confirmPassword}
      onDone={() => {
        onDone('Sign out');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function OncePart({ onClose }: { onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Your API key"
      label="API key"
      secret="rk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
      loss="The key is shown once, and was not copied."
      about="Make another key if it is lost."
      onClose={onClose}
    >
      <p>Copy the key now.</p>
    </ShownOnceDialog>
  );
}
