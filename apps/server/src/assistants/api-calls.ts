import {
  apiRoot,
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
} from '@recoup/contract/core/endpoint';
import type { ErrorBody } from '@recoup/contract/core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Calls an endpoint of the API; throws `RefusedCallError` for any reply but the good one. */
export type CallApi = <C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
) => Promise<EndpointReply<C>>;

/** The error that the API answered; its texts are for the client. */
export class RefusedCallError extends Error {
  readonly body: Pick<ErrorBody, 'code' | 'message' | 'fields'>;
  constructor({ code, message, fields }: ErrorBody) {
    super(message);
    this.body = { code, message, ...(fields && { fields }) };
  }
}

type Parts = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: object;
};

/**
 * Calls of the API in the name of the client that sent `request`: its key, rights, limits and
 * address count, and the audit log has the same lines, as if it had sent the calls itself.
 */
export function createApiCalls(
  app: FastifyInstance,
  request: FastifyRequest,
  signal: AbortSignal,
): CallApi {
  const { authorization, host, 'user-agent': agent, 'x-forwarded-for': chain } = request.headers;
  return async <C extends Endpoint>(endpoint: C, input: EndpointInput<C>) => {
    const { params = {}, query = {}, body } = input as Parts; // of each endpoint
    const reply = await app.inject({
      method: endpoint.method,
      url: apiRoot + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
      query: withoutUndefined(query),
      headers: withoutUndefined({
        authorization,
        host,
        accept: 'application/json',
        'user-agent': agent,
        'x-forwarded-for': chain?.toString(),
      }),
      remoteAddress: request.socket.remoteAddress ?? '',
      signal,
      ...(body && { payload: body }),
    });
    if (reply.statusCode >= 400) throw new RefusedCallError(reply.json<ErrorBody>());
    return reply.json<EndpointReply<C>>();
  };
}

/** Without the absent ones, as text. */
function withoutUndefined(all: Readonly<Record<string, string | number | undefined>>) {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
