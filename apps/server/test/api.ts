import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export type ApiRequest = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
};

/** Sends `GET /users` or the like to the API of an app; `/scim/…` has a root of its own. */
export function callApi(
  app: FastifyInstance,
  what: string,
  { token, body, headers, from }: ApiRequest,
): Promise<LightMyRequestResponse> {
  const [method = 'GET', path = '/'] = what.split(' ');
  return app.inject({
    method: method as 'GET', // inject's own union of methods
    url: path.startsWith('/scim/') ? path : apiRoot + path,
    remoteAddress: from,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    }),
  });
}
