import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Release = {
  /** The server's address through this proxy. */
  url: string;
  /** From now on the page and its worker are those of another release. */
  deploy: () => void;
  close: () => void;
};

/** The product of two releases: the second one marks its page with a meta element. */
export async function startReleases(serverUrl: string): Promise<Release> {
  let isNew = false;
  const proxy = createServer((request, response) => {
    // Whole and plain answers, because both releases would have the same etag.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...asked } = request.headers;
    const headers = { ...asked, 'accept-encoding': 'identity' };
    const onward = forward(
      new URL(request.url ?? '/', serverUrl),
      { method: request.method, headers },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const body = Buffer.concat(parts);
          const changed = isNew ? ofNewRelease(request.url ?? '', body) : body;
          const { 'content-length': _length, ...rest } = reply.headers;
          response.writeHead(reply.statusCode ?? 500, rest).end(changed);
        });
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    deploy: () => (isNew = true),
    close: () => proxy.close(),
  };
}

function ofNewRelease(url: string, body: Buffer): Buffer | string {
  const text = body.toString('utf8');
  if (url === '/service-worker.js') return text.replace(/version = '\w+'/, "version = 'next'");
  return text.startsWith('<!doctype html>')
    ? text.replace('<title>', '<meta name="release" content="next" />$&')
    : body;
}
