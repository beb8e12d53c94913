import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { DialogButtons } from '../dialog/dialog-buttons.tsx';
import { Alert } from '../feedback/alert.tsx';
import styles from './form-shell.module.css';
import { hasFields, useFormAnswer } from './use-form-answer.ts';
import { Form } from './form.tsx';

type Props<Values extends Record<string, unknown>> = {
  title: string;
  form: UseFormReturnType<Values>;
  /** The mutation that saves; its error and busy state are shown. */
  saving: { error: Error | null; isPending: boolean; isSuccess: boolean };
  onSave: (values: Values) => void;
  action?: { label: string; isBusy?: boolean; isDisabled?: boolean };
  size?: 'small' | 'large';
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which stays open while it is saved. */
export function FormDialog<Values extends Record<string, unknown>>({
  form,
  saving,
  onSave,
  action = { label: 'Save' },
  onClose,
  children,
  ...frame
}: Props<Values>) {
  const id = useId();
  const isBusy = saving.isPending || action.isBusy === true;
  const { error, submit } = useFormAnswer({ form, saving, onSave });
  // A name such as `phones.0` is of a line, which has no field of its own.
  const isAtField =
    hasFields(error) && Object.keys(error.fields).some((name) => !name.includes('.'));
  return (
    <Dialog
      {...frame}
      isOpen
      isChanged={form.isDirty() && !saving.isSuccess}
      onClose={saving.isPending ? undefined : onClose}
      actions={<DialogButtons action={{ ...action, form: id, isBusy }} />}
    >
      <Form id={id} className={styles.form} {...submit}>
        {error !== null && !isAtField && <Alert kind="error">{error.message}</Alert>}
        {children}
      </Form>
    </Dialog>
  );
}
