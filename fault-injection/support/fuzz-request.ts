import { apiRoot, type Endpoint } from '@recoup/contract/core/endpoint';
import { type Draft, mutations } from './fuzz-mutations.ts';
import { findIds, matterFile, type Source, valueFor } from './fuzz-schema.ts';

/** A request to send. `call` is undefined if the contract has no such endpoint. */
export type GeneratedRequest = {
  call: Endpoint | undefined;
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  payload: string | Buffer | undefined;
};

/** A request that the contract allows, and most often something wrong with it. */
export function generateRequest(call: Endpoint, source: Source): GeneratedRequest {
  const { random } = source;
  const draft = validDraft(call, source);
  for (let count = random.pick([0, 0, 1, 1, 1, 2]); count > 0; count -= 1)
    random.pick(mutations)(draft, source);
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  const payload = draft.raw ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  return {
    call: draft.isStray ? undefined : call,
    method: draft.method,
    url: `${apiRoot}${draft.path}${query === '' ? '' : `?${query}`}`,
    headers: draft.headers,
    payload,
  };
}

function validDraft(call: Endpoint, source: Source): Draft {
  const params: Record<string, unknown> = {
    ...partFor(call.params, source),
    ...knownId(call, source),
  };
  const query = partFor(call.query, source);
  const isFile = call.takes !== undefined;
  const body = call.body ? valueFor(call.body, 'body', source) : undefined;
  // A body that names another record than the address is rejected early.
  if (isObject(body) && '_id' in body && 'id' in params && source.random.chance(0.8))
    body._id = params.id;
  return {
    method: call.method,
    path: call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf(params[name])),
    ),
    query: Object.entries(query).map(([name, value]) => [name, encodeURIComponent(textOf(value))]),
    headers: {
      'content-type': call.takes ?? 'application/json',
      accept: source.random.pick(['application/json', '*/*', ...(call.produces ?? [])]),
    },
    body,
    raw: isFile ? matterFile(source) : undefined,
    isStray: false,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** What the `_id`s of a collection are called where another thing names them. */
export const idNames: Readonly<Record<string, string>> = {
  users: 'attorney',
  register: 'attorney',
  me: 'attorney',
  firms: 'firm',
  disbursements: 'disbursementType',
  matters: 'matter',
  entries: 'entry',
  exports: 'export',
  imports: 'import',
  sendMail: 'mail',
  mails: 'mail',
};

/** Mostly the id of such a thing, not of any. */
function knownId(call: Endpoint, source: Source): { id?: unknown } {
  const { random } = source;
  const known = findIds(idNames[call.path.split('/')[1] ?? ''] ?? '', source);
  return known.length > 0 && call.path.includes('{id}') && random.chance(0.85)
    ? { id: random.pick(known) }
    : {};
}

function partFor(schema: Endpoint['params'], source: Source): Record<string, unknown> {
  // The schema is an object's.
  return schema ? (valueFor(schema, '', source) as Record<string, unknown>) : {};
}
