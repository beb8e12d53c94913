import { type ExportRecord } from '@recoup/contract/exports/endpoints';
import { useRef, useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import styles from './exports.module.css';
import { useSubmit } from './use-reopening.ts';

/** Unlocks the entries of a closed export, for a reason that is kept. */
export function ReopenPanel({ record }: { record: ExportRecord }) {
  const [reason, setReason] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { reopen, fieldError, submit } = useSubmit({
    record,
    reason,
    onFault: () => input.current?.focus(),
  });
  useUnsaved(() => reason !== '' && !reopen.isSuccess);
  return (
    <Panel label="Reopen">
      <div>
        <h2>Reopen</h2>
        <p className={styles.about}>
          Entries can be changed again and go into the next export. The original file is kept.
        </p>
      </div>
      {reopen.error !== null && fieldError === undefined && (
        <Alert kind="error">{reopen.error.message}</Alert>
      )}
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label="Reason"
          ref={input}
          isRequired
          value={reason}
          error={fieldError}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="danger" isBusy={reopen.isPending}>
            Reopen export {record.number}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
