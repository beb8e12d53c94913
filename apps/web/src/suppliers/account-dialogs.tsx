import {
  type SupplierAccount,
  supplierAccountEndpoints,
} from '@recoup/contract/suppliers/account-endpoints';
import { type SyntheticEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useReason } from '../entries/form/correction-reason.tsx';
import { useAction } from '../platform/api/use-action.ts';
import { today } from '../platform/browser/local-day.ts';
import { paths } from '../platform/browser/paths.ts';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { Form } from '../ui/form/form.tsx';
import { giveUpUnsaved } from '../ui/form/unsaved.ts';
import shared from '../ui/layout/shared.module.css';
import { countOf } from '../ui/lib/format.ts';
import { accountTitle } from './account-title.ts';

type DialogProps = { account: SupplierAccount; onClose: () => void };

export function PaidDialog({ account, onClose }: DialogProps) {
  const id = useId();
  const [first] = useState(today);
  const [day, setDay] = useState(first);
  const saving = useAction(supplierAccountEndpoints.updateSupplierAccount, {
    done: 'Marked as paid.',
    changes: ['suppliers'],
    onDone: onClose,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saving.run({ params: { id: account._id }, body: { isPaid: true, paidOn: day } });
  };
  const isBusy = saving.isPending;
  const action = { label: 'Mark as paid', form: id, isBusy, isComplete: true };
  return (
    <Dialog
      title={`${accountTitle(account)} is paid`}
      isOpen
      isChanged={day !== first && !saving.isSuccess}
      onClose={onClose}
      actions={<DialogButtons action={action} />}
    >
      <Form id={id} isSaving={saving.isPending} onSubmit={submit}>
        {saving.error && <Alert kind="error">{saving.error.message}</Alert>}
        <DayField
          label="Paid on"
          isRequired
          data-autofocus
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}

export function DeleteDialog({ account, onClose }: DialogProps) {
  const id = useId();
  const navigate = useNavigate();
  const reason = useReason(true, 'Saved with the deletion.');
  const deleting = useAction(supplierAccountEndpoints.deleteSupplierAccount, {
    done: 'Account deleted.',
    changes: ['entries'],
    onDone: () => {
      giveUpUnsaved();
      void navigate(paths.accounts);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!reason.isThere()) return;
    deleting.run({ params: { id: account._id }, query: { reason: reason.text } });
  };
  const isBusy = deleting.isPending;
  return (
    <Dialog
      title={`Delete ${accountTitle(account)}?`}
      isOpen
      isChanged={reason.isTyped && !deleting.isSuccess}
      onClose={onClose}
      actions={
        <DialogButtons
          backLabel="Keep it"
          action={{ label: 'Delete', form: id, isBusy, isDanger: true }}
        />
      }
    >
      <Form id={id} className={shared.stack} isSaving={isBusy} onSubmit={submit}>
        {deleting.error && <Alert kind="error">{deleting.error.message}</Alert>}
        <p>Deletes {countOf(account.lines.length, 'entry', 'entries')} too.</p>
        {reason.field}
      </Form>
    </Dialog>
  );
}
