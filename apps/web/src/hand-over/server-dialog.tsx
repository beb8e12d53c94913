import {
  type NewSftpServer,
  sftpEndpoints,
  type SftpServer,
} from '@recoup/contract/hand-over/sftp-endpoints';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import {
  choiceField,
  defineForm,
  formValuesFrom,
  textField,
  type Values,
} from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';

const typing = { autoComplete: 'off', spellCheck: false };

const serverForm = defineForm(
  {
    name: textField('Name', {
      description: 'As your firm calls it, such as “Ledger”.',
      isRequired: true,
      maxLength: 60,
      autoComplete: 'off',
      'data-autofocus': true,
    }),
    host: textField('Server', {
      description: 'Such as sftp.example.co.za',
      isRequired: true,
      maxLength: 253,
      ...typing,
    }),
    port: {
      ...textField('Port', { inputMode: 'numeric', isRequired: true, maxLength: 5 }),
      read: (saved?: number | null) => String(saved ?? 22),
    },
    folder: textField('Folder', {
      description: 'Empty for the folder that the server opens.',
      maxLength: 500,
      ...typing,
    }),
    user: textField('User', { isRequired: true, maxLength: 100, ...typing }),
    secretKind: choiceField('Sign in with', {
      options: [
        { value: 'password', label: 'A password' },
        { value: 'key', label: 'A private key' },
      ],
      start: 'password',
    }),
    password: textField('Password', {
      type: 'password',
      isRequired: true,
      autoComplete: 'new-password',
    }),
    privateKey: {
      ...textField('Private key', {
        description: 'In OpenSSH’s or PEM form, without a passphrase.',
        isRequired: true,
        ...typing,
      }),
      control: 'area',
    },
  },
  {
    password: ({ secretKind }) => secretKind === 'password',
    privateKey: ({ secretKind }) => secretKind === 'key',
  },
);
type ServerValues = Values<(typeof serverForm)['fields']>;

type Props = {
  /** Without it a new one is added. */
  server?: SftpServer;
  onSaved: (server: SftpServer) => void;
  onClose: () => void;
};

/** Edits the address of an SFTP server and the sign-in of Recoup. */
export function ServerDialog({ server, onSaved, onClose }: Props) {
  const form = useDefinedForm(serverForm, { initialValues: formValuesFrom(serverForm, server) });
  const save = useActionBy((values: ServerValues) => saveServer(server?._id, values), {
    onDone: ({ data }) => onSaved(data),
  });
  const stored = server && {
    description: 'Leave it empty to keep the present one.',
    isRequired: false,
  };
  return (
    <FormDialog
      title={server ? `Edit ${server.name}` : 'Add an SFTP server'}
      form={form}
      saving={save}
      onSave={save.run}
      onClose={onClose}
    >
      <Fields form={form} looks={{ password: stored, privateKey: stored }} />
    </FormDialog>
  );
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
