import {
  type Action,
  actionRooms,
  can,
  isOpen,
  role,
  scopesFor,
  type SessionKind,
} from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import { commonErrorCodes, errorBody, errorStatus } from '@recoup/contract/core/errors';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  webhookData,
  type WebhookEventType,
  webhookEventTypes,
  webhookPayload,
} from '@recoup/contract/webhooks/events';

type Json = Record<string, unknown>;

export const apiVersion = '0.2.0';

/** The schemas that have a name, as they are met. */
const components: Record<string, Json> = {};

/**
 * `GET /core/api/openapi.json`, made from the contract at the first request: it takes as long as
 * all routes together.
 */
export function openApiRoutes(app: FastifyInstance): void {
  let text: string | undefined;
  app.get(`${apiRoot}/openapi.json`, async (_, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The OpenAPI 3.1 document; a linter reads it too (`scripts/check/openapi.mjs`). */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    };
  }
  const used = new Set(Object.values(allEndpoints).map(endpointTag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recoup',
      version: apiVersion,
      description:
        'Disbursement recovery for South African law firms. ' +
        'A request that is not readable as HTTP is answered with 400, 408 (it came too slowly), ' +
        '417 (an unknown Expect) or 431 (too long a head) in the shape of Error ' +
        'before it reaches a call.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    tags: Object.entries(actionRooms)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookRequests((schema) => jsonSchema(schema, 'output')),
    components: { schemas: components, securitySchemes },
  };
}

const securitySchemes: Json = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a sign-in. It ends after half an hour without a request.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of a firm, which begins with rk_. Each call names the scope that the key needs.',
  },
};

/** A session, or a key with one of the scopes. */
function securityRequirements(action: Action): Json[] {
  if (isOpen(action)) return [];
  return [{ session: [] }, ...scopesFor(action).map((scope) => ({ apiKey: [scope] }))];
}

function endpointTag({ may }: Endpoint): string {
  return may.split(':')[0] ?? '';
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    tags: [endpointTag(endpoint)],
    summary: endpoint.summary,
    security: securityRequirements(endpoint.may),
    'x-who-may': whoMay(endpoint.may),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.method === 'GET' ? [] : [xsrfHeader]),
      ...(endpoint.idempotencyKey ? [idempotencyKeyHeader] : []),
    ],
    ...requestBody(endpoint),
    responses: { ...goodResponses(name, endpoint), ...errorResponses(endpoint) },
  };
}

function requestBody({ body, takes }: Endpoint): Json {
  if (takes === undefined && body === undefined) return {};
  const content = {
    ...Object.fromEntries((takes ?? []).map((type) => [type, { schema: fileSchema(type) }])),
    ...(body !== undefined && { 'application/json': { schema: jsonSchema(body, 'input') } }),
  };
  return { requestBody: { required: true, content } };
}

function goodResponses(name: string, endpoint: Endpoint): Json {
  const { status, schema } = goodReply(endpoint);
  const ofDryRun = previewReply(endpoint);
  const { produces = [] } = endpoint;
  const json = (reply: z.ZodType) => ({
    'application/json': { schema: jsonSchema(reply, 'output') },
  });
  const files = Object.fromEntries(produces.map((type) => [type, { schema: fileSchema(type) }]));
  const headers = {
    ...everyReplyHeaders,
    ...(!isOpen(endpoint.may) && signedInReplyHeaders),
    ...(produces.length > 0 && fileReplyHeaders),
    ...(endpoint.may === 'account:logon' && logonReplyHeaders),
  };
  return {
    ...(ofDryRun && {
      200: {
        description: 'What it would do, or what is done already',
        headers,
        content: json(ofDryRun),
      },
    }),
    [status]: { description: 'Done', headers, content: { ...json(schema), ...files } },
  };
}

function fileSchema(type: string): Json {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

const roleNames = {
  attorney: 'attorney',
  attorneyAdmin: 'attorney admin',
  auditor: 'auditor',
  systemAdmin: 'system admin',
} as const satisfies Record<keyof typeof role, string>;

/** In words, for the page of the API: 'attorney admin or system admin'. */
function whoMay(action: Action): string {
  if (isOpen(action)) return 'anybody';
  const names = (session: SessionKind) =>
    (['attorney', 'attorneyAdmin', 'auditor', 'systemAdmin'] as const)
      .filter((name) => can({ role: role[name], session, owesFactor: false }, action) === 'allowed')
      .map((name) => roleNames[name]);
  const signedIn = names('full');
  return signedIn.length === 0 ? 'who has just proved the OTP' : signedIn.join(' or ');
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  }; // an object's schema has these
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function errorResponses(endpoint: Endpoint): Json {
  const codes = [...new Set([...commonErrorCodes, ...(endpoint.errors ?? [])])];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const content = { 'application/json': { schema: jsonSchema(errorBody, 'output') } };
  const describe = (status: number): Json => ({
    description: codes.filter((code) => errorStatus[code] === status).join(', '),
    headers: { ...everyReplyHeaders, ...((status === 429 || status === 503) && retryReplyHeaders) },
    content,
  });
  return Object.fromEntries(statuses.map((status) => [status, describe(status)]));
}

/** JSON Schema whose named parts stand once for the whole document. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    reused: 'inline',
    unrepresentable: 'any',
  });
  const {
    $schema: _,
    $defs = {},
    ...json
  }: Json & { $defs?: Record<string, Json> } = JSON.parse(
    JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  for (const [name, part] of Object.entries($defs)) components[name] = part;
  return json;
}

/** The section `webhooks` of the document: what receivers get. */
function webhookRequests(toSchema: (schema: z.ZodType) => Json): Json {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [type, { post: request(type, toSchema) }]),
  );
}

function request(type: WebhookEventType, toSchema: (schema: z.ZodType) => Json): Json {
  return {
    operationId: `on-${type.replace('.', '-')}`,
    tags: ['webhooks'],
    summary: webhookData[type].meta()?.['description'],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(webhookPayload(type)) } },
    },
    responses: {
      '2XX': { description: 'Taken; within 15 seconds' },
      410: { description: 'Switches the webhook off' },
      '4XX': { description: 'Tried again, for a day' },
      '5XX': { description: 'Tried again, for a day' },
    },
  };
}

/** https://www.standardwebhooks.com */
const signatureHeaders = [
  ['webhook-id', 'The same on each try'],
  ['webhook-timestamp', 'Of the try, in seconds since 1970'],
  ['webhook-signature', 'HMAC-SHA256 of id, timestamp and body, joined by points'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const everyReplyHeaders = {
  'X-Request-Id': {
    description: 'The number of the request, for reports and the log',
    schema: { type: 'string', format: 'uuid' },
  },
};
const signedInReplyHeaders = {
  'Session-Seconds-Left': {
    description: 'How long the session lives without another request',
    schema: { type: 'integer', minimum: 0 },
  },
};
const fileReplyHeaders = {
  'Content-Disposition': {
    description: 'The name of the file; absent beside JSON',
    schema: { type: 'string' },
  },
  'Content-Location': {
    description: 'Of an export: where this very file is found again',
    schema: { type: 'string' },
  },
};
const logonReplyHeaders = {
  'Set-Cookie': {
    description: 'XSRF-TOKEN, for browsers; absent when the request has it',
    schema: { type: 'string' },
  },
};
const retryReplyHeaders = {
  'Retry-After': {
    description: 'Seconds after which the request may be sent again',
    schema: { type: 'integer', minimum: 1 },
  },
};
const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The `_id` of a body that has none.',
  schema: { type: 'string', format: 'uuid' },
};
const xsrfHeader = {
  name: 'X-XSRF-TOKEN',
  in: 'header',
  required: false,
  description:
    'The value of the cookie XSRF-TOKEN; needed only when the request carries that cookie.',
  schema: { type: 'string' },
};
