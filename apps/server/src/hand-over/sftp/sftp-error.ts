import type { SftpProblem } from '@recoup/contract/hand-over/sftp-endpoints';

/** A problem of an SFTP server, with a sentence that a firm admin understands. */
export class SftpError extends Error {
  readonly problem: SftpProblem;
  constructor(problem: SftpProblem, detail = '') {
    const said = oneLine(detail);
    super(said === '' ? sentences[problem] : `${sentences[problem]} The server said: ${said}`);
    this.problem = problem;
  }
}

const sentences = {
  unknown_host: 'There is no server of this name.',
  not_allowed:
    'This address is inside a private network, which the operator of Recoup has not allowed.',
  refused: 'The server refused the connection. Please check the address and the port.',
  silent: 'The server did not answer in time.',
  not_ssh: 'The server answered, but not as an SFTP server with modern encryption.',
  host_key_unconfirmed: 'The host key of this server is not confirmed yet.',
  host_key_changed:
    'The server has another host key than the confirmed one. ' +
    'Ask its operator whether the key was changed. Nothing was sent.',
  key_unreadable:
    'The private key cannot be read. It must be the private one, without a passphrase.',
  login_refused: 'The server refused the user name, or the password or key.',
  secret_unreadable:
    'The password or key was encrypted with another secret key of this installation. ' +
    'Please enter it again.',
  folder_missing: 'The folder does not exist on the server, or may not be opened.',
  folder_full: 'The folder holds more than 5 000 files. Please remove old ones.',
  not_read: 'The file could not be read.',
  not_writable: 'No file can be written into the folder.',
  not_written: 'The file could not be written completely.',
  not_renamed: 'The file was written, but the server did not allow its final name.',
  other_file: 'A file of the same name with other content is in the folder already.',
  connection_lost: 'The connection broke.',
} as const satisfies Record<SftpProblem, string>;

/** A server may say anything. */
function oneLine(detail: string): string {
  return detail
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
