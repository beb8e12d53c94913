import { useForm, type UseFormReturnType } from '@mantine/form';
import {
  type SftpServer,
  type NewSftpServer,
  sftpEndpoints,
} from '@recoup/contract/hand-over/sftp-endpoints';
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useActionBy } from '../platform/api/use-action.ts';
import { send } from '../platform/api/api-client.ts';

type Props = {
  /** Without it a new one is added. */
  server?: SftpServer;
  onSaved: (server: SftpServer) => void;
  onClose: () => void;
};

/** Edits the address of an SFTP server and the login of Recoup. */
export function ServerDialog({ server, onSaved, onClose }: Props) {
  const form = useForm({ initialValues: serverValues(server) });
  const save = useActionBy((values: ServerValues) => saveServer(server?._id, values), {
    onDone: ({ data }) => onSaved(data),
  });
  return (
    <FormDialog
      title={server ? `Edit ${server.name}` : 'Add an SFTP server'}
      form={form}
      saving={save}
      onSave={save.run}
      onClose={onClose}
    >
      <PlaceFields form={form} />
      <LoginFields form={form} isStored={server !== undefined} />
    </FormDialog>
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

function LoginFields({ form, isStored }: FieldProps & { isStored: boolean }) {
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
      <SecretField form={form} isStored={isStored} />
    </>
  );
}

function SecretField({ form, isStored }: FieldProps & { isStored: boolean }) {
  const hint = isStored ? 'Leave it empty to keep the present one.' : undefined;
  if (form.values.secretKind === 'password')
    return (
      <TextField
        label="Password"
        type="password"
        description={hint}
        isRequired={!isStored}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    );
  return (
    <TextAreaField
      label="Private key"
      description={hint ?? 'In OpenSSH’s or PEM form, without a passphrase.'}
      isRequired={!isStored}
      rows={5}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('privateKey')}
    />
  );
}

const secretKinds = [
  { value: 'password', label: 'A password' },
  { value: 'key', label: 'A private key' },
] as const;

type ServerValues = ReturnType<typeof serverValues>;

const newServer = {
  name: '',
  host: '',
  port: 22,
  folder: '',
  user: '',
  secretKind: 'password',
} as const satisfies Partial<SftpServer>;

function serverValues(server: Omit<SftpServer, '_id' | 'hostKey'> = newServer) {
  const { name, host, port, folder, user, secretKind } = server;
  const secrets = { password: '', privateKey: '' };
  return { name, host, port: String(port), folder, user, secretKind, ...secrets };
}

function saveServer(id: string | undefined, values: ServerValues) {
  const body = serverBody(values);
  return id === undefined
    ? send(sftpEndpoints.createSftpServer, { body })
    : send(sftpEndpoints.updateSftpServer, { params: { id }, body });
}

/** An empty secret is not sent: the server keeps the one that it has. */
function serverBody(values: ServerValues): NewSftpServer {
  const { secretKind, password, privateKey, port, ...rest } = values;
  return { ...rest, port: Number(port), ...secretToSend({ secretKind, password, privateKey }) };
}

function secretToSend({
  secretKind,
  password,
  privateKey,
}: Pick<ServerValues, 'secretKind' | 'password' | 'privateKey'>) {
  if (secretKind === 'key') return privateKey === '' ? {} : { privateKey };
  return password === '' ? {} : { password };
}
