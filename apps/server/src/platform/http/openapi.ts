import { type Action, can, isOpen, role, type SessionKind } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import { commonErrorCodes, errorBody, errorStatus } from '@recoup/contract/core/errors';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The schemas that have a name, as they are met. */
const components: Record<string, Json> = {};

/**
 * `GET /core/api/openapi.json`, made from the contract when it is first asked for: it takes as long
 * as all routes together.
 */
export function openApiRoutes(app: FastifyInstance): void {
  let text: string | undefined;
  app.get(`${apiRoot}/openapi.json`, async (_, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The OpenAPI 3.1 document of all calls; a linter reads it too (`scripts/check/openapi.mjs`). */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(allEndpoints)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  const used = new Set(Object.values(allEndpoints).map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recoup',
      version: '0.2.0',
      description:
        'Disbursement recovery for South African law firms. A request that is not readable as HTTP is answered with 400, 408 (it came too slowly), ' +
        '417 (an unknown Expect) or 431 (too long a head) in the shape of Error before it reaches a call.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** The rooms, as the actions of the contract name them. */
const tags: Readonly<Record<string, string>> = {
  account: 'Sign-in, recovery, and the own password and cell',
  users: 'People of a firm, and the administrators of firms',
  firms: 'Firms with their domains and logos',
  disbursements: 'Disbursement types of a firm',
  'call-fees': 'Call fees of attorneys',
  matters: 'Matters and their imports',
  entries: 'Recorded calls and disbursements',
  exports: 'Files of disbursements and their ledger',
  mail: 'Mails with an export',
};

function tagOf({ may }: Endpoint): string {
  return may.split(':')[0] ?? '';
}

function operation(name: string, call: Endpoint): Json {
  return {
    operationId: name,
    tags: [tagOf(call)],
    summary: call.summary,
    security: isOpen(call.may) ? [] : [{ bearer: [] }],
    'x-who-may': whoMay(call.may),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.method === 'GET' ? [] : [xsrfHeader]),
      ...(call.idempotencyKey ? [idempotencyKeyHeader] : []),
    ],
    ...requestBody(call),
    responses: { ...goodResponses(name, call), ...errorResponses(call) },
  };
}

function requestBody({ body, takes }: Endpoint): Json {
  if (takes !== undefined)
    return { requestBody: { required: true, content: { [takes]: { schema: fileSchema(takes) } } } };
  if (body === undefined) return {};
  const content = { 'application/json': { schema: jsonSchema(body, 'input') } };
  return { requestBody: { required: true, content } };
}

function goodResponses(name: string, call: Endpoint): Json {
  const { status, schema } = goodReply(call);
  const ofDryRun = previewReply(call);
  const { produces = [] } = call;
  const json = (reply: z.ZodType) => ({
    'application/json': { schema: jsonSchema(reply, 'output') },
  });
  const files = Object.fromEntries(produces.map((type) => [type, { schema: fileSchema(type) }]));
  const headers = {
    ...everyAnswer,
    ...(!isOpen(call.may) && signedInAnswer),
    ...(produces.length > 0 && fileAnswer),
    ...(name === 'logon' && logonAnswer),
  };
  return {
    ...(ofDryRun && {
      200: { description: 'What it would do', headers, content: json(ofDryRun) },
    }),
    [status]: { description: 'Done', headers, content: { ...json(schema), ...files } },
  };
}

function fileSchema(type: string): Json {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

const everyAnswer = {
  'X-Request-Id': {
    description: 'The number of the request, for reports and the log',
    schema: { type: 'string', format: 'uuid' },
  },
};
const signedInAnswer = {
  'Session-Seconds-Left': {
    description: 'How long the session lives without another request',
    schema: { type: 'integer', minimum: 0 },
  },
};
const fileAnswer = {
  'Content-Disposition': {
    description: 'The name of the file; absent beside JSON',
    schema: { type: 'string' },
  },
  'Content-Location': {
    description: 'Of an export: where this very file is found again',
    schema: { type: 'string' },
  },
};
const logonAnswer = {
  'Set-Cookie': {
    description: 'XSRF-TOKEN, for browsers; absent when the request has it',
    schema: { type: 'string' },
  },
};
const waitAnswer = {
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

const roleNames = {
  attorney: 'attorney',
  attorneyAdmin: 'attorney admin',
  systemAdmin: 'system admin',
} as const satisfies Record<keyof typeof role, string>;

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

function errorResponses(call: Endpoint): Json {
  const codes = [...new Set([...commonErrorCodes, ...(call.errors ?? [])])];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const content = { 'application/json': { schema: jsonSchema(errorBody, 'output') } };
  const describe = (status: number): Json => ({
    description: codes.filter((code) => errorStatus[code] === status).join(', '),
    headers: { ...everyAnswer, ...((status === 429 || status === 503) && waitAnswer) },
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
