import type { Product } from './product.ts';

const words = ['mokoena', 'person 47', 'ayesha'];
const mail = 'admin@bench.co.za';
const word = 'lantern-harbour-quiet-7';

const config = `import { buildConfig } from 'payload';
import { postgresAdapter } from '@payloadcms/db-postgres';
const access = { read: ({ req }) => Boolean(req.user) };
const text = (name) => ({ name, type: 'text' });
const number = (name) => ({ name, type: 'number', index: true });
export default buildConfig({
  secret: 'a-secret-of-the-trial',
  telemetry: false,
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL, max: 10 } }),
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'offices', access, fields: [text('name')] },
    { slug: 'kinds', access, fields: [text('title'), { name: 'active', type: 'checkbox' }] },
    { slug: 'people', access, fields: [text('name'), text('email'), text('cell'), number('position'), number('status'),
      { name: 'office', type: 'relationship', relationTo: 'offices', index: true, maxDepth: 0 },
      { name: 'kinds', type: 'relationship', relationTo: 'kinds', hasMany: true }] },
  ],
});
`;

/** Payload as a Next application, of which only the API is asked; its tables are made by its own development mode. */
export const payload: Product = {
  name: 'payload',
  version: '3.90.2',
  dependencies: {
    payload: '3.90.2',
    '@payloadcms/db-postgres': '3.90.2',
    '@payloadcms/next': '3.90.2',
    next: '15.4.11',
    graphql: '16.11.0',
    react: '19.1.0',
    'react-dom': '19.1.0',
  },
  module: true,
  files: {
    'payload.config.js': config,
    'next.config.mjs': `import { withPayload } from '@payloadcms/next/withPayload';\nexport default withPayload({});\n`,
    'app/api/[...slug]/route.js': `import config from '../../../payload.config.js';
import { REST_GET, REST_POST } from '@payloadcms/next/routes';
export const GET = REST_GET(config);
export const POST = REST_POST(config);
`,
    'tables.mjs': `import { getPayload } from 'payload';
import config from './payload.config.js';
const payload = await getPayload({ config });
await payload.create({ collection: 'users', data: { email: '${mail}', password: '${word}' } });
process.exit(0);
`,
  },
  build: ['node_modules/next/dist/bin/next', 'build', '--no-lint'],
  makeTables: ['tables.mjs'],
  start: (port) => [
    'node_modules/next/dist/bin/next',
    'start',
    '-H',
    '127.0.0.1',
    '-p',
    String(port),
  ],
  async seed(client, { firms, attorneysOfFirm }) {
    await client.query(
      `insert into offices (name) select 'Firm number ' || n from generate_series(1, ${firms}) n`,
    );
    await client.query(
      `insert into kinds (title, active) select t, true from unnest(array['Call','Consultation','Photocopies','Sheriff''s fee']) t`,
    );
    await client.query(`insert into people (name, email, cell, position, status, office_id)
      select (array['Thandi','Pieter','Ayesha','Johannes','Zanele','Riaan','Nomsa','Sipho','Mari','Kagiso'])[1 + n % 10] || ' ' ||
        (array['Mokoena','Botha','Khan','van der Merwe','Dlamini','Jacobs','Mahlangu','Naidoo','Smit'])[1 + n % 9] || ' person ' || (n * 7919) % 100000,
        'person' || n || '@firm' || o.id || '.co.za', '08' || lpad(((n * 7919 + o.id) % 100000000)::text, 8, '0'), 0, n % 3, o.id
      from generate_series(1, ${attorneysOfFirm}) n cross join offices o`);
    await client.query(
      `insert into people_rels ("order", parent_id, path, kinds_id) select k.id, p.id, 'kinds', k.id from people p cross join kinds k`,
    );
    await client.query('vacuum analyze');
  },
  async requests({ url, client }) {
    const body = JSON.stringify({ email: mail, password: word });
    const reply = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { token } = (await reply.json()) as { token: string }; // as its documentation says
    const headers = { authorization: `JWT ${token}` };
    const { rows } = await client.query<{ id: number }>('select id from offices order by id');
    return rows.flatMap(({ id }, index) => {
      const list = `/api/people?where[and][0][office][equals]=${id}&where[and][1][position][equals]=0&sort=status,name&limit=10&depth=1`;
      const searched = encodeURIComponent(words[index % words.length] ?? '');
      const search = ['name', 'email', 'cell']
        .map((field, at) => `&where[and][2][or][${at}][${field}][contains]=${searched}`)
        .join('');
      return [`${list}&page=1`, `${list}&page=3`, `${list}&page=1${search}`].map((path) => ({
        path,
        headers,
      }));
    });
  },
};
