import pg from 'pg';

/** In milliseconds. */
const timeout = 5_000;

/** Fields of pg's classes that its types omit. */
type Running = pg.PoolClient & {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { ssl: boolean | object; sslNegotiation: string };
};
type CancelConnection = pg.Connection & {
  connect: (portOrPath: number | string, host?: string) => void;
  requestSsl: () => void;
  cancel: (processID: number, secretKey: number) => void;
  stream: { destroy: () => void };
};

/**
 * Cancels the statement that the connection runs. Resolves once PostgreSQL has closed the
 * connection of the request: from then on no later statement can be cancelled by it. False if
 * that is unknown.
 */
export async function cancelStatement(client: pg.PoolClient): Promise<boolean> {
  const { host, port, processID, secretKey, connection } = client as Running; // pg's own class
  // Some poolers send no key.
  if (processID === null || secretKey === null) return false;
  const { ssl, sslNegotiation } = connection;
  const request = new pg.Connection(
    Object.assign({ ssl: false }, { ssl, sslNegotiation }),
  ) as CancelConnection; // pg's own class
  const send = (): void => request.cancel(processID, secretKey);
  const isSent = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeout);
    request.on('error', () => resolve(false));
    request.once('end', () => resolve(true));
    request.once('sslconnect', send);
    request.once('connect', () => {
      if (ssl === false) send();
      else if (sslNegotiation !== 'direct') request.requestSsl();
    });
    if (host.startsWith('/')) request.connect(`${host}/.s.PGSQL.${port}`);
    else request.connect(port, host);
    request.once('end', () => clearTimeout(timer));
  });
  request.stream.destroy();
  return isSent;
}
