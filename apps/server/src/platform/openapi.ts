import { type Action, can, isOpen, role, type SessionKind } from '@recoup/contract/access';
import { allCalls } from '@recoup/contract/calls';
import { commonErrorCodes, errorBody, errorStatus } from '@recoup/contract/errors';
import { apiRoot, type Call, goodReply, previewReply } from '@recoup/contract/route';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The schemas that have a name, as they are met. */
const components: Record<string, Json> = {};

/** `GET /core/api/openapi.json`, made from the contract when it is first asked for: it takes as long as all routes together. */
export function openApiRoutes(app: FastifyInstance): void {
  let text: string | undefined;
  app.get(`${apiRoot}/openapi.json`, async (_, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The OpenAPI 3.1 document of all calls. */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(allCalls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recoup', version: '0.1.0', description: 'Disbursement recovery for South African law firms.' },
    servers: [{ url: apiRoot }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(name: string, call: Call): Json {
  const { status, schema } = goodReply(call);
  const ofDryRun = previewReply(call);
  const media = { 'application/json': { schema: jsonSchema(schema, 'output') } };
  const files = Object.fromEntries((call.produces ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return {
    operationId: name,
    summary: call.summary,
    security: isOpen(call.may) ? [] : [{ bearer: [] }],
    'x-who-may': whoMay(call.may),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.body, 'input') } } },
    }),
    ...(call.takes !== undefined && {
      requestBody: { required: true, content: { [call.takes]: { schema: { type: 'string', format: 'binary' } } } },
    }),
    responses: {
      ...(ofDryRun !== undefined && {
        200: { description: 'What it would do', content: { 'application/json': { schema: jsonSchema(ofDryRun, 'output') } } },
      }),
      [status]: { description: 'Done', content: { ...media, ...files } },
      ...errorResponses(call),
    },
  };
}

const roleNames = { attorney: 'attorney', attorneyAdmin: 'attorney admin', systemAdmin: 'system admin' } as const satisfies Record<
  keyof typeof role,
  string
>;

/** In words, for the page of the API: 'attorney admin or system admin'. */
function whoMay(action: Action): string {
  if (isOpen(action)) return 'anybody';
  const names = (session: SessionKind) =>
    (['attorney', 'attorneyAdmin', 'systemAdmin'] as const)
      .filter((name) => can({ role: role[name], session }, action) === 'allowed')
      .map((name) => roleNames[name]);
  const signedIn = names('full');
  return signedIn.length === 0 ? 'who has just proved the OTP' : signedIn.join(' or ');
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }; // an object's schema has these
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function errorResponses(call: Call): Json {
  const codes = [...new Set([...commonErrorCodes, ...(call.errors ?? [])])];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const content = { 'application/json': { schema: jsonSchema(errorBody, 'output') } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: codes.filter((code) => errorStatus[code] === status).join(', '), content }]),
  );
}

/** JSON Schema whose named parts stand once for the whole document. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { target: 'draft-2020-12', io, reused: 'inline', unrepresentable: 'any' });
  const {
    $schema: _,
    $defs = {},
    ...json
  }: Json & { $defs?: Record<string, Json> } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, part] of Object.entries($defs)) components[name] = part;
  return json;
}
