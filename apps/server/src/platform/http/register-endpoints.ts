import { Socket } from 'node:net';
import { sessionLeftHeader } from '@recoup/contract/account/rules';
import { keyPrefix } from '@recoup/contract/api-keys/endpoints';
import { can, isOpen, scopesFor } from '@recoup/contract/core/access';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, createAllFirmsScope, type AuditContext } from '../core/actor.ts';
import { AppError, fromZodError } from '../core/app-error.ts';
import { type Limiter, limiterMember } from '../core/limiter.ts';
import { type Db, withClient, withScope } from '../database/connections.ts';
import { clientAddress, clientAgent } from '../security/client-address.ts';
import { requireNoNavigation, requireXsrf } from '../security/csrf.ts';
import { isLarge, registerUnread, withLargeBody } from './bodies/body-memory-budget.ts';
import type { Context, Handlers } from './endpoint-handlers.ts';
import {
  isFileReply,
  isPreviewReply,
  type ReplyLimits,
  sendFile,
  sendJson,
} from './replies/replies.ts';
import { clientDisconnectSignal, runLimited } from './run-limited.ts';
import { createStringify } from './replies/stringify.ts';
import type { Clock } from '../core/clock.ts';
import { toAuditOrigin } from '../security/audit-log.repository.ts';
import { recordRefusal } from '../security/audit-events.ts';
import type { AfterResponse } from './after-response.ts';
import type { ReadCounter } from './read-counter.ts';
import { Readable } from 'node:stream';
import { z } from 'zod';

export type AuthContext = ReplyLimits &
  Noting & {
    /** Undefined for an unknown, expired or revoked token. */
    authenticate(token: string, request: Authentication): Promise<Actor | undefined>;
    /** Whether endpoints that declare the error `held` are refused. */
    isHeld(): Promise<boolean>;
    /** For endpoints with large bodies. */
    bodyLimiter?: Limiter;
  };

/** `isPolled`: the request does not count as use of the session. */
export type Authentication = { now: Date; isPolled?: boolean | undefined };

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
      const actor = isOpen(endpoint.may) ? undefined : await findActor(auth, request, endpoint);
      request.actor = actor;
      requireRight(actor, endpoint, request);
      if (endpoint.errors?.includes('held') && (await auth.isHeld())) throw new AppError('held');
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
    const scope = actor?.scope ?? createAllFirmsScope();
    const scoped = withScope(auth.db, scope, actor && limiterMember(actor));
    const isCancelled = actor && endsWithClient(endpoint, args);
    const db = isCancelled ? withClient(scoped, clientDisconnectSignal(request, reply)) : scoped;
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

/** A write goes on: the client may have sent it and left. */
function endsWithClient(
  { method, outlivesClient = false }: Endpoint,
  { body, query }: Record<string, unknown>,
): boolean {
  return (method === 'GET' && !outlivesClient) || isDryRun(body) || isDryRun(query);
}

function isDryRun(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'dryRun' in part && part.dryRun === true;
}

/** A list that is requested without pages; those that take minutes have turns of their own. */
function isOfWholeList({ query, takesMinutes }: Endpoint, request: FastifyRequest): boolean {
  const requested = request.query as Record<string, unknown>; // as Fastify parses it
  return (
    takesMinutes !== true &&
    query?.shape.itemsPerPage !== undefined &&
    requested.page === undefined &&
    requested.itemsPerPage === undefined
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
  const now = isOpen(endpoint.may) ? undefined : await findActor(auth, request, endpoint);
  requireRight(now, endpoint, request);
  if (now?.scope.firmId !== actor?.scope.firmId) throw new AppError('unauthenticated');
}

/** Throws the verdict of the access table; a key is told that it ended, or which scope it needs. */
function requireRight(actor: Actor | undefined, { may }: Endpoint, { headers }: FastifyRequest) {
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
  { isPolled }: Pick<Endpoint, 'isPolled'> = {},
): Promise<Actor | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined
    ? undefined
    : auth.authenticate(token, { now: auth.clock.now(), isPolled });
}

/** Dependencies of the audit lines that every endpoint writes, besides those of the rooms. */
type Noting = {
  db: Db;
  clock: Clock;
  /** Pages of lists that are read on the screen. */
  reads: ReadCounter;
  background: AfterResponse;
};

type Refused = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply; error: Error };

/**
 * A request of a signed-in user without the right to it, after the response, which it must not slow
 * down. Throttled for each session.
 */
function noteRefusal(noting: Noting, { endpoint, request, reply, error }: Refused): void {
  const { actor } = request;
  if (!actor || !(error instanceof AppError) || error.code !== 'forbidden') return;
  const origin = toAuditOrigin(requestAuditContext(noting, request, actor));
  const details = { request: `${endpoint.method} ${endpoint.path}` };
  noting.background.afterReply(reply.raw, async () =>
    recordRefusal(withScope(noting.db, actor.scope, limiterMember(actor)), {
      ...origin,
      action: 'request.refused',
      subjectId: null,
      details,
    }).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'a refusal was not recorded'),
    ),
  );
}

type Answered = { endpoint: Endpoint; request: FastifyRequest; answer: unknown };

/** Counts the rows of a page of a list. */
function countRead(noting: Noting, { endpoint, request, answer }: Answered): void {
  const { actor } = request;
  if (endpoint.method !== 'GET' || !actor || !isList(answer)) return;
  noting.reads.count(
    endpoint.path,
    requestAuditContext(noting, request, actor),
    answer.data.length,
  );
}

function isList(answer: unknown): answer is { data: readonly unknown[] } {
  return (
    typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
  );
}

function requestAuditContext(noting: Noting, request: FastifyRequest, actor: Actor): AuditContext {
  const [address, agent] = [clientAddress(request), clientAgent(request)];
  return { actor, address, agent, requestId: request.id, now: noting.clock.now() };
}

const emptyObject = z.strictObject({});

/** The one place of validation; handlers trust the types. */
function parseArgs(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  if (endpoint.params) args.params = parse(endpoint.params, request.params);
  args.query = parse(endpoint.query ?? emptyObject, request.query);
  // The handler reads a streamed file.
  if (!isFile(endpoint, request))
    args.body = parse(endpoint.body ?? emptyObject, bodyWithId(endpoint, request));
  return args;
}

function isFile({ takes, body }: Endpoint, request: FastifyRequest): boolean {
  return takes !== undefined && (body === undefined || request.body instanceof Readable);
}

/** The pages send the client's id as a header: the specification lists the fields of the body. */
function bodyWithId(endpoint: Endpoint, { body = {}, headers }: FastifyRequest): unknown {
  const key = headers['idempotency-key'];
  const isWithoutId = typeof body === 'object' && body !== null && !('_id' in body);
  return endpoint.idempotencyKey && key !== undefined && isWithoutId ? { ...body, _id: key } : body;
}

/** Throws `invalid_input`. */
export function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, parsing);
  if (!result.success) throw fromZodError(result.error);
  return result.data;
}

/** With the key that zod adds to its copy, which is slow where the copy grows. */
const parsing = { error: plainMessage, async: false };

/** The sentence for a wrong value whose field in the contract has none of its own. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This field is required.'
      : (kinds.get(issue.expected) ?? other);
  if (issue.code === 'too_big')
    return `Must not be more than ${grouped(issue.maximum)}${unitText(issue)}.`;
  if (issue.code === 'too_small')
    return `Must be at least ${grouped(issue.minimum)}${unitText(issue)}.`;
  return other;
}

const other = 'Is not valid.';

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'Must be text.'],
  ['number', 'Must be a number.'],
  ['int', 'Must be a whole number.'],
  ['boolean', 'Must be true or false.'],
  ['array', 'Must be a list.'],
  ['object', 'Must be an object.'],
]);

function unitText({ origin }: { origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items' : '';
}

/** As money is written: `20 000`. */
function grouped(bound: number | bigint): string {
  return String(bound).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
}
