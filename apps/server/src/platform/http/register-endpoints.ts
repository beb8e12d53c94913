import { sessionLeftHeader } from '@recoup/contract/account/rules';
import { can, isOpen, type OpenAction } from '@recoup/contract/core/access';
import {
  apiRoot,
  type Endpoint,
  type EndpointArgs,
  type EndpointPreview,
  type EndpointReply,
  goodReply,
  previewReply,
} from '@recoup/contract/core/endpoint';
import fastJson from 'fast-json-stringify';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { z } from 'zod';
import { type Actor, createAllFirmsScope } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { requireNoNavigation, requireXsrf } from '../security/csrf.ts';
import { type Db, withScope } from '../database/connections.ts';
import { AppError, fromZodError } from '../core/app-error.ts';
import { replySchema } from './response-schema.ts';
import { isLarge, registerUnread, withLargeBody } from './body-memory-budget.ts';
import { clientAddress } from '../security/client-address.ts';
import {
  type FileReply,
  isFileReply,
  isPreviewReply,
  type Preview,
  type ReplyLimits,
  sendFile,
  sendJson,
} from './replies.ts';
import type { Limiter } from '../core/limiter.ts';

/** Given to each handler beside the arguments. */
export type Context = {
  /** Without sign-in, and for the system administrator, the rows of all firms. */
  db: Db;
  now: Date;
  log: FastifyBaseLogger;
  requestId: string;
  /** The client's address. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Re-checks the authorization after a wait. */
  reauthorize: () => Promise<void>;
};

type WithActor<C extends Endpoint> = C['may'] extends OpenAction ? unknown : { actor: Actor };
type Answer<C extends Endpoint> =
  | EndpointReply<C>
  | Preview<EndpointPreview<C>>
  | (C extends { produces: readonly string[] } ? FileReply : never);
export type Handler<C extends Endpoint> = (
  args: EndpointArgs<C>,
  context: Context & WithActor<C>,
) => Promise<Answer<C>>;
export type Handlers<Calls extends Record<string, Endpoint>> = {
  readonly [K in keyof Calls]: Handler<Calls[K]>;
};

export type AuthContext = ReplyLimits & {
  db: Db;
  clock: Clock;
  /** Undefined for an unknown, expired or revoked token. */
  authenticate(token: string, now: Date): Promise<Actor | undefined>;
  /** For endpoints with large bodies. */
  bodyLimiter?: Limiter;
};

/** A missing or mistyped handler does not compile. */
export function registerEndpoints<Calls extends Record<string, Endpoint>>(
  app: FastifyInstance,
  gate: AuthContext,
  calls: Calls,
  handlers: Handlers<Calls>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    mountOne(app, gate, call, handlers[name] as unknown as AnyHandler); // both records have the same keys, and `readArgs` makes what each handler takes
  }
}

type AnyHandler = (
  args: Record<string, unknown>,
  context: Context & { actor: Actor | undefined },
) => Promise<unknown>;

function mountOne(
  app: FastifyInstance,
  gate: AuthContext,
  call: Endpoint,
  handle: AnyHandler,
): void {
  const { status, schema } = goodReply(call);
  const stringify = once(() => fastJson(replySchema(schema)));
  const stringifyPreview = once(() => fastJson(replySchema(previewReply(call) ?? schema)));
  const route: RouteOptions = {
    method: call.method,
    url: apiRoot + call.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: call.bodyLimit,
    ...(call.bodyParts !== undefined && { config: { bodyParts: call.bodyParts } }),
    // Before the server reads and parses the body.
    onRequest: async (request, reply) => {
      requireXsrf(request);
      if (isOpen(call.may)) requireNoNavigation(request);
      const actor = isOpen(call.may) ? undefined : await findActor(gate, request);
      request.actor = actor;
      const verdict = can(actor, call.may);
      if (verdict !== 'allowed') throw new AppError(verdict);
      if (actor === undefined) return;
      void reply.header(
        sessionLeftHeader,
        Math.max(0, Math.floor((actor.endsAt.getTime() - gate.clock.now().getTime()) / 1000)),
      );
    },
    handler: async (request, reply) => {
      const answer = await answerTo(gate, { call, handle, request, reply });
      if (isFileReply(answer)) return sendFile(gate, reply, answer);
      if (isPreviewReply(answer))
        return sendJson(gate, reply.code(200), stringifyPreview()(answer.reply));
      return sendJson(gate, reply.code(status), stringify()(answer));
    },
  };
  if (isLarge(call)) registerUnread(app, call, (scope) => scope.route(route));
  else app.route(route);
}

type Asked = { call: Endpoint; handle: AnyHandler; request: FastifyRequest; reply: FastifyReply };

async function answerTo(
  gate: AuthContext,
  { call, handle, request, reply }: Asked,
): Promise<unknown> {
  const { log, id: requestId } = request;
  const address = clientAddress(request);
  const actor = request.actor;
  const reauthorize = async () => requireAllowed(gate, { call, request, actor });
  const answer = async (): Promise<unknown> => {
    const args = readArgs(call, request);
    const db = withScope(gate.db, actor?.scope ?? createAllFirmsScope(), actor?.userId);
    return handle(args, {
      db,
      now: gate.clock.now(),
      log,
      requestId,
      address,
      request,
      reply,
      reauthorize,
      actor,
    });
  };
  if (!isLarge(call)) return answer();
  const { spool, bodyLimiter: limiter } = gate;
  if (!limiter)
    throw new Error(
      `${call.method} ${call.path} takes large bodies, and its room has no limiter for them`,
    );
  return withLargeBody({ call, limiter, spool, request, reply, actor, reauthorize }, answer);
}

/** Lazy: the schemas of all endpoints took half of the start and 20 MB. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

type Admitted = { call: Endpoint; request: FastifyRequest; actor: Actor | undefined };

async function requireAllowed(
  gate: AuthContext,
  { call, request, actor }: Admitted,
): Promise<void> {
  const now = isOpen(call.may) ? undefined : await findActor(gate, request);
  const verdict = can(now, call.may);
  if (verdict !== 'allowed') throw new AppError(verdict);
  if (now?.scope.firmId !== actor?.scope.firmId) throw new AppError('unauthenticated');
}

const nothing = z.strictObject({});

/** The one place of validation; handlers trust the types. */
function readArgs(call: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    ...(call.params !== undefined && { params: parse(call.params, request.params) }),
    query: parse(call.query ?? nothing, request.query),
    // The handler reads a streamed file.
    ...(call.takes === undefined && {
      body: parse(call.body ?? nothing, bodyOf(call, request)),
    }),
  };
}

/** The pages send the client's id as a header: the specification lists the fields of the body. */
function bodyOf(call: Endpoint, { body = {}, headers }: FastifyRequest): unknown {
  const key = headers['idempotency-key'];
  const isWithoutId = typeof body === 'object' && body !== null && !('_id' in body);
  return call.idempotencyKey && key !== undefined && isWithoutId ? { ...body, _id: key } : body;
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw fromZodError(result.error);
  return result.data;
}

async function findActor(gate: AuthContext, request: FastifyRequest): Promise<Actor | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : gate.authenticate(token, gate.clock.now());
}
