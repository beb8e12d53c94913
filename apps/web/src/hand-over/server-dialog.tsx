import { useForm, type UseFormReturnType } from '@mantine/form';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { useId } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx';
import formStyles from '../ui/form/form-shell.module.css';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { createSftpServer, updateSftpServer } from './hand-over.queries.ts';
import { secretKinds, serverBody, serverValues, type ServerValues } from './server-values.ts';

type Props = {
  /** Without it a new one is added. */
  server?: SftpServer;
  onSaved: (server: SftpServer) => void;
  onClose: () => void;
};

/** Where an SFTP server is, and how Recoup logs in. */
export function ServerDialog({ server, onSaved, onClose }: Props) {
  const id = useId();
  const form = useForm({ initialValues: serverValues(server) });
  const save = useOneMutation({
    mutationFn: async (values: ServerValues) =>
      server
        ? updateSftpServer(server._id, serverBody(values))
        : createSftpServer(serverBody(values)),
    onSuccess: onSaved,
  });
  const { error, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: (values) => save.mutate(values),
  });
  return (
    <Dialog
      title={server ? `Change ${server.name}` : 'Add an SFTP server'}
      isOpen
      isChanged={form.isDirty() && !save.isSuccess}
      onClose={save.isPending ? undefined : onClose}
      actions={<DialogButtons action={{ label: 'Save', form: id, isBusy: save.isPending }} />}
    >
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <form id={id} noValidate className={formStyles.form} {...submit}>
        <PlaceFields form={form} />
        <LoginFields form={form} isKept={server !== undefined} />
      </form>
    </Dialog>
  );
}

type FieldProps = { form: UseFormReturnType<ServerValues> };

function PlaceFields({ form }: FieldProps) {
  return (
    <>
      <TextField
        label="Name"
        description="As your firm calls it, such as “Ledger”."
        isRequired
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextField
        label="Server"
        description="Such as sftp.example.co.za"
        isRequired
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('host')}
      />
      <TextField
        label="Port"
        inputMode="numeric"
        isRequired
        maxLength={5}
        {...form.getInputProps('port')}
      />
      <TextField
        label="Folder"
        description="Empty for the folder that the server opens."
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('folder')}
      />
    </>
  );
}

function LoginFields({ form, isKept }: FieldProps & { isKept: boolean }) {
  return (
    <>
      <TextField
        label="User"
        isRequired
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('user')}
      />
      <SelectField
        label="Log in with"
        options={secretKinds}
        {...form.getInputProps('secretKind')}
      />
      <SecretField form={form} isKept={isKept} />
    </>
  );
}

function SecretField({ form, isKept }: FieldProps & { isKept: boolean }) {
  const kept = isKept ? 'Leave it empty to keep the present one.' : undefined;
  if (form.values.secretKind === 'password')
    return (
      <TextField
        label="Password"
        type="password"
        description={kept}
        isRequired={!isKept}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    );
  return (
    <TextAreaField
      label="Private key"
      description={kept ?? 'In OpenSSH’s or PEM form, without a passphrase.'}
      isRequired={!isKept}
      rows={5}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('privateKey')}
    />
  );
}
