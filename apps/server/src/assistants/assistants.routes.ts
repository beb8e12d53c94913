import { can } from '@recoup/contract/core/access';
import { id, month, page, search } from '@recoup/contract/core/fields';
import { callTitle } from '@recoup/contract/disbursements/call-title';
import { entryEndpoints, newEntry, savedEntry } from '@recoup/contract/entries/endpoints';
import {
  figureGroups,
  monthFigureEndpoints,
  monthFigureList,
} from '@recoup/contract/entries/month-figures';
import { matter, matterEndpoints, matterStatuses } from '@recoup/contract/matters/endpoints';
import {
  exception,
  exceptionEndpoints,
  type ExceptionGroup,
} from '@recoup/contract/month-end/exception-endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import { monthDays, southAfricanDay } from '../platform/core/clock.ts';
import { type AuthContext, findActor } from '../platform/http/register-endpoints.ts';
import { clientDisconnectSignal } from '../platform/http/run-limited.ts';
import { createApiCalls } from './api-calls.ts';
import { explainPriceTool } from './tools/explain-price.ts';
import {
  attorneyField,
  defineTool,
  findAttorneyId,
  findTypeId,
  rowsPerPage,
  type Tool,
  typeField,
} from './tools/tool.ts';

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

const levels = ['block', 'warn', 'info'] as const;
const shownException = exception.omit({ fingerprint: true, hasLapsed: true });

const listExceptionsTool = defineTool({
  name: 'list_exceptions',
  title: 'List exceptions',
  description:
    'What should be looked at before a month is closed, blocking ones first: ' +
    'calls without call fees, missing narrations, duplicates and the like. ' +
    `open counts all open ones of the period. ${rowsPerPage} a page.`,
  needs: ['exceptions:read'],
  isWrite: false,
  input: z.strictObject({
    month: month.optional().describe('YYYY-MM; without it all open entries.'),
    level: z.enum(levels).optional(),
    state: z.enum(['open', 'accepted']).default('open'),
    attorney: attorneyField.optional(),
    page: page.optional(),
  }),
  output: z.object({
    exceptions: z.array(shownException),
    count: z.int(),
    page: z.int(),
    open: z.object({ block: z.int(), warn: z.int(), info: z.int() }),
  }),
  run: async ({ month: of, attorney, page: wanted = 1, ...filter }, { call }) => {
    const query = {
      ...filter,
      ...(of !== undefined && monthDays(of)),
      ...(attorney !== undefined && { attorney: await findAttorneyId(call, attorney) }),
      page: wanted,
      itemsPerPage: rowsPerPage,
    };
    const { data, count, groups } = await call(exceptionEndpoints.listExceptions, { query });
    const exceptions = data.map((each) => shownException.parse(each));
    return { exceptions, count, page: wanted, open: openByLevel(groups) };
  },
});

function openByLevel(groups: readonly ExceptionGroup[]): Record<(typeof levels)[number], number> {
  const sum = (level: (typeof levels)[number]) =>
    groups.filter((group) => group.level === level).reduce((all, { open }) => all + open, 0);
  return { block: sum('block'), warn: sum('warn'), info: sum('info') };
}

const { narration, date } = newEntry.shape;

const recordCall = defineTool({
  name: 'record_call',
  title: 'Record a call',
  description:
    'Records a telephone call of an attorney on a matter. The call fees of its day set the ' +
    'price. Make a new _id for each call; after an error send the same _id and the same call ' +
    'again: it is recorded once.',
  needs: ['entries:write'],
  isWrite: true,
  input: z.strictObject({
    _id: id.describe('A new UUID of yours for this call.'),
    matter: id.describe('The _id of a matter.'),
    attorney: attorneyField,
    disbursementType: typeField.default(callTitle),
    date: date.describe('The day of the call, YYYY-MM-DD.'),
    minutes: newEntry.shape.minutes.unwrap().describe('Whole minutes; begun ones count.'),
    narration,
  }),
  output: z.object({ entry: savedEntry }),
  run: async ({ attorney, disbursementType, ...entry }, { call }) => {
    const body = {
      ...entry,
      attorney: await findAttorneyId(call, attorney),
      disbursementType: await findTypeId(call, disbursementType),
    };
    return { entry: (await call(entryEndpoints.createEntry, { body })).data };
  },
});

const monthFigures = defineTool({
  name: 'month_figures',
  title: 'Figures of a month',
  description:
    'What the firm recovered in a month, summed by client, matter or attorney, ' +
    'the largest sum first, with the total of all that match. Amounts are in Rand. ' +
    `${rowsPerPage} a page.`,
  needs: ['entries:summarise'],
  isWrite: false,
  input: z.strictObject({
    month: month.optional().describe('YYYY-MM; without it the present month.'),
    by: z.enum(figureGroups).default('client'),
    search: search.describe('A part of the name of the client, matter or attorney.'),
    page: page.optional(),
  }),
  output: monthFigureList.extend({ month: z.string(), by: z.enum(figureGroups) }),
  run: async ({ month: given, page: wanted = 1, ...filter }, { call, now }) => {
    const of = given ?? southAfricanDay(now).slice(0, 7);
    const figures = await call(monthFigureEndpoints.listMonthFigures, {
      params: { month: of },
      query: { ...filter, page: wanted, itemsPerPage: rowsPerPage },
    });
    return { ...figures, month: of, by: filter.by };
  },
});

const foundMatter = matter.pick({
  _id: true,
  number: true,
  description: true,
  client: true,
  attorney: true,
  status: true,
});

const findMatters = defineTool({
  name: 'find_matters',
  title: 'Find matters',
  description:
    'Matters of the law firm by a part of their number, client or description; ' +
    `${rowsPerPage} a page, count is of all pages. Record calls on the _id of a matter.`,
  needs: ['matters:read'],
  isWrite: false,
  input: z.strictObject({
    search: search.describe('A part of the number, the client or the description.'),
    status: z.enum(matterStatuses).optional(),
    page: page.optional(),
  }),
  output: z.object({ matters: z.array(foundMatter), count: z.int(), page: z.int() }),
  run: async ({ page: wanted = 1, ...filter }, { call }) => {
    const query = { ...filter, page: wanted, itemsPerPage: rowsPerPage };
    const { data, count } = await call(matterEndpoints.listMatters, { query });
    return { matters: data.map((each) => foundMatter.parse(each)), count, page: wanted };
  },
});

const allTools = [findMatters, explainPriceTool, monthFigures, listExceptionsTool, recordCall];

/** Tools that the key may use; the API decides again at each call. */
function allowedTools(actor: Actor): Tool[] {
  return allTools.filter(({ needs }) => needs.every((action) => can(actor, action) === 'allowed'));
}
