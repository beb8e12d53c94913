import type { Product } from './product.ts';

const words = ['mokoena', 'person 47', 'ayesha'];
const text = { type: 'string' };

/** Strapi with a content type for each of our tables, asked with an API token, which costs it less than a user's sign-in would. */
export const strapi: Product = {
  name: 'strapi',
  version: '5.54.0',
  dependencies: {
    '@strapi/strapi': '5.54.0',
    pg: '8.23.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  files: {
    'config/database.js': `module.exports = () => ({ connection: { client: 'postgres', connection: { connectionString: process.env.DATABASE_URL }, pool: { min: 2, max: 10 } } });`,
    'config/server.js': `module.exports = () => ({ host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['a-key-of-the-trial'] } });`,
    'config/admin.js': `module.exports = () => ({ auth: { secret: 'trial' }, apiToken: { salt: 'trial' }, transfer: { token: { salt: 'trial' } }, serveAdminPanel: false });`,
    'config/logger.js': `module.exports = { level: 'warn' };`,
    'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public'];`,
    'public/uploads/.keep': '',
    ...contentType('office', 'offices', { name: text }),
    ...contentType('kind', 'kinds', { title: text, active: { type: 'boolean' } }),
    ...contentType('person', 'people', {
      name: text,
      email: text,
      cell: text,
      position: { type: 'integer' },
      status: { type: 'integer' },
      office: { type: 'relation', relation: 'manyToOne', target: 'api::office.office' },
      kinds: { type: 'relation', relation: 'manyToMany', target: 'api::kind.kind' },
    }),
    'src/index.js': `module.exports = { async bootstrap({ strapi }) {
      const token = await strapi.service('admin::api-token').create({ name: 'trial', description: '', type: 'full-access', lifespan: null });
      console.log('token=' + token.accessKey + ';');
    } };`,
  },
  start: () => ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
  async seed(client, { firms, attorneysOfFirm }) {
    const made = 'created_at, updated_at, published_at';
    const now = 'now(), now(), now()';
    await client.query(
      `insert into offices (document_id, name, ${made}) select 'o' || n, 'Firm number ' || n, ${now} from generate_series(1, ${firms}) n`,
    );
    await client.query(
      `insert into kinds (document_id, title, active, ${made}) select 'k' || t, t, true, ${now} from unnest(array['Call','Consultation','Photocopies','Sheriff''s fee']) t`,
    );
    await client.query(`insert into people (document_id, name, email, cell, position, status, ${made})
      select 'p' || n || '-' || f,
        (array['Thandi','Pieter','Ayesha','Johannes','Zanele','Riaan','Nomsa','Sipho','Mari','Kagiso'])[1 + n % 10] || ' ' ||
        (array['Mokoena','Botha','Khan','van der Merwe','Dlamini','Jacobs','Mahlangu','Naidoo','Smit'])[1 + n % 9] || ' person ' || (n * 7919) % 100000,
        'person' || n || '@firm' || f || '.co.za', '08' || lpad(((n * 7919 + f) % 100000000)::text, 8, '0'), 0, n % 3, ${now}
      from generate_series(1, ${attorneysOfFirm}) n cross join generate_series(1, ${firms}) f`);
    await client.query(`insert into people_office_lnk (person_id, office_id)
      select p.id, o.id from people p join offices o on o.document_id = 'o' || split_part(p.document_id, '-', 2)`);
    await client.query(
      `insert into people_kinds_lnk (person_id, kind_id, kind_ord) select p.id, k.id, k.id from people p cross join kinds k`,
    );
    await client.query('vacuum analyze');
  },
  async requests({ client, said }) {
    const headers = { authorization: `Bearer ${/token=([^;]+);/.exec(said)?.[1]}` };
    const { rows } = await client.query<{ id: string }>(
      'select document_id as id from offices order by id',
    );
    return rows.flatMap(({ id }, index) => {
      const list = `/api/people?filters[office][documentId][$eq]=${id}&filters[position][$eq]=0&sort[0]=status:asc&sort[1]=name:asc&pagination[pageSize]=10&pagination[withCount]=true&populate[kinds][fields][0]=title&populate[kinds][fields][1]=active`;
      const word = encodeURIComponent(words[index % words.length] ?? '');
      const search = ['name', 'email', 'cell']
        .map((field, at) => `&filters[$or][${at}][${field}][$containsi]=${word}`)
        .join('');
      return [
        `${list}&pagination[page]=1`,
        `${list}&pagination[page]=3`,
        `${list}&pagination[page]=1${search}`,
      ].map((path) => ({
        path,
        headers,
      }));
    });
  },
};

function contentType(
  name: string,
  plural: string,
  fields: Record<string, unknown>,
): Record<string, string> {
  const folder = `src/api/${name}`;
  const schema = {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: false },
    attributes: fields,
  };
  const factory = (kind: string) =>
    `const { factories } = require('@strapi/strapi'); module.exports = factories.create${kind}('api::${name}.${name}');`;
  return {
    [`${folder}/content-types/${name}/schema.json`]: JSON.stringify(schema),
    [`${folder}/controllers/${name}.js`]: factory('CoreController'),
    [`${folder}/services/${name}.js`]: factory('CoreService'),
    [`${folder}/routes/${name}.js`]: factory('CoreRouter'),
  };
}
