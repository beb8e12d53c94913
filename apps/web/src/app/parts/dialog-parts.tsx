import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { BareDialog } from '../../ui/dialog/bare-dialog.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { nothing, Part, Row } from './part.tsx';

const kinds = ['small', 'large', 'changed', 'busy', 'bare', 'form'] as const;

export function DialogParts() {
  const [open, setOpen] = useState<(typeof kinds)[number]>();
  const close = () => setOpen(undefined);
  return (
    <Part name="Dialog, FormDialog, BareDialog, ConfirmButton">
      <Row>
        {kinds.map((kind) => (
          <Button key={kind} variant="outline" onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
        <ConfirmButton
          variant="danger"
          title="Delete this layout?"
          question="It is deleted permanently."
          confirmLabel="Delete permanently"
          onConfirm={nothing}
        >
          Delete
        </ConfirmButton>
      </Row>
      <Dialog
        title={`A ${open ?? ''} dialog`}
        isOpen={open !== undefined && open !== 'bare' && open !== 'form'}
        isChanged={open === 'changed'}
        size={open === 'large' ? 'large' : 'small'}
        onClose={close}
        actions={
          <DialogButtons action={{ label: 'Save', isBusy: open === 'busy', onClick: close }} />
        }
      >
        <TextField label="Narration" />
      </Dialog>
      {open === 'form' && <RefusedForm onClose={close} />}
      <BareDialog label="A bare dialog" isOpen={open === 'bare'} onClose={close}>
        <p>Without a header of its own.</p>
      </BareDialog>
    </Part>
  );
}

/** As it is after a save that the server refused. */
function RefusedForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '' } });
  const saving = { error: new Error('The service cannot be reached.'), ...idle };
  return (
    <FormDialog title="A form" form={form} saving={saving} onSave={nothing} onClose={onClose}>
      <TextField label="Name" {...form.getInputProps('name')} />
    </FormDialog>
  );
}

const idle = { isPending: false, isSuccess: false };
