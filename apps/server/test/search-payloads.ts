import { role } from '@recoup/contract/core/access';
import { folded } from '@recoup/contract/core/folded';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, useApp } from './app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from './factories.ts';

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
  ...'?:()[]*.^|+&#=<>!~`,@',
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
/** Names as they are typed on another keyboard than the one they were written with. */
const otherwise = [
  'elan',
  'E\u0301LAN',
  'lukasz',
  'o`brien',
  'O‘Brien',
  'siobhan',
  'smit-botha',
  'smit–botha',
  'STRASSE',
];
export const payloads = [
  ...special,
  ...special.flatMap((mark) =>
    words.flatMap((word) => [`${mark}${word}`, `${word}${mark}`, `${word}${mark}${word}`]),
  ),
  ...special
    .slice(0, 12)
    .flatMap((left) => special.slice(0, 12).map((right) => `${left}a${right}`)),
  ...attacks,
  ...otherwise,
];
/** All of LIKE, all names, every fifth attack, and every twentieth of the others. */
export const fewPayloads = payloads.filter(
  (payload, index) =>
    index < 8 ||
    index % 20 === 0 ||
    otherwise.includes(payload) ||
    attacks.indexOf(payload) % 5 === 0,
);

/** Rows that hold some of them, so that a search has something to find and something to leave. */
export const held = [
  ...special.slice(0, 30).map((mark) => `smith${mark}x or`),
  ...attacks,
  'plain smith',
  'another x',
  'Élan vital',
  'ÉLAN',
  'Łukasz O’Brien',
  "Siobhán O'Brien",
  'Chloé Smit‑Botha',
  'Straße',
];

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

/** Sends each of these payloads to each list. Returns the app that it asks. */
export function testSearches(tried: readonly string[], atLeast: number): TestApp {
  const test = useApp();
  const tokens = { admin: '', system: '' };
  beforeAll(async () => Object.assign(tokens, await seedSearched(test)));

  it.each(searches)(
    'finds among %s exactly the rows that contain the search text',
    async (_, { path, as, fields }) => {
      const { data: all } = await list(test, path, { token: tokens[as] });
      let found = 0;
      for (const payload of tried) {
        const wanted = folded(payload.trim());
        const expected = all.filter((row) =>
          fields(row).some((field) => folded(field).includes(wanted)),
        );
        const { data, count } = await list(test, path, { token: tokens[as], search: payload });
        expect([payload, data.map(({ _id }) => _id).toSorted()]).toEqual([
          payload,
          expected.map(({ _id }) => _id).toSorted(),
        ]);
        expect(count).toBe(expected.length);
        found += count;
      }
      // An oracle that expects nothing would prove nothing.
      expect(found).toBeGreaterThan(atLeast);
    },
    120_000,
  );

  it.each([
    ['/users', 'sortOrderName', tried],
    ['/users', 'sortOrderStatus', tried],
    ['/users', 'page', tried],
    ['/users', 'role', attacksAmong(tried)],
    ['/users', 'firm', attacksAmong(tried)],
    ['/disbursements', 'active', attacksAmong(tried).filter((attack) => attack !== 'true')],
    ['/matters', 'status', attacksAmong(tried)],
    ['/entries', 'from', attacksAmong(tried)],
    ['/exports', 'itemsPerPage', attacksAmong(tried)],
  ] as const)(
    'accepts only the listed values in %s?%s',
    async (path, name, input) => {
      for (const payload of input) {
        const reply = await test.call(
          `GET ${path}?${new URLSearchParams({ [name]: payload }).toString()}`,
          { token: tokens.admin },
        );
        expect([payload, reply.statusCode]).toEqual([payload, 400]);
      }
    },
    120_000,
  );

  return test;
}

/** Rows with the held texts in each list, and who reads them. */
async function seedSearched(test: TestApp) {
  const { db } = test;
  const firm = await aFirm(db, { name: 'Searchers Inc' });
  const attorney = await aUser(db, { firm, name: 'plain smith' });
  const admin = await aUser(db, { firm, role: role.attorneyAdmin });
  const type = await aDisbursementType(db, firm, { title: 'Call' });
  for (const [index, sample] of held.entries()) {
    const short = sample.slice(0, 40).padEnd(7, '.');
    await aFirm(db, { name: short });
    await aUser(db, { firm, name: short });
    await aDisbursementType(db, firm, { title: `${sample.slice(0, 90)} ${index}` });
    const matter = await aMatter(db, firm, {
      number: `${sample} ${index}`,
      description: `About ${sample}`,
      client: `Of ${sample}`,
    });
    await anEntry(db, { firm, attorney, matter, type }, { narration: `Said ${sample}` });
  }
  return { admin: await test.signIn(admin), system: await test.signInAs({ firm: null }) };
}

async function list(
  test: TestApp,
  path: string,
  { token, search }: { token: string; search?: string },
): Promise<{ data: (Row & { _id: string })[]; count: number }> {
  const query = search === undefined ? '' : `?${new URLSearchParams({ search }).toString()}`;
  const reply = await test.call(`GET ${path}${query}`, { token });
  expect([path, search, reply.statusCode]).toEqual([path, search, 200]);
  return reply.json();
}

function attacksAmong(tried: readonly string[]): string[] {
  return attacks.filter((attack) => tried.includes(attack));
}
