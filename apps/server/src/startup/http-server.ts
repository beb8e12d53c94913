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
import { takeJson } from '../platform/http/bodies/json-bodies.ts';
import {
  decorateWithActor,
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
import type { EventLoopWatch } from '../platform/monitoring/event-loop.ts';
import { securityEvents } from '../platform/security/security-log.ts';

type ServerOptions = {
  log?: FastifyBaseLogger | undefined;
  servedHosts?: readonly string[] | undefined;
  isSecure: boolean;
  eventLoop?: EventLoopWatch;
};

/** Behind https stands a proxy, which forwards the client's address. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, servedHosts, isSecure } = options;
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: 32 * 1024,
    trustProxy:
      isSecure && ((address: string, hop: number) => hop === 0 && isPrivateAddress(address)),
    // 150 MB at 5 Mbit/s; a silent connection ends after a minute, unless its head was late before.
    requestTimeout: 300_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Logged below.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => pathOfTarget(url),
    routerOptions: { maxParamLength: 64 },
    // HEAD of a download would enter it in the ledger.
    exposeHeadRoutes: false,
    // `installRequestGuard` rejects both, with its headers. Slow requests are checked every five
    // seconds.
    return503OnClosing: false,
    http: { requireHostHeader: false, connectionsCheckingInterval: 5_000, headersTimeout: 50_000 },
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, setBaseHeaders(reply, { isSecure })),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, { isSecure }),
  });
  decorateWithActor(app);
  options.eventLoop?.watchRequests(app);
  installRequestGuard(app, { isSecure, servedHosts });
  // Other types could be sent across sites without a preflight.
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  const areReadsLogged = log?.level === 'debug';
  app.addHook('onResponse', (request, reply, done) => {
    const isRead = request.method === 'GET' && reply.statusCode < 400;
    if (areReadsLogged || !isRead) logRequest(request, reply);
    done();
  });
  app.addHook('onClose', (_, done) => {
    for (const source of [app.server, securityEvents]) flushThrottledLogs(source);
    done();
  });
  return app;
}

/**
 * Logs the pattern, because a query may hold an email. The proxy logs good reads; rejections are
 * evidence.
 */
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
