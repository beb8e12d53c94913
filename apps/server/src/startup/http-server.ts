import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { alwaysInfo } from '../platform/core/log.ts';
import { flushThrottledLogs, logThrottled } from '../platform/core/rejection-log.ts';
import { sendError } from '../platform/http/error-handler.ts';
import { takeJson } from '../platform/http/json-bodies.ts';
import { decorateWithActor } from '../platform/http/request-actor.ts';
import {
  installRequestGuard,
  rejectMalformedRequest,
  setBaseHeaders,
} from '../platform/http/request-guard.ts';
import { pathOfTarget } from '../platform/security/allowed-hosts.ts';
import {
  clientAddress,
  isPrivateAddress,
  wideRateLimitNetwork,
} from '../platform/security/client-address.ts';
import { securityEvents } from '../platform/security/security-log.ts';

type ServerOptions = {
  log?: FastifyBaseLogger | undefined;
  servedHosts?: readonly string[] | undefined;
  isSecure: boolean;
};

/** Where the page's address is https, somebody else ends TLS: a proxy, which says whom it speaks for. */
export function createServer({ log, servedHosts, isSecure }: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: 32 * 1024,
    trustProxy:
      isSecure && ((address: string, hop: number) => hop === 0 && isPrivateAddress(address)),
    // Time for a file of 150 MB over a line of 5 Mbit/s; a connection on which nothing moves is closed after a minute.
    requestTimeout: 300_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // One line a request, written below.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => pathOfTarget(url),
    routerOptions: { maxParamLength: 64 },
    // A call is asked by its own method alone: HEAD of a download would enter it in the ledger.
    exposeHeadRoutes: false,
    // Both are refused by `installRequestGuard`, with our own headers and words. Slow requests are looked for every five seconds, not every thirty.
    return503OnClosing: false,
    http: { requireHostHeader: false, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, setBaseHeaders(reply, { isSecure })),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, { isSecure }),
  });
  decorateWithActor(app);
  installRequestGuard(app, { isSecure, servedHosts });
  // JSON alone: a form or a text/plain body could be sent across sites without asking.
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  app.addHook('onClose', (_, done) => {
    for (const source of [app.server, securityEvents]) flushThrottledLogs(source);
    done();
  });
  return app;
}

/** The route's pattern, never the URL: a query may hold an e-mail. Reads that went well are left to the proxy's log; a refusal is evidence. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const address = clientAddress(request);
  const what = {
    method,
    route: routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  const line = { ...what, address, userId: request.actor?.userId };
  const isUnderLoad = reply.statusCode === 429 || reply.statusCode === 503;
  const kind = `${line.status} ${line.route} ${wideRateLimitNetwork(address)}`;
  if (isUnderLoad)
    logThrottled(request.server.server, kind, (unwritten) =>
      alwaysInfo(request.log).info({ ...line, unwritten }, 'request'),
    );
  else if (reply.statusCode >= 400) alwaysInfo(request.log).info(line, 'request');
  else if (method === 'GET') request.log.debug(line, 'request');
  else request.log.info(line, 'request');
}
