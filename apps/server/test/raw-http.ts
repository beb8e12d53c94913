import { type AddressInfo, connect, type Server } from 'node:net';

export type RawReply = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** The port of a server that listens on TCP. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // no pipe
}

/** Sends raw bytes to a local server and reads to the end. Joins repeated headers by ` || `. */
export async function sendRaw(port: number, bytes: string): Promise<RawReply> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    // A server that rejects a request midway may reset the connection after its reply.
    socket.once('error', (error) => (received === '' ? reject(error) : resolve(received)));
    socket.once('close', () => resolve(received));
  });
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(field) ?? [];
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known} || ${value}`;
  }
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/** A well-formed request with `Connection: close`. */
export function request(what: string, headers: Readonly<Record<string, string>> = {}, body = '') {
  const all = {
    host: 'recoup.test',
    connection: 'close',
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${what} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
