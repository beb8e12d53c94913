import { createServer, type RequestListener } from 'node:http';
import { portOf } from './raw-http.ts';

type Request = { path: string; headers: Record<string, string>; body: string };

export type Receiver = {
  url: string;
  /** Those that have come in whole. */
  requests: Request[];
  /** How it answers from now on. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
};

/** A receiver of webhooks on the loopback address, which answers 200. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Request[] = [];
  const good: RequestListener = (_, response) => void response.end();
  const state = { listener: good };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      requests.push({ path: request.url ?? '', headers, body: Buffer.concat(parts).toString() });
      state.listener(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    requests,
    answer: (listener) => void (state.listener = listener),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
