import { apiRoot, type Endpoint } from '@recoup/contract/core/endpoint';
import { findIds, matterFile, type Source, valueFor } from './fuzz-schema.ts';
import type { Random } from './random.ts';
import { words } from '../../apps/server/test/words.ts';

/** Texts that programs trip over; each stands for a family. */
const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\uFFFD',
  '\u202Egnp.exe',
  '\u200B\u200D\uFEFF',
  'İıẞß',
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(60),
  '\r\nBcc: evil@z.example\r\n',
  'a\nb\tc\rd\u2028e',
  '%',
  '_',
  '\\',
  '%_\\%',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|"/c calc"!A0',
  '+1',
  '-1',
  '@SUM(A1)',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-0',
  '1e309',
  '0x10',
  '９９',
  '../../../etc/passwd',
  'C:\\boot.ini',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'data:image/jpeg;base64,',
  'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
  'data:image/svg+xml;base64,PHN2Zz4=',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '9999-12-31',
  '0000-00-00',
  '2026-02-30',
  '-000001-01-01',
  '+275760-09-13T00:00:00Z',
  'a@b',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}co.za`,
  '"a b"@firm.co.za',
  'x'.repeat(10_000),
  '('.repeat(5_000),
];

/** Values of another type than required, and numbers at the edges. */
const nastyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  -0,
  1e-7,
  1e21,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1 },
  { toString: 1, valueOf: 1 },
  { $ne: null },
  ['a', 'a'],
  Array.from({ length: 1_100 }, () => 0),
];

/** What stands in an address instead of an id or a page. */
const nastySegments: readonly string[] = [
  ...words('%00 %zz % %ff%fe .. . %2e%2e%2f %2F / * __proto__ undefined null 0 -1 1e9'),
  '%F0%9F%92%A9',
  'x'.repeat(65),
  'x'.repeat(3_000),
  "'%20or%201=1",
];

type Draft = {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
  /** Takes the place of `body` once it is set. */
  raw: string | Buffer | undefined;
  /** Whether the address or the method is none of the contract's any more. */
  isStray: boolean;
};

type Mutation = (draft: Draft, source: Source) => void;

/** What is done to a valid request; each is drawn as often as it stands here. */
const mutations: readonly Mutation[] = [
  ...Array.from({ length: 10 }, () => spoilField),
  ...Array.from({ length: 4 }, () => spoilQuery),
  ...Array.from({ length: 3 }, () => spoilRawJson),
  ...Array.from({ length: 2 }, () => spoilHeaders),
  ...Array.from({ length: 2 }, () => spoilPath),
  spoilMethod,
  spoilBytes,
];

/** Another type, an odd text, a missing or an unknown field, somewhere in the body. */
function spoilField(draft: Draft, { random }: Source): void {
  const fields = placesIn(draft.body);
  if (fields.length === 0) {
    draft.body = structuredClone(random.pick(nastyValues));
    return;
  }
  const { holder, key } = random.pick(fields);
  const kind = random.int(10);
  if (kind === 0) Reflect.deleteProperty(holder, key);
  else if (kind === 1 && !Array.isArray(holder))
    holder[random.pick(['isAdmin', 'role', 'firm', 'status', 'constructor', 'length'])] =
      structuredClone(random.pick(nastyValues));
  else holder[key] = kind < 6 ? random.pick(nastyTexts) : structuredClone(random.pick(nastyValues));
}

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>; // an array has its indices as keys
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function spoilQuery(draft: Draft, { random }: Source): void {
  const names = words(`
    page itemsPerPage search sortOrderName __proto__ constructor page[] __proto__[x] firm role a
  `);
  const values = [
    ...nastySegments,
    '1000000000',
    '999999999999999999999',
    '1e9',
    '0',
    '100',
    '%25',
    encodeURIComponent('Ü%_\\'),
    '1&page=2',
  ];
  const known = draft.query.map(([name]) => name);
  const name = random.pick(known.length > 0 && random.chance(0.6) ? known : names);
  const value = random.chance(0.5)
    ? random.pick(values)
    : encodeURIComponent(storable(random.pick(nastyTexts).slice(0, 10_000)));
  draft.query = [
    ...draft.query.filter(([other]) => other !== name || random.chance(0.3)),
    [name, value],
  ];
}

/** A lone surrogate cannot stand in an address. */
function storable(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '');
}

/** What `JSON.stringify` would never write. */
function spoilRawJson(draft: Draft, { random }: Source): void {
  const text = JSON.stringify(draft.body ?? {});
  const kind = random.int(9);
  if (kind === 0) draft.raw = text.slice(0, random.int(text.length + 1));
  else if (kind === 1) draft.raw = text.replace('{', '{"email":1,"email":[],"_id":0,"_id":null,');
  else if (kind === 2)
    draft.raw = text.replace(
      '{',
      random.pick(['{"__proto__":{"isAdmin":true},', '{"constructor":{"prototype":{"x":1}},']),
    );
  else if (kind === 3) draft.raw = nested(random.pick([100, 5_000, 15_000]), random);
  else if (kind === 4)
    draft.raw = text.replace(
      /:(?:\d+|"[^"]*")/,
      `:${'9'.repeat(random.chance(0.1) ? 1_000_000 : 400)}`,
    );
  else if (kind === 5) draft.raw = `\uFEFF${text}`;
  else if (kind === 6)
    draft.raw = random.pick([
      'null',
      '[]',
      '1',
      '"x"',
      '',
      ' ',
      '{',
      '{"a":NaN}',
      "{'a':1}",
      '{"a":1,}',
      '\u0000',
    ]);
  else if (kind === 7) draft.raw = text.replace(/"([a-z])/g, '"\\u0000$1');
  else draft.raw = Buffer.from(text, 'utf16le');
}

function nested(depth: number, random: Random): string {
  return random.chance(0.5)
    ? `${'['.repeat(depth)}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function spoilHeaders(draft: Draft, { random }: Source): void {
  const changes: readonly Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'text/csv; charset=nothing' },
    { 'content-type': '/' },
    { 'content-type': 'application/json; __proto__=x' },
    { accept: 'image/png' },
    { accept: 'text/csv;q=x, ,;;' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(200)}` },
    { authorization: 'Basic YTpi' },
    { cookie: 'XSRF-TOKEN=a; XSRF-TOKEN=b' },
    { cookie: '__proto__=1; constructor=2; %=%' },
    { 'x-xsrf-token': 'x' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-forwarded-for': '::, 1.2.3, __proto__' },
    { 'accept-encoding': 'br;q=0, *;q=0' },
    { 'if-none-match': '*', range: 'bytes=0-0,5-4' },
    { expect: '200-ok' },
    { 'transfer-encoding': 'chunked' },
  ];
  Object.assign(draft.headers, random.pick(changes));
}

function spoilPath(draft: Draft, { random }: Source): void {
  const parts = draft.path.split('/');
  const at = 1 + random.int(parts.length - 1);
  const isStray = random.chance(0.3);
  // An id that is none stays within the call; another word or one more segment leaves it.
  const isId = /^[0-9a-f-]{36}$/i.test(parts[at] ?? '');
  if (isStray) parts.splice(at, 0, random.pick(nastySegments));
  else parts[at] = random.pick(nastySegments);
  draft.path = parts.join('/');
  draft.isStray = isStray || !isId || /\/|\.|%2e/i.test(parts[at] ?? '');
}

function spoilMethod(draft: Draft, { random }: Source): void {
  draft.method = random.pick(['PATCH', 'DELETE', 'PUT', 'POST', 'OPTIONS', 'HEAD', 'GET', 'TRACE']);
  draft.isStray = true;
}

function spoilBytes(draft: Draft, { random }: Source): void {
  draft.raw = Buffer.from(
    Array.from({ length: random.pick([1, 30, 3_000]) }, () => random.int(256)),
  );
}

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
      'content-type': source.random.pick(call.takes ?? ['application/json']),
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
