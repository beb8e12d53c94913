import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, listReply, secret, text } from '../core/fields.ts';

export const maxSftpServers = 20;

/** Problems of an SFTP server; each has a sentence of its own. */
export const sftpProblems = [
  'unknown_host',
  'not_allowed',
  'refused',
  'silent',
  'not_ssh',
  'host_key_unconfirmed',
  'host_key_changed',
  'key_unreadable',
  'login_refused',
  'secret_unreadable',
  'folder_missing',
  'folder_full',
  'not_read',
  'not_writable',
  'not_written',
  'not_renamed',
  'other_file',
  'connection_lost',
] as const;
export type SftpProblem = (typeof sftpProblems)[number];

const hostKey = z.string().meta({
  description: 'The fingerprint of the host key as OpenSSH writes it: `SHA256:` and Base64.',
});

/** An SFTP server of the firm. Its password or key is never sent back. */
export const sftpServer = z
  .object({
    _id: z.string(),
    name: z.string(),
    host: z.string(),
    port: z.int(),
    user: z.string(),
    secretKind: z.enum(['password', 'key']),
    folder: z.string(),
    hostKey: hostKey.nullable().meta({
      description: 'Confirmed by a test; null until then, and nothing is sent until then.',
    }),
  })
  .meta({ id: 'SftpServer' });
export type SftpServer = z.infer<typeof sftpServer>;

const hostForm =
  'Must be the name or the address of a server, without sftp://, and without port and path.';
const portForm = 'Must be a whole number from 1 to 65535.';

const fields = {
  name: text({ min: 1, max: 60, required: 'Enter a name.' }),
  host: text({ min: 1, max: 253, required: 'Enter the name of the server.' })
    .regex(/^(?![^:]*:\d+$)[\w.:[\]-]+$/, hostForm)
    .toLowerCase(),
  port: z.int(portForm).min(1, portForm).max(65_535, portForm).default(22),
  user: text({ min: 1, max: 100, required: 'Enter the user name.' }),
  folder: text({ max: 500 })
    .default('')
    .meta({ description: 'Empty for the folder that the server opens at the login.' }),
  password: secret({ max: 1000, required: 'Enter the password.' }).optional(),
  privateKey: secret({ max: 20_000, required: 'Enter the private key.' })
    .optional()
    .meta({ description: 'In OpenSSH’s or PEM form, without a passphrase.' }),
};

type Secrets = { password?: string | undefined; privateKey?: string | undefined };
const hasOne = ({ password, privateKey }: Secrets): boolean =>
  (password === undefined) !== (privateKey === undefined);
const hasBoth = ({ password, privateKey }: Secrets): boolean =>
  password !== undefined && privateKey !== undefined;
const oneSecret = { error: 'Enter a password or a private key.', path: ['password'] };

export const newSftpServer = z.strictObject(fields).refine(hasOne, oneSecret);
export type NewSftpServer = z.output<typeof newSftpServer>;
/** Without a password and a key, the earlier one stays. */
export const changedSftpServer = z.strictObject(fields).refine((of) => !hasBoth(of), oneSecret);
export type ChangedSftpServer = z.output<typeof changedSftpServer>;

/** Result of a test. `message` is for users. */
const sftpTest = z
  .object({
    isWorking: z.boolean().meta({ description: 'Whether files can be read and written.' }),
    problem: z.enum(sftpProblems).nullable(),
    message: z.string(),
    hostKey: hostKey.nullable().meta({
      description: 'What the server showed; null where the connection did not get that far.',
    }),
    canRead: z.boolean(),
    canWrite: z.boolean(),
    files: z.array(z.string()).meta({ description: 'Names in the folder, the first ten.' }),
    fileCount: z.int().nullable().meta({
      description: 'Null where the folder was not read, or holds more than 5 000.',
    }),
  })
  .meta({ id: 'SftpTest' });
export type SftpTest = z.infer<typeof sftpTest>;

const reply = dataReply(sftpServer).meta({ id: 'SftpServerReply' });
const params = z.strictObject({ id });

export const sftpEndpoints = defineEndpoints({
  listSftpServers: {
    call: 'GET /sftp-servers',
    may: 'hand-overs:read',
    summary: 'The SFTP servers of the firm, without their passwords and keys',
    replies: { 200: listReply(sftpServer).meta({ id: 'SftpServerList' }) },
  },
  createSftpServer: {
    call: 'POST /sftp-servers',
    may: 'hand-overs:write',
    summary: 'Add an SFTP server; a test then shows its host key, which must be confirmed',
    body: newSftpServer,
    replies: { 201: reply },
    errors: ['conflict'],
  },
  updateSftpServer: {
    call: 'PUT /sftp-servers/{id}',
    may: 'hand-overs:write',
    summary:
      'Change an SFTP server. Another host, port or user needs the password or key again, ' +
      'and another host or port has a host key that must be confirmed',
    params,
    body: changedSftpServer,
    replies: { 200: reply },
    errors: ['conflict'],
  },
  deleteSftpServer: {
    call: 'DELETE /sftp-servers/{id}',
    may: 'hand-overs:write',
    summary: 'Delete an SFTP server that nothing uses',
    params,
    replies: { 200: reply },
    errors: ['conflict'],
  },
  testSftpServer: {
    call: 'POST /sftp-servers/{id}/tests',
    may: 'hand-overs:write',
    summary:
      'Connect, read the folder, write and remove a small file, and say what failed. ' +
      'With `hostKey` confirm that key, if the server shows it',
    params,
    body: z.strictObject({
      hostKey: z
        .string()
        .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'Must be a fingerprint as OpenSSH writes it.')
        .optional(),
    }),
    replies: { 200: dataReply(sftpTest).meta({ id: 'SftpTestReply' }) },
    errors: ['conflict', 'held'],
  },
});
