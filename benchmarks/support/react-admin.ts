import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const version = '5.15.4';
const dependencies = {
  'react-admin': version,
  react: '18.3.1',
  'react-dom': '18.3.1',
  vite: '8.3.8',
};

const files = {
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title>
</head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`,
  'main.js': `import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Admin, ArrayField, ChipField, Datagrid, EditButton, FunctionField, List, Resource, SearchInput,
  SingleFieldList, TextField,
} from 'react-admin';
const headers = () => ({ authorization: 'Bearer ' + sessionStorage.getItem('token') });
const get = async (address) => (await fetch('/core/api' + address, { headers: headers() })).json();
const dataProvider = {
  async getList(_, { pagination, sort, filter }) {
    const query = new URLSearchParams({
      role: '0', page: pagination.page, itemsPerPage: pagination.perPage, search: filter.q ?? '',
      [sort.field === 'status' ? 'sortOrderStatus' : 'sortOrderName']:
        sort.order === 'ASC' ? '1' : '-1',
    });
    const { data, count } = await get('/users?' + query);
    return { data: data.map((user) => ({ ...user, id: user._id })), total: count };
  },
};
const authProvider = {
  login: async () => {}, logout: async () => {}, checkError: async () => {},
  getPermissions: async () => {},
  checkAuth: async () => { if (!sessionStorage.getItem('token')) throw new Error(); },
  getIdentity: async () => {
    const me = await get('/me');
    return { id: me._id, fullName: me.name };
  },
};
const status = ({ status }) => ['Blocked', 'Inactive', 'Active'][status];
const filters = [h(SearchInput, { source: 'q', alwaysOn: true })];
const People = () => h(List, { sort: { field: 'status', order: 'ASC' }, perPage: 10, filters },
  h(Datagrid, { bulkActionButtons: false },
    h(TextField, { source: 'name' }), h(TextField, { source: 'cell', sortable: false }),
    h(ArrayField, { source: 'disbursementTypes', sortable: false },
      h(SingleFieldList, { linkType: false }, h(ChipField, { source: 'title' }))),
    h(FunctionField, { source: 'status', render: status }), h(EditButton)));
createRoot(document.getElementById('root')).render(h(Admin, { dataProvider, authProvider },
  h(Resource, { name: 'users', list: People, options: { label: 'Attorneys' } })));
`,
};

/** The attorneys list on react-admin, which reads our API; its files are compressed as ours are. */
export async function startReactAdmin(
  api: string,
): Promise<{ url: string; close: () => void; name: string }> {
  const folder = await buildReactAdmin();
  const server = serve(path.join(folder, 'dist'), new URL(api));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.close(),
    name: `react-admin ${version}`,
  };
}

/** Installs it once into the temporary folder of the machine. */
async function buildReactAdmin(): Promise<string> {
  const folder = path.join(tmpdir(), 'recoup-bench-products', `react-admin-${version}`);
  await mkdir(folder, { recursive: true });
  const project = { name: 'trial', version: '0.0.0', private: true, type: 'module', dependencies };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(project));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  const options = { cwd: folder, encoding: 'utf8', timeout: 600_000 } as const;
  if (!existsSync(path.join(folder, 'node_modules/.package-lock.json'))) {
    console.log(`Installing react-admin ${version} into ${folder} ...`);
    spawnSync(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
      options,
    );
  }
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  const built = spawnSync(process.execPath, vite, options);
  if (built.status !== 0)
    throw new Error(`react-admin was not built:\n${built.stdout}\n${built.stderr}`);
  return folder;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};

function serve(root: string, api: URL): Server {
  const compressed = new Map<string, Buffer>();
  return createServer((request, response) => {
    const url = request.url ?? '/';
    if (url.startsWith('/core/')) {
      const onward = forward(new URL(url, api), { headers: request.headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      });
      return void request.pipe(onward);
    }
    const file = existsSync(path.join(root, url)) && url !== '/' ? url : '/index.html';
    const body = compressed.get(file) ?? brotliCompressSync(readFileSync(path.join(root, file)));
    compressed.set(file, body);
    const type = types[path.extname(file)] ?? 'text/plain';
    // Names of assets carry a hash.
    const cache = file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response
      .writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache })
      .end(body);
  });
}
