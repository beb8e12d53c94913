import { Socket } from 'node:net';
import { sessionLeftHeader } from '@recoup/contract/account/rules';
import { keyPrefix } from '@recoup/contract/api-keys/endpoints';
import { can, isOpen, scopesFor } from '@recoup/contract/core/access';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, createAllFirmsScope } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { type Limiter, limiterMember } from '../core/limiter.ts';
import { withScope } from '../database/connections.ts';
import { clientAddress } from '../security/client-address.ts';
import { clientAgent } from '../security/client-agent.ts';
import { requireNoNavigation, requireXsrf } from '../security/csrf.ts';
import { isLarge, registerUnread, withLargeBody } from './bodies/body-memory-budget.ts';
import type { Context, Handlers } from './endpoint-handlers.ts';
import { countRead, noteRefusal, type Noting } from './audit-notes.ts';
import { parseArgs } from './parse-args.ts';
import {
  isFileReply,
  isPreviewReply,
  type ReplyLimits,
  sendFile,
  sendJson,
} from './replies/replies.ts';
import { runLimited } from './run-limited.ts';
import { createStringify } from './replies/stringify.ts';

export type AuthContext = ReplyLimits &
  Noting & {
    /** Undefined for an unknown, expired or revoked token. */
    authenticate(token: string, now: Date): Promise<Actor | undefined>;
    /** For endpoints with large bodies. */
    bodyLimiter?: Limiter;
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
  const write = createWrite(endpoint);
  const route: RouteOptions = {
    method: endpoint.method,
    url: apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    ...(endpoint.bodyParts !== undefined && { config: { bodyParts: endpoint.bodyParts } }),
    onError: async (request, reply, error) =>
      noteRefusal(auth, { endpoint, request, reply, error }),
    // Before the server reads and parses the body.
    onRequest: async (request, reply) => {
      requireXsrf(request);
      if (isOpen(endpoint.may)) requireNoNavigation(request);
      const actor = isOpen(endpoint.may) ? undefined : await findActor(auth, request);
      request.actor = actor;
      requireRight(actor, endpoint, request);
      if (actor === undefined) return;
      request.isBodyLate = isIncomplete(request);
      if (!actor.key) void reply.header(sessionLeftHeader, secondsLeft(auth, actor));
    },
    handler: async (request, reply) => {
      const answer = await answerTo(auth, { endpoint, handle, write, request, reply });
      countRead(auth, { endpoint, request, answer: answer.value });
      if (isFileReply(answer.value)) return sendFile(auth, reply, answer.value);
      return sendJson(auth, reply.code(answer.status), answer.pieces);
    },
  };
  if (isLarge(endpoint)) registerUnread(app, endpoint, (scope) => scope.route(route));
  else app.route(route);
}

function secondsLeft({ clock }: AuthContext, { endsAt }: Actor): number {
  return Math.max(0, Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000));
}

function createWrite(endpoint: Endpoint): (value: unknown) => Promise<Answer> {
  const { status, schema } = goodReply(endpoint);
  const stringify = createStringify(schema);
  const stringifyPreview = createStringify(previewReply(endpoint) ?? schema);
  return async (value) => {
    if (isFileReply(value)) return { value, status, pieces: [] };
    if (isPreviewReply(value))
      return { value, status: 200, pieces: await stringifyPreview(value.reply) };
    return { value, status, pieces: await stringify(value) };
  };
}

type Answer = { value: unknown; status: number; pieces: readonly string[] };

type RoutedRequest = {
  endpoint: Endpoint;
  handle: AnyHandler;
  /** Within the turn of the request: a whole list is held until it is written. */
  write: (value: unknown) => Promise<Answer>;
  request: FastifyRequest;
  reply: FastifyReply;
};

async function answerTo(
  auth: AuthContext,
  { endpoint, handle, write, request, reply }: RoutedRequest,
): Promise<Answer> {
  const { log, id: requestId } = request;
  const address = clientAddress(request);
  const actor = request.actor;
  const reauthorize = async () => recheckAuthorization(auth, { endpoint, request, actor });
  const answer = async (): Promise<Answer> => {
    const args = parseArgs(endpoint, request);
    const db = withScope(
      auth.db,
      actor?.scope ?? createAllFirmsScope(),
      actor && limiterMember(actor),
    );
    const value = await handle(args, {
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
    return write(value);
  };
  if (!isLarge(endpoint)) {
    // A client could hold the body back until the session has ended.
    if (request.isBodyLate) await reauthorize();
    const isWhole = isOfWholeList(endpoint, request);
    if (!isWhole || !actor) return answer();
    return runLimited(auth.wholeLists, { actor, request, reply, reauthorize }, answer);
  }
  const { spool, bodyLimiter: limiter } = auth;
  if (!limiter)
    throw new Error(`${endpoint.path} takes large bodies, and its room has no limiter for them`);
  return withLargeBody({ endpoint, limiter, spool, request, reply, actor, reauthorize }, answer);
}

/** A list that is asked for without pages; those that take minutes have turns of their own. */
function isOfWholeList({ query, takesMinutes }: Endpoint, request: FastifyRequest): boolean {
  const asked = request.query as Record<string, unknown>; // as Fastify parses it
  return (
    takesMinutes !== true &&
    query?.shape.itemsPerPage !== undefined &&
    asked.page === undefined &&
    asked.itemsPerPage === undefined
  );
}

/** An injected request has no connection, and is there as a whole. */
function isIncomplete({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof Socket && !raw.complete;
}

type AuthorizedRequest = { endpoint: Endpoint; request: FastifyRequest; actor: Actor | undefined };

async function recheckAuthorization(
  auth: AuthContext,
  { endpoint, request, actor }: AuthorizedRequest,
): Promise<void> {
  const now = isOpen(endpoint.may) ? undefined : await findActor(auth, request);
  requireRight(now, endpoint, request);
  if (now?.scope.firmId !== actor?.scope.firmId) throw new AppError('unauthenticated');
}

/** Throws the verdict of the access table; a key is told that it ended, or which scope it needs. */
function requireRight(
  actor: Actor | undefined,
  { may }: Endpoint,
  { headers }: FastifyRequest,
): void {
  const verdict = can(actor, may);
  if (verdict === 'allowed') return;
  if (verdict === 'unauthenticated' && headers.authorization?.startsWith(`Bearer ${keyPrefix}`))
    throw new AppError(verdict, { message: 'This API key does not work, or not any more.' });
  if (verdict !== 'forbidden' || !actor?.key) throw new AppError(verdict);
  const scopes = scopesFor(may);
  const message =
    scopes.length === 0
      ? 'An API key cannot do this.'
      : `This API key was not made for this. It needs the scope ${scopes.join(' or ')}.`;
  throw new AppError('forbidden', { message });
}

/** The client that a token of the request names, if it works. */
export async function findActor(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : auth.authenticate(token, auth.clock.now());
}
