import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { BareDialog } from '../../ui/dialog/bare-dialog.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { nothing, Part, Row } from './part.tsx';

const kinds = ['small', 'large', 'changed', 'busy', 'bare'] as const;

export function DialogParts() {
  const [open, setOpen] = useState<(typeof kinds)[number]>();
  const close = () => setOpen(undefined);
  return (
    <Part name="Dialog, BareDialog, ConfirmButton">
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
        isOpen={open !== undefined && open !== 'bare'}
        isChanged={open === 'changed'}
        size={open === 'large' ? 'large' : 'small'}
        onClose={close}
        actions={
          <DialogButtons action={{ label: 'Save', isBusy: open === 'busy', onClick: close }} />
        }
      >
        <TextField label="Narration" />
      </Dialog>
      <BareDialog label="A bare dialog" isOpen={open === 'bare'} onClose={close}>
        <p>Without a header of its own.</p>
      </BareDialog>
    </Part>
  );
}
