import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { FeeChangeDialog } from './fee-change-dialog.tsx';

/** Opens the dialog that changes many fees by a percentage. */
export function FeeChangeButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Raise fees
      </Button>
      {isOpen && <FeeChangeDialog onClose={() => setOpen(false)} />}
    </>
  );
}
