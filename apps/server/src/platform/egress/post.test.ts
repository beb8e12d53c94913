import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createSocketServer,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { portOf } from '../../../test/raw-http.ts';
import { createEgress } from './egress.ts';
import { post } from './post.ts';

const running = new Set<SocketServer>();

afterEach(() => {
  for (const server of running) server.close();
  running.clear();
});

const certificate = {
  key: readFileSync(new URL('../../../test/certificates/receiver.key.pem', import.meta.url)),
  cert: readFileSync(new URL('../../../test/certificates/receiver.pem', import.meta.url)),
};
const local = createEgress({ allow: '127.0.0.0/8' });

it('posts the body, and resolves with the status and the header for a later try', async () => {
  const seen: string[] = [];
  const url = await listen((request, response) => {
    request.setEncoding('utf8');
    request.on('data', (text: string) => seen.push(`${request.url} ${text}`));
    request.on('end', () => response.writeHead(503, { 'retry-after': '120' }).end('later'));
  });
  expect(await send(`${url}/hook?a=b%20c`)).toEqual({ status: 503, retryAfter: '120' });
  expect(seen).toEqual(['/hook?a=b%20c {"a":"ü"}']);
});

it('names the host of the address, and asks for a closed connection', async () => {
  const seen: unknown[] = [];
  const url = await listen(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  await send(url);
  expect(seen).toEqual([
    {
      host: new URL(url).host,
      connection: 'close',
      'content-length': '10',
      'content-type': 'application/json',
    },
  ]);
});

it('does not follow a redirect', async () => {
  const seen: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await send(`${url}/first`)).toMatchObject({ status: 302 });
  expect(seen).toEqual(['/first']);
});

it('uses no proxy of the environment', async () => {
  const url = await listen((_, response) => void response.end());
  process.env.http_proxy = 'http://127.0.0.1:9';
  try {
    expect(await send(url)).toMatchObject({ status: 200 });
  } finally {
    delete process.env.http_proxy;
  }
});

it('drops a body without an end after a second', async () => {
  const ended: unknown[] = [];
  const url = await listen((_, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const write = (): void => void response.write(chunk, () => setImmediate(write));
    response.on('close', () => ended.push('closed'));
    write();
  });
  expect(await send(url)).toMatchObject({ status: 200 });
  await expect.poll(() => ended).toEqual(['closed']);
});

it.each<[string, RequestListener]>([
  ['the rest of the body never comes', (_, response) => response.writeHead(200).write('x')],
  [
    'the connection breaks within the body',
    (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    },
  ],
])('knows the status, although %s', async (_, listener) => {
  expect(await send(await listen(listener))).toMatchObject({ status: 200 });
});

it('ends a silent exchange in time', async () => {
  const url = await listen(() => {});
  await expect(send(url, 100)).rejects.toMatchObject({ reason: 'timeout' });
});

it('ends a header that never ends', async () => {
  const port = await listenRaw((socket) => {
    const write = (): void => void socket.write('HTTP/1.1 102 Processing\r\n\r\n', again);
    const again = (): void => void setTimeout(write, 5);
    write();
  });
  await expect(send(`http://127.0.0.1:${port}`, 200)).rejects.toMatchObject({ reason: 'timeout' });
});

it.each([
  ['half of a header', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['a change to another protocol', 'HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['nothing', ''],
  ['a header without bounds', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`],
])('takes %s for no answer', async (_, text) => {
  const port = await listenRaw((socket) => socket.end(text));
  await expect(send(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason: 'no_answer' });
});

it('reports a port that nobody listens at', async () => {
  const url = await listen(() => {});
  await closeAll();
  await expect(send(url)).rejects.toThrow('No connection was possible. (ECONNREFUSED)');
});

it('accepts no certificate that no known authority has signed', async () => {
  const seen: unknown[] = [];
  const server = createTlsServer(certificate, () => seen.push('request'));
  const port = await start(server);
  await expect(send(`https://127.0.0.1:${port}`)).rejects.toThrow(
    'The certificate of the host is not valid. (DEPTH_ZERO_SELF_SIGNED_CERT)',
  );
  expect(seen).toEqual([]);
});

it('ends a handshake that the host never finishes', async () => {
  const port = await listenRaw(() => {});
  await expect(send(`https://127.0.0.1:${port}`, 200)).rejects.toMatchObject({ reason: 'timeout' });
});

async function send(url: string, timeoutMs = 5_000) {
  return post({
    egress: local,
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: '{"a":"ü"}',
    timeoutMs,
  });
}

async function listen(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  return `http://127.0.0.1:${await start(server)}`;
}

async function listenRaw(onSocket: (socket: Socket) => void): Promise<number> {
  return start(
    createSocketServer((socket) => {
      socket.on('error', () => {});
      onSocket(socket);
    }),
  );
}

async function start(server: SocketServer): Promise<number> {
  running.add(server);
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

async function closeAll(): Promise<void> {
  for (const server of running) await new Promise((resolve) => server.close(resolve));
}
