import { sftpSentence } from '../platform/sftp/sftp-files.ts';

/**
 * A stored message of a hand-over or an intake for the log and the operator. A server's answer may
 * repeat a secret or a path, and a refusal may name entries: both are for the firm alone.
 */
export function handOverReason(message: string): string {
  return sftpSentence(message) ?? refused;
}

const refused = 'Recoup could not close or send it. The admin of the firm sees why in its runs.';
