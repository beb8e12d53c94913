import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/core/app-error.ts';
import { clientDisconnectSignal } from '../platform/http/run-limited.ts';
import { type AuthContext, findActor } from '../platform/http/register-endpoints.ts';
import { createApiCalls } from './api-calls.ts';
import { allowedTools } from './tools/all-tools.ts';

const path = '/mcp';

/**
 * The Model Context Protocol over streamable HTTP for assistants that have an API key. Each request
 * is complete in itself, so there is no stream to open and no session to end.
 */
export function assistantRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { publicUrl }: { publicUrl: string },
): void {
  const { origin } = new URL(publicUrl);
  app.route({
    method: 'POST',
    url: path,
    // Before the server reads the body.
    onRequest: async (request, reply) => {
      requireOwnOrigin(request, origin);
      request.actor = await requireKey(auth, request, reply);
    },
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) return sendRpcError(reply.code(400), noBatches);
      return answer(app, auth, request, reply);
    },
  });
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    handler: async (_, reply) => sendRpcError(reply.code(405).header('allow', 'POST'), postOnly),
  });
}

async function answer(
  app: FastifyInstance,
  auth: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { actor, body: message, log } = request;
  // Loaded at the first use: the library takes 12 MB (docs/decisions/0076).
  const { answerMcp } = await import('./mcp-server.ts');
  const { status, type, text } = await answerMcp({
    url: new URL(path, 'http://recoup.invalid').href,
    headers: textHeaders(request),
    message,
    tools: actor ? allowedTools(actor) : [],
    context: {
      call: createApiCalls(app, request, clientDisconnectSignal(request, reply)),
      now: auth.clock.now(),
    },
    log,
  });
  if (type !== null) void reply.type(type);
  return reply.code(status).send(text);
}

/** Against pages that reach this server by a name of their own (DNS rebinding). */
function requireOwnOrigin({ headers }: FastifyRequest, own: string): void {
  if (headers.origin === undefined || headers.origin === own) return;
  throw new AppError('forbidden', { message: 'Pages of other sites may not call this.' });
}

/** Sessions of people are not taken: an assistant gets a key with the rights that it needs. */
async function requireKey(auth: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const actor = await findActor(auth, request);
  if (actor?.key) return actor;
  void reply.header('www-authenticate', 'Bearer realm="Recoup"');
  const message = 'Please send an API key of Recoup that works, as Authorization: Bearer rk_…';
  throw new AppError('unauthenticated', { message });
}

function textHeaders({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

const noBatches = { code: -32600, message: 'Send one message in each request.' };
const postOnly = { code: -32000, message: 'Only POST is answered: there are no streams to open.' };

function sendRpcError(reply: FastifyReply, error: { code: number; message: string }): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
