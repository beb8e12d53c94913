import type { NewSftpServer, SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';

export const secretKinds = [
  { value: 'password', label: 'A password' },
  { value: 'key', label: 'A private key' },
] as const;

export type ServerValues = ReturnType<typeof serverValues>;

const newServer = {
  name: '',
  host: '',
  port: 22,
  folder: '',
  user: '',
  secretKind: 'password',
} as const satisfies Partial<SftpServer>;

export function serverValues(server: Omit<SftpServer, '_id' | 'hostKey'> = newServer) {
  const { name, host, port, folder, user, secretKind } = server;
  const secrets = { password: '', privateKey: '' };
  return { name, host, port: String(port), folder, user, secretKind, ...secrets };
}

/** An empty secret is not sent: the server keeps the one that it has. */
export function serverBody(values: ServerValues): NewSftpServer {
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
