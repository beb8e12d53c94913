import { allEndpoints } from '@recoup/contract/endpoints';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();

it('describes exactly the calls of the contract, and every one of them is served', async () => {
  const reply = await test.call('GET /openapi.json');
  const { openapi, paths } = reply.json<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  }>();
  expect(openapi).toBe('3.1.0');
  const described = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(described.toSorted()).toEqual(Object.keys(allEndpoints).toSorted());
  for (const call of Object.values(allEndpoints)) {
    expect(
      test.app.hasRoute({
        method: call.method,
        url: `/core/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
      }),
    ).toBe(true);
  }
});

it('names the answers that come before any call', async () => {
  const { info } = (await test.call('GET /openapi.json')).json<{ info: { description: string } }>();
  for (const status of ['400', '408', '417', '431']) expect(info.description).toContain(status);
});

it('names the roles of an endpoint', async () => {
  const { paths } = (await test.call('GET /openapi.json')).json<{
    paths: Record<string, Record<string, Record<string, string>>>;
  }>();
  const whoMay = (path: string, method: string) => paths[path]?.[method]?.['x-who-may'];
  expect(whoMay('/logon', 'post')).toBe('anybody');
  expect(whoMay('/users/update-passwordv2/{userId}', 'put')).toBe('who has just proved the OTP');
  expect(whoMay('/firms', 'post')).toBe('system admin');
  expect(whoMay('/entries', 'get')).toBe('attorney or attorney admin or auditor');
  expect(whoMay('/entries', 'post')).toBe('attorney or attorney admin');
});

it('names sessions, and the scopes of keys', async () => {
  const all = await callsById();
  expect(all['logon']?.security).toEqual([]);
  expect(all['listMatters']?.security).toEqual([{ session: [] }, { apiKey: ['read'] }]);
  expect(all['listExports']?.security).toEqual([
    { session: [] },
    { apiKey: ['read'] },
    { apiKey: ['export'] },
  ]);
  expect(all['createApiKey']?.security).toEqual([{ session: [] }]);
});

it('holds everything that it refers to', async () => {
  const text = (await test.call('GET /openapi.json')).body;
  const document: unknown = JSON.parse(text);
  const references = [
    ...new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')),
  ];
  expect(references.length).toBeGreaterThan(10);
  const missing = references.filter(
    (reference) => reference.split('/').reduce<unknown>(step, document) === undefined,
  );
  expect(missing).toEqual([]);
  expect(text).not.toContain('$defs');
});

type Parameter = { name: string; in: string; schema: Record<string, unknown> };
type Reply = {
  headers: Record<string, unknown>;
  content: Record<string, { schema: Record<string, unknown> }>;
};
type Operation = {
  operationId: string;
  tags: readonly string[];
  security: readonly Record<string, string[]>[];
  parameters: readonly Parameter[];
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, Record<string, unknown>> } }>;
  };
  responses: Record<string, Reply>;
};

async function callsById(): Promise<Record<string, Operation & { method: string }>> {
  const { paths } = (await test.call('GET /openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const all = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  );
  return Object.fromEntries(all.map((operation) => [operation.operationId, operation]));
}

it('contains the lengths, patterns and formats of inputs', async () => {
  const all = await callsById();
  const fields = (name: string) =>
    all[name]?.requestBody?.content['application/json']?.schema.properties ?? {};
  expect(fields('logon')).toMatchObject({
    email: { format: 'email', maxLength: 254 },
    password: { minLength: 1, maxLength: 1024 },
  });
  expect(fields('verifyOtp')).toMatchObject({
    otp: { pattern: String.raw`^\s*(\d\s*){8}$` },
    token: { pattern: expect.any(String) },
  });
  expect(fields('reopenExport')).toMatchObject({ reason: { minLength: 3, maxLength: 500 } });
  expect(fields('createExport')).toMatchObject({
    from: { format: 'date' },
    to: { format: 'date' },
  });
  const lengths = Object.values(all).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'search'),
  );
  expect(lengths.length).toBeGreaterThan(3);
  for (const { schema } of lengths)
    expect(schema).toMatchObject({ type: 'string', maxLength: 200 });
});

it('describes page numbers and sort directions as integers', async () => {
  const parameters = Object.values(await callsById()).flatMap((operation) => operation.parameters);
  const of = (name: string) =>
    parameters.filter((parameter) => parameter.name === name).map(({ schema }) => schema);
  expect(of('page').length).toBeGreaterThan(5);
  for (const schema of of('page'))
    expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000 });
  for (const schema of of('itemsPerPage'))
    expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
  for (const schema of of('sortOrder'))
    expect(schema).toMatchObject({ type: 'integer', enum: [1, -1] });
});

it('names the headers of a file, of a wait, and against forged writes', async () => {
  const all = await callsById();
  for (const { method, parameters, responses } of Object.values(all)) {
    expect(parameters.some(({ name }) => name === 'X-XSRF-TOKEN')).toBe(method !== 'get');
    for (const status of ['429', '503'])
      expect(responses[status]?.headers).toHaveProperty('Retry-After');
    for (const { headers } of Object.values(responses))
      expect(headers).toHaveProperty('X-Request-Id');
  }
  const good = (name: string) => all[name]?.responses['200'];
  const ofFile = ['Content-Disposition', 'Content-Location'];
  expect(Object.keys(good('download')?.headers ?? {})).toEqual([
    'X-Request-Id',
    'Session-Seconds-Left',
    ...ofFile,
  ]);
  expect(good('getMe')?.headers).not.toHaveProperty('Content-Disposition');
  expect(good('logon')?.headers).toHaveProperty('Set-Cookie');
});

it('describes JSON as schemas, CSV and plain text as text, other files as bytes', async () => {
  for (const { responses } of Object.values(await callsById())) {
    for (const [type, { schema }] of Object.values(responses).flatMap(({ content }) =>
      Object.entries(content),
    )) {
      const isJson = type === 'application/json';
      expect([type, isJson || schema.type === 'string', schema.format === 'binary']).toEqual([
        type,
        true,
        !isJson && !type.startsWith('text/'),
      ]);
    }
  }
});

it('has each call under one tag that is described', async () => {
  const { tags } = (await test.call('GET /openapi.json')).json<{
    tags: { name: string; description: string }[];
  }>();
  const used = new Set(Object.values(await callsById()).flatMap((operation) => operation.tags));
  expect(tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
  for (const operation of Object.values(await callsById())) expect(operation.tags).toHaveLength(1);
});

function step(place: unknown, name: string): unknown {
  return typeof place === 'object' && place !== null
    ? Object.entries(place).find(([key]) => key === name)?.[1]
    : undefined;
}
