import { Socket } from 'node:net';
import { sessionLeftHeader } from '@recoup/contract/account/rules';
import { can, isOpen } from '@recoup/contract/core/access';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, type AuditContext, createAllFirmsScope } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { Clock } from '../core/clock.ts';
import type { Limiter } from '../core/limiter.ts';
import { type Db, withScope } from '../database/connections.ts';
import { originOf } from '../security/audit-log.repository.ts';
import { recordRefusal } from '../security/audit-refusals.ts';
import { clientAddress } from '../security/client-address.ts';
import { clientAgent } from '../security/client-agent.ts';
import { requireNoNavigation, requireXsrf } from '../security/csrf.ts';
import type { AfterResponse } from './after-response.ts';
import { isLarge, registerUnread, withLargeBody } from './bodies/body-memory-budget.ts';
import type { Context, Handlers } from './endpoint-handlers.ts';
import type { ReadCounter } from './read-counter.ts';
import { parseArgs } from './parse-args.ts';
import {
  isFileReply,
  isPreviewReply,
  type ReplyLimits,
  sendFile,
  sendJson,
} from './replies/replies.ts';
import { replySchema } from './replies/response-schema.ts';

export type AuthContext = ReplyLimits & {
  db: Db;
  clock: Clock;
  /** Undefined for an unknown, expired or revoked token. */
  authenticate(token: string, now: Date): Promise<Actor | undefined>;
  /** For endpoints with large bodies. */
  bodyLimiter?: Limiter;
  /** Pages of lists that are read on the screen. */
  reads: ReadCounter;
  background: AfterResponse;
};

/** A missing or mistyped handler does not compile. */
export function registerEndpoints<Endpoints extends Record<string, Endpoint>>(
  app: FastifyInstance,
  auth: AuthContext,
  endpoints: Endpoints,
  handlers: Handlers<Endpoints>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // Both records have the same keys, and `parseArgs` makes what each handler takes.
    registerEndpoint(app, auth, endpoint, handlers[name] as unknown as AnyHandler);
  }
}

type AnyHandler = (
  args: Record<string, unknown>,
  context: Context & { actor: Actor | undefined },
) => Promise<unknown>;

function registerEndpoint(
  app: FastifyInstance,
  auth: AuthContext,
  endpoint: Endpoint,
  handle: AnyHandler,
): void {
  const { status, schema } = goodReply(endpoint);
  const stringify = once(() => fastJson(replySchema(schema)));
  const stringifyPreview = once(() => fastJson(replySchema(previewReply(endpoint) ?? schema)));
  const route: RouteOptions = {
    method: endpoint.method,
    url: apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    ...(endpoint.bodyParts !== undefined && { config: { bodyParts: endpoint.bodyParts } }),
    // Before the server reads and parses the body.
    onRequest: async (request, reply) => {
      requireXsrf(request);
      if (isOpen(endpoint.may)) requireNoNavigation(request);
      const actor = isOpen(endpoint.may) ? undefined : await findActor(auth, request);
      request.actor = actor;
      const verdict = can(actor, endpoint.may);
      if (verdict === 'forbidden') noteRefusal(auth, { endpoint, request, reply });
      if (verdict !== 'allowed') throw new AppError(verdict);
      if (actor === undefined) return;
      request.isBodyLate = isIncomplete(request);
      void reply.header(
        sessionLeftHeader,
        Math.max(0, Math.floor((actor.endsAt.getTime() - auth.clock.now().getTime()) / 1000)),
      );
    },
    handler: async (request, reply) => {
      const answer = await answerTo(auth, { endpoint, handle, request, reply }).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'forbidden')
            noteRefusal(auth, { endpoint, request, reply });
          throw error;
        },
      );
      countRead(auth, { endpoint, request, answer });
      if (isFileReply(answer)) return sendFile(auth, reply, answer);
      if (isPreviewReply(answer))
        return sendJson(auth, reply.code(200), stringifyPreview()(answer.reply));
      return sendJson(auth, reply.code(status), stringify()(answer));
    },
  };
  if (isLarge(endpoint)) registerUnread(app, endpoint, (scope) => scope.route(route));
  else app.route(route);
}

type NotedRequest = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply };

/** After the response, which it must not slow down. Throttled for each session. */
function noteRefusal(auth: AuthContext, { endpoint, request, reply }: NotedRequest): void {
  const { actor } = request;
  if (!actor) return;
  const origin = originOf(auditContextOf(auth, request, actor));
  const details = { request: `${endpoint.method} ${endpoint.path}` };
  auth.background.afterReply(reply.raw, async () =>
    recordRefusal(withScope(auth.db, actor.scope, actor.userId), {
      ...origin,
      action: 'request.refused',
      subjectId: null,
      details,
    }).catch((error: unknown) => request.log.error({ err: error }, 'a refusal was not recorded')),
  );
}

type Answered = { endpoint: Endpoint; request: FastifyRequest; answer: unknown };

function countRead(auth: AuthContext, { endpoint, request, answer }: Answered): void {
  const { actor } = request;
  if (endpoint.method !== 'GET' || !actor || !isList(answer)) return;
  auth.reads.count(endpoint.path, auditContextOf(auth, request, actor), answer.data.length);
}

function isList(answer: unknown): answer is { data: readonly unknown[] } {
  return (
    typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
  );
}

function auditContextOf(auth: AuthContext, request: FastifyRequest, actor: Actor): AuditContext {
  const [address, agent] = [clientAddress(request), clientAgent(request)];
  return { actor, address, agent, requestId: request.id, now: auth.clock.now() };
}

type RoutedRequest = {
  endpoint: Endpoint;
  handle: AnyHandler;
  request: FastifyRequest;
  reply: FastifyReply;
};

async function answerTo(
  auth: AuthContext,
  { endpoint, handle, request, reply }: RoutedRequest,
): Promise<unknown> {
  const { log, id: requestId } = request;
  const address = clientAddress(request);
  const actor = request.actor;
  const reauthorize = async () => recheckAuthorization(auth, { endpoint, request, actor });
  const answer = async (): Promise<unknown> => {
    const args = parseArgs(endpoint, request);
    const db = withScope(auth.db, actor?.scope ?? createAllFirmsScope(), actor?.userId);
    return handle(args, {
      db,
      now: auth.clock.now(),
      log,
      requestId,
      address,
      agent: clientAgent(request),
      request,
      reply,
      reauthorize,
      actor,
    });
  };
  if (!isLarge(endpoint)) {
    // A client could hold the body back until the session has ended.
    if (request.isBodyLate) await reauthorize();
    return answer();
  }
  const { spool, bodyLimiter: limiter } = auth;
  if (!limiter)
    throw new Error(`${endpoint.path} takes large bodies, and its room has no limiter for them`);
  return withLargeBody({ endpoint, limiter, spool, request, reply, actor, reauthorize }, answer);
}

/** An injected request has no connection, and is there as a whole. */
function isIncomplete({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof Socket && !raw.complete;
}

/** Lazy: the schemas of all endpoints took half of the start and 20 MB. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

type AuthorizedRequest = { endpoint: Endpoint; request: FastifyRequest; actor: Actor | undefined };

async function recheckAuthorization(
  auth: AuthContext,
  { endpoint, request, actor }: AuthorizedRequest,
): Promise<void> {
  const now = isOpen(endpoint.may) ? undefined : await findActor(auth, request);
  const verdict = can(now, endpoint.may);
  const isStillAllowed = verdict === 'allowed';
  if (!isStillAllowed) throw new AppError(verdict);
  if (now?.scope.firmId !== actor?.scope.firmId) throw new AppError('unauthenticated');
}

async function findActor(auth: AuthContext, request: FastifyRequest): Promise<Actor | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : auth.authenticate(token, auth.clock.now());
}
