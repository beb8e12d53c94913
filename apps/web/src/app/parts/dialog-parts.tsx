import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { ConfirmedActionDialog } from '../../platform/reauthentication/confirmed-action-dialog.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { BareDialog } from '../../ui/dialog/bare-dialog.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ShownOnceDialog } from '../../ui/dialog/shown-once-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { confirmPassword, readStored, saveStored } from './part-store.ts';
import { Part, Row } from './part.tsx';

type Frame = { onDone: (action: string) => void; onClose: () => void };

const frames: Readonly<Record<string, (frame: Frame) => ReactNode>> = {
  small: (frame) => <PlainDialog title="A small dialog" {...frame} />,
  large: (frame) => <PlainDialog title="A large dialog" size="large" {...frame} />,
  changed: (frame) => <PlainDialog title="A changed dialog" isChanged {...frame} />,
  kept: (frame) => <PlainDialog title="A kept dialog" staysOpen {...frame} />,
  sudden: (frame) => <SuddenDialog {...frame} />,
  busy: (frame) => <PlainDialog title="A busy dialog" isBusy {...frame} />,
  form: (frame) => <FormDialogPart {...frame} />,
  deed: (frame) => <ConfirmedActionPart {...frame} />,
  once: ({ onClose }) => <OncePart onClose={onClose} />,
  bare: ({ onClose }) => (
    <BareDialog label="A bare dialog" isOpen onClose={onClose}>
      <TextField label="Search" />
    </BareDialog>
  ),
};

const dialogNames =
  'Dialog, FormDialog, ConfirmedActionDialog, ShownOnceDialog, BareDialog, ConfirmButton';

/** Each frame of a dialog, opened by its button; what its actions did is listed. */
export function DialogParts() {
  const [open, setOpen] = useState<string>();
  const [done, setDone] = useState<readonly string[]>([]);
  const onDone = (action: string) => setDone((before) => [...before, action]);
  const frame = open === undefined ? undefined : frames[open];
  return (
    <Part name={dialogNames}>
      <Row>
        {Object.keys(frames).map((name) => (
          <Button key={name} variant="outline" onClick={() => setOpen(name)}>
            Open {name}
          </Button>
        ))}
        <ConfirmButton
          variant="danger"
          title="Delete this layout?"
          question="It is deleted permanently."
          confirmLabel="Delete permanently"
          onConfirm={() => onDone('Delete permanently')}
        >
          Delete
        </ConfirmButton>
      </Row>
      <p>
        Done: <output aria-label="Done">{done.join(', ')}</output>
      </p>
      {frame?.({ onDone, onClose: () => setOpen(undefined) })}
    </Part>
  );
}

type PlainProps = Frame & {
  title: string;
  size?: 'large';
  isChanged?: boolean;
  staysOpen?: boolean;
  isBusy?: boolean;
};

function PlainDialog({ onDone, onClose, isBusy = false, ...frame }: PlainProps) {
  const save = () => {
    onDone('Save');
    onClose();
  };
  return (
    <Dialog
      {...frame}
      isOpen
      onClose={onClose}
      actions={<DialogButtons action={{ label: 'Save', isBusy, onClick: save }} />}
    >
      <TextField label="Narration" data-autofocus />
    </Dialog>
  );
}

/** It may open under a press for something else, and stays until one of its buttons is chosen. */
function SuddenDialog({ onDone, onClose }: Frame) {
  const leave = () => {
    onDone('Leave');
    onClose();
  };
  return (
    <Dialog
      title="A sudden dialog"
      isOpen
      actions={
        <DialogButtons
          backLabel="Leave"
          onBack={leave}
          isBackDanger
          action={{ label: 'Go on', onClick: onClose }}
        />
      }
    >
      <p>Both of its buttons wait for a moment.</p>
    </Dialog>
  );
}

/** The name "Taken" is refused at its field, and "Offline" finds no server. */
function FormDialogPart({ onDone, onClose }: Frame) {
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
function ConfirmedActionPart({ onDone, onClose }: Frame) {
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

function OncePart({ onClose }: { onClose: () => void }) {
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
