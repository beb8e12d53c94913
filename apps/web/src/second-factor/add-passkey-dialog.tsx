import { useEffect, useId, useState } from 'react';
import { makePasskey, preloadPasskeys } from '../platform/browser/passkeys.ts';
import { ConfirmedActionParts } from '../platform/reauthentication/confirmed-action-parts.tsx';
import { useConfirmedAction } from '../platform/reauthentication/use-confirmed-action.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import formStyles from '../ui/form/form-shell.module.css';
import type { AddProps } from './add-app-dialog.tsx';
import { FactorNameField } from './factor-name-field.tsx';
import { beginFactor, confirmFactor } from './second-factor.queries.ts';
import { Form } from '../ui/form/form.tsx';

const defaultName = 'Passkey';

/** A passkey of this device, a phone or a security key; the browser asks for it. */
export function AddPasskeyDialog({ onAdded, onClose }: AddProps) {
  const id = useId();
  const [name, setName] = useState(defaultName);
  const action = useConfirmedAction({
    run: async (password) => {
      const { _id, options = {} } = await beginFactor({ kind: 'passkey', name, password });
      return confirmFactor(_id, { response: { ...(await makePasskey(options)) } });
    },
    onDone: onAdded,
  });
  // The network is outside React.
  useEffect(preloadPasskeys, []);
  return (
    <Dialog
      title="Add a passkey"
      isOpen
      isChanged={name !== defaultName && !action.isSuccess}
      onClose={action.isPending ? undefined : onClose}
      actions={
        <DialogButtons action={{ label: 'Create passkey', form: id, isBusy: action.isPending }} />
      }
    >
      <p>
        Your browser asks for the fingerprint, face or PIN of this device, or for your phone or a
        security key.
      </p>
      <Form
        isSaving={action.isPending}
        id={id}
        className={formStyles.form}
        onSubmit={action.submit}
      >
        <FactorNameField name={name} error={action.fields.name} onType={setName} />
        <ConfirmedActionParts action={action} />
      </Form>
    </Dialog>
  );
}
