import { type FormEvent, useRef } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { focusFirstError } from '../../ui/dialog/focus-first-error.ts';
import { RaiseFields } from './raise-fields.tsx';
import { RaisedFeesTable } from './raised-fees-table.tsx';
import { RaiseScope } from './raise-scope.tsx';
import { RaiseReason, RaiseSummary } from './raise-summary.tsx';
import { raiseSummary } from './raise-words.ts';
import styles from './raise.module.css';
import { useRaise } from './use-raise.ts';

/** Changes many fees by a percentage from a day on. */
export function RaiseDialog({ onClose }: { onClose: () => void }) {
  const raise = useRaise(onClose);
  const form = useRef<HTMLFormElement>(null);
  const { preview } = raise.preview;
  const previewNow = (event: FormEvent) => {
    event.preventDefault();
    if (!raise.request()) focusFirstError(form.current);
  };
  const action = {
    label: 'Raise fees',
    isBusy: raise.apply.isPending || raise.preview.isStale,
    isDisabled: preview !== undefined && raiseSummary(preview).fees === 0,
    onClick: () => {
      if (!raise.save(preview)) focusFirstError(form.current);
    },
  };
  return (
    <Dialog
      title="Raise fees"
      isOpen
      onClose={raise.apply.isPending ? undefined : onClose}
      isChanged={raise.isChanged}
      size="large"
      actions={<DialogButtons action={action} />}
    >
      <form ref={form} noValidate className={styles.form} onSubmit={previewNow}>
        <RaiseFields raise={raise} />
        <RaiseScope raise={raise} />
        <RaiseSummary raise={raise} />
        <RaiseReason raise={raise} />
        {preview && <RaisedFeesTable {...raise.preview} preview={preview} />}
        {/* Without a button of its own Enter in a field would do nothing. */}
        <button type="submit" hidden aria-label="Preview" />
      </form>
    </Dialog>
  );
}
