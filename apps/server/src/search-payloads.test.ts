import { role } from '@recoup/contract/core/access';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../test/factories.ts';

const test = useApp();
const ctx = { admin: '', system: '' };

/** Characters with a meaning in LIKE, SQL, JSON or addresses, alone and within words. */
const special = [
  '%',
  '_',
  '\\',
  '\\\\',
  '\\%',
  '%%',
  '_%',
  '%_',
  "'",
  "''",
  '"',
  ';',
  '--',
  '/*',
  '*/',
  '$1',
  '$$',
  '?',
  ':',
  '(',
  ')',
  '[',
  ']',
  '*',
  '.',
  '^',
  '|',
  '+',
  '&',
  '#',
  '=',
  '<',
  '>',
  '!',
  '~',
  '`',
  ',',
  '@',
];
const words = ['or', 'smith', 'x'];
const attacks = [
  "' or '1'='1",
  "' or 1=1 --",
  "'; drop table users; --",
  "') or true --",
  "%' or name like '%",
  '1; select pg_sleep(5)',
  "' union select password_hash from users --",
  "x' and (select count(*) from firms) > 0 --",
  "' || (select current_user) || '",
  '${process.env}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  "E'\\x27'",
  'U&"d\\0061t"',
  '\u00e9lan',
  'É',
  'ß',
  '日本',
  '🦓',
];
const payloads = [
  ...special,
  ...special.flatMap((mark) =>
    words.flatMap((word) => [`${mark}${word}`, `${word}${mark}`, `${word}${mark}${word}`]),
  ),
  ...special
    .slice(0, 12)
    .flatMap((left) => special.slice(0, 12).map((right) => `${left}a${right}`)),
  ...attacks,
];
/** Rows that hold some of them, so that a search has something to find and something to leave. */
const held = [
  ...special.slice(0, 30).map((mark) => `smith${mark}x or`),
  ...attacks,
  'plain smith',
  'another x',
  'Élan vital',
  'ÉLAN',
];

beforeAll(async () => {
  const firm = await aFirm(test.db, { name: 'Searchers Inc' });
  const attorney = await aUser(test.db, { firm, name: 'plain smith' });
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  ctx.admin = await test.signIn(admin);
  ctx.system = await test.signInAs({ firm: null });
  const type = await aDisbursementType(test.db, firm, { title: 'Call' });
  for (const [index, text] of held.entries()) {
    const short = text.slice(0, 40).padEnd(7, '.');
    await aFirm(test.db, { name: short });
    await aUser(test.db, { firm, name: short });
    await aDisbursementType(test.db, firm, { title: `${text.slice(0, 90)} ${index}` });
    const matter = await aMatter(test.db, firm, {
      number: `${text} ${index}`,
      description: `About ${text}`,
      client: `Of ${text}`,
    });
    await anEntry(test.db, { firm, attorney, matter, type }, { narration: `Said ${text}` });
  }
});

type Row = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Object.entries(value ?? {})
    .filter(([name]) => name !== '_id')
    .map(([, each]) => text(each));

/** Each search, and the fields that product.md says it looks in. */
const searches: readonly [
  string,
  { path: string; as: 'admin' | 'system'; fields: (row: Row) => string[] },
][] = [
  [
    'people',
    {
      path: '/users',
      as: 'admin',
      fields: ({ name, email, cell }) => [text(name), text(email), text(cell)],
    },
  ],
  [
    'firms',
    {
      path: '/firms',
      as: 'system',
      fields: ({ name, domains }) => [text(name), ...textsOf(domains)],
    },
  ],
  [
    'disbursement types',
    { path: '/disbursements', as: 'admin', fields: ({ title }) => [text(title)] },
  ],
  [
    'matters',
    {
      path: '/matters',
      as: 'admin',
      fields: ({ number, client, description }) => [text(number), text(client), text(description)],
    },
  ],
  [
    'entries',
    {
      path: '/entries',
      as: 'admin',
      fields: (row) => [text(row.narration), ...textsOf(row.matter)],
    },
  ],
];

async function list(
  path: string,
  as: 'admin' | 'system',
  query: Record<string, string>,
): Promise<{ data: (Row & { _id: string })[]; count: number }> {
  const search = new URLSearchParams(query).toString();
  const reply = await test.call(`GET ${path}${search === '' ? '' : `?${search}`}`, {
    token: ctx[as],
  });
  expect([path, query, reply.statusCode]).toEqual([path, query, 200]);
  return reply.json();
}

it('has at least 500 payloads, no two alike', () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(500);
});

it.each(searches)(
  'finds among %s exactly the rows that contain the search text',
  async (_, { path, as, fields }) => {
    const { data: all } = await list(path, as, {});
    let found = 0;
    for (const payload of payloads) {
      const wanted = payload.trim().toLowerCase();
      const expected = all.filter((row) =>
        fields(row).some((field) => field.toLowerCase().includes(wanted)),
      );
      const { data, count } = await list(path, as, { search: payload });
      expect([payload, data.map(({ _id }) => _id).toSorted()]).toEqual([
        payload,
        expected.map(({ _id }) => _id).toSorted(),
      ]);
      expect(count).toBe(expected.length);
      found += count;
    }
    // An oracle that expects nothing would prove nothing.
    expect(found).toBeGreaterThan(150);
  },
  120_000,
);

it.each([
  ['/users', 'sortOrderName', payloads],
  ['/users', 'sortOrderStatus', payloads],
  ['/users', 'page', payloads],
  ['/users', 'role', attacks],
  ['/users', 'firm', attacks],
  ['/disbursements', 'active', attacks.filter((attack) => attack !== 'true')],
  ['/matters', 'status', attacks],
  ['/entries', 'from', attacks],
  ['/exports', 'itemsPerPage', attacks],
] as const)(
  'accepts only the listed values in %s?%s',
  async (path, name, given) => {
    for (const payload of given) {
      const reply = await test.call(
        `GET ${path}?${new URLSearchParams({ [name]: payload }).toString()}`,
        { token: ctx.admin },
      );
      expect([payload, reply.statusCode]).toEqual([payload, 400]);
    }
  },
  120_000,
);
