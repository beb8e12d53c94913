import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

type GraphState = {
  pages: object[][];
  /** Instead of the next answers of Graph. */
  refusals: Reply[];
  requests: { address: string; body: string; authorization: string | undefined }[];
  token: Reply;
  nextLink: string | undefined;
  /** Happens before each answer of Graph. */
  meanwhile: (() => Promise<unknown>) | undefined;
};

const token: Reply = { status: 200, body: { access_token: 'graph-token', expires_in: 3600 } };

/** Microsoft's sign-in and Graph, on one port of this machine; pages are served in their order. */
export async function startGraph() {
  const fresh = () => ({ pages: [], refusals: [], requests: [], token });
  const state: GraphState = { ...fresh(), nextLink: undefined, meanwhile: undefined };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  const url = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += String(part);
    const address = decodeURIComponent(request.url ?? '');
    const { authorization } = request.headers;
    state.requests.push({ address, body, authorization });
    const isToken = address.endsWith('/oauth2/v2.0/token');
    if (!isToken) await state.meanwhile?.();
    const reply = isToken ? state.token : (state.refusals.shift() ?? page(address));
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(JSON.stringify(reply.body ?? {}));
  }

  function page(address: string): Reply {
    const at = Number(/skip=(\d+)/.exec(address)?.[1] ?? 0);
    const isLast = at + 1 >= state.pages.length;
    const next =
      state.nextLink ?? (isLast ? undefined : `${url}${address.split('?')[0]}?skip=${at + 1}`);
    return { body: { value: state.pages[at] ?? [], ...(next && { '@odata.nextLink': next }) } };
  }

  beforeEach(() => {
    Object.assign(state, fresh(), { nextLink: undefined, meanwhile: undefined });
  });
  afterAll(() => void server.close());
  return { state, url };
}
