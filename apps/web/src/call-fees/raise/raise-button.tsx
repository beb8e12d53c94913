import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { RaiseDialog } from './raise-dialog.tsx';

/** Opens the dialog that changes many fees by a percentage. */
export function RaiseButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Raise fees
      </Button>
      {isOpen && <RaiseDialog onClose={() => setOpen(false)} />}
    </>
  );
}
