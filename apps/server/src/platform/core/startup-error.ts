/** Waiting cannot help. The message is for the operator. */
export class StartupError extends Error {}

type Coded = Error & { code?: string | undefined; path?: string | undefined };

/** A sentence that says what to do. */
export function toStartupError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof StartupError) return thrown.message;
  const error: Coded =
    thrown instanceof AggregateError && thrown.errors[0] instanceof Error
      ? thrown.errors[0]
      : thrown;
  const { message } = error;
  if (isDiskFull(error))
    return (
      'The disk is full: make room on it and start Recoup again. ' +
      `Nothing that was saved is lost. (${message})`
    );
  if (isOutOfFiles(error))
    return (
      'This user may not open as many files as Recoup needs. ' +
      'Raise the limit (ulimit -n 4096, or LimitNOFILE of systemd) and start Recoup again. ' +
      `(${message})`
    );
  return lastingError(error) ?? passingError(error) ?? fileError(error) ?? message;
}

/** Undefined for an error that is not about the address. */
export function toListenError(
  { code = '' }: Coded,
  { host, port }: { host: string; port: number },
): string | undefined {
  const named = `HOST ${host}`;
  if (code === 'EADDRINUSE')
    return (
      `Port ${port} on ${host} is in use by another program. ` +
      'Stop it, or set PORT to a free port.'
    );
  if (code === 'EACCES')
    return (
      `This user may not open port ${port}. ` +
      'Set PORT to a port from 1024, or let a proxy listen there.'
    );
  if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(code))
    return `${named} is not an address of this machine. Set it to one that is, or leave it out.`;
  if (isNameUnknown(code))
    return (
      `${named} is a name without an address. ` +
      'Set it to an address of this machine, or leave it out.'
    );
  return undefined;
}

/** Codes of the file system and PostgreSQL, or PostgreSQL's last message. */
function isDiskFull({ code, message }: Coded): boolean {
  return code === 'ENOSPC' || code === '53100' || /No space left on device/.test(message);
}

function isOutOfFiles({ code, message }: Coded): boolean {
  return code === 'EMFILE' || code === 'ENFILE' || /too many open files/i.test(message);
}

/** Lasting until an operator changes settings, database or rights. */
export function lastingError({ code = '', message }: Coded): string | undefined {
  if (code === '28P01')
    return `PostgreSQL refuses the user or the password in DATABASE_URL (${message}). Correct it.`;
  if (code.startsWith('28'))
    return (
      `PostgreSQL refuses the connection (${message}). ` +
      'Correct DATABASE_URL, or pg_hba.conf of PostgreSQL.'
    );
  if (code === '3D000')
    return (
      `There is no such database (${message}). ` +
      'Create it with createdb, or correct DATABASE_URL.'
    );
  if (code === '42501')
    return (
      `The user in DATABASE_URL lacks a right (${message}). ` +
      'Make that user the owner of the database and its tables.'
    );
  if (message.startsWith('SASL'))
    return (
      'PostgreSQL asks for a password, ' +
      `and the one in DATABASE_URL is missing or not usable (${message}).`
    );
  if (message.startsWith('unsupported startup parameter'))
    return (
      `A pooler refuses the settings of a connection (${message}). ` +
      'Set DATABASE_DIRECT_URL to PostgreSQL itself; DATABASE_URL may then lead to the pooler.'
    );
  if (isCertificateError(code) || message.includes('does not support SSL'))
    return (
      `No safe connection to PostgreSQL (${message}). ` +
      'Correct sslmode or sslrootcert in DATABASE_URL, or the certificate of PostgreSQL.'
    );
  return undefined;
}

function isCertificateError(code: string): boolean {
  return /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_/.test(code);
}

function passingError({ code = '', message }: Coded): string | undefined {
  if (code === 'ECONNREFUSED')
    return `No PostgreSQL answers at the address in DATABASE_URL (${message}).`;
  if (isNameUnknown(code)) return `The host in DATABASE_URL is not known (${message}).`;
  return undefined;
}

function isNameUnknown(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

function fileError({ code = '', path = '' }: Coded): string | undefined {
  if (path === '' || !['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined;
  return (
    `This user may not use ${path} (${code}). Let it belong to the user that starts Recoup, ` +
    'or set RECOUP_DATA_DIR to a folder of that user.'
  );
}
