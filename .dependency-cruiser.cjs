/** The allowed imports, without exceptions. What a room depends on is read from the table of ARCHITECTURE.md. */

const { readFileSync } = require('node:fs');
const path = require('node:path');

const documented = readFileSync(path.join(__dirname, 'ARCHITECTURE.md'), 'utf8');
const tableOfRooms = /^## The rooms$([\s\S]*?)^## /m.exec(documented)[1];
/** A room may import another room's `*.service.ts`, its pages what those rooms have for the browser. */
const dependsOn = Object.fromEntries(
  [...tableOfRooms.matchAll(/^\| `([a-z-]+)` \|.*\| ([^|]+) \|$/gm)].map(([, room, others]) => [
    room,
    others === '–' ? [] : others.split(', '),
  ]),
);
const rooms = Object.keys(dependsOn);
for (const [room, others] of Object.entries(dependsOn)) {
  const unknown = others.find((other) => !rooms.includes(other));
  if (unknown !== undefined)
    throw new Error(`ARCHITECTURE.md: ${room} depends on ${unknown}, which is no room`);
}

const platform = {
  'platform/core': [],
  'platform/database': ['platform/core'],
  'platform/jobs': ['platform/core', 'platform/database', 'platform/monitoring'],
  'platform/security': ['platform/core', 'platform/database'],
  'platform/hold': ['platform/core', 'platform/database'],
  'platform/egress': ['platform/core', 'platform/security'],
  'platform/http': ['platform/core', 'platform/database', 'platform/security'],
  'platform/monitoring': [
    'platform/core',
    'platform/database',
    'platform/hold',
    'platform/http',
    'platform/security',
  ],
  'platform/collections': ['platform/core'],
  'platform/imports': ['platform/core', 'platform/database'],
  'platform/sftp': ['platform/egress'],
  'platform/csv': ['platform/core'],
  'platform/pdf': ['platform/core'],
  'platform/zip': [],
};

/** Folders of the server, and what each may import of the server beside itself. app.ts and server.ts compose them. */
const serverFolders = {
  ...platform,
  'embedded-postgres': ['platform/core'],
  backup: [
    'platform/core',
    'platform/database',
    'platform/hold',
    'platform/jobs',
    'platform/egress',
    'platform/sftp',
  ],
  'matters/csv': ['platform/core', 'platform/csv'],
  'call-records/files': ['platform/core', 'platform/csv'],
  ...Object.fromEntries(
    rooms.map((room) => [room, [...Object.keys(platform), ...dependsOn[room]]]),
  ),
  startup: [...Object.keys(platform), 'backup', 'mail', 'sms', 'users'],
  commands: [
    'platform/core',
    'platform/database',
    'platform/hold',
    'platform/security',
    'embedded-postgres',
    'startup',
    'backup',
    'account',
    'audit',
    'second-factor',
    'sign-on',
  ],
  seeds: [...Object.keys(platform), 'startup', 'call-records'],
};

const anyRoom = `(?:${rooms.join('|')})`;
const server = '^apps/server/src/';
const web = '^apps/web/src/';
const tests = '\\.(?:test|e2e)\\.ts$';

/** What a page may build on: the rooms that its room depends on, and what those depend on. */
const reach = (room) => [...new Set([room, ...dependsOn[room].flatMap(reach)])];
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });
/** The same words for a room that the table does not know, so that a new folder cannot slip through. */
const unknownRoom = (base, others) =>
  forbid(
    `unknown-room-in-${base.split('/')[1]}`,
    {},
    { path: `${base}[^/]+/`, pathNot: `${base}(?:${[...rooms, ...others].join('|')})/` },
  );

const betweenPackages = [
  forbid(
    'contract-imports-zod-alone',
    { path: '^packages/contract/src/', pathNot: tests },
    { pathNot: ['^packages/contract/src/', '^node_modules/zod/'] },
  ),
  forbid(
    'server-never-imports-web',
    { path: '^apps/server/' },
    { path: '^(?:apps/web|e2e|benchmarks|fault-injection|scripts)/' },
  ),
  forbid(
    'web-never-imports-server',
    { path: '^apps/web/' },
    { path: '^(?:apps/server|e2e|benchmarks|fault-injection|scripts)/' },
  ),
  forbid(
    'e2e-imports-contract-and-seed',
    { path: '^e2e/' },
    {
      path: '^(?:apps|benchmarks|fault-injection|scripts)/',
      // The PostgreSQL of all tests, and the list of all pages.
      pathNot:
        '^apps/(?:server/(?:src/seeds/|test/(?:database|stored-rows)\\.ts$)|' +
        'web/src/app/routing/areas\\.ts$)',
    },
  ),
];

const insideServer = [
  unknownRoom(server, ['platform', ...Object.keys(serverFolders)]),
  forbid(
    'unknown-folder-in-platform',
    {},
    { path: `${server}platform/`, pathNot: `${server}(?:${Object.keys(platform).join('|')})/` },
  ),
  ...Object.entries(serverFolders).map(([folder, allowed]) =>
    forbid(
      `${folder.replace('/', '-')}-imports`,
      { path: `${server}${folder}/`, pathNot: tests },
      { path: server, pathNot: `${server}(?:${[folder, ...allowed].join('|')})/` },
    ),
  ),
  forbid(
    'repository-is-private',
    { path: `${server}([^/]+)/`, pathNot: tests },
    { path: '\\.repository\\.ts$', pathNot: [`${server}$1/`, `${server}platform/`] },
  ),
  forbid(
    'routes-are-for-app',
    { path: server, pathNot: [`${server}app\\.ts$`, tests] },
    { path: `${server}.*\\.routes\\.ts$` },
  ),
  forbid(
    'service-knows-no-http',
    { path: `${server}.*\\.(?:service|repository)\\.ts$` },
    { path: '^node_modules/@?fastify' },
  ),
  forbid(
    'repository-is-the-bottom',
    { path: '\\.repository\\.ts$' },
    { path: `${server}.*\\.(?:service|routes)\\.ts$` },
  ),
  forbid(
    'rooms-meet-through-services',
    { path: `${server}(${anyRoom})/`, pathNot: tests },
    { path: `${server}${anyRoom}/`, pathNot: [`${server}$1/`, '\\.service\\.ts$'] },
  ),
  forbid(
    'only-repositories-touch-sql',
    {
      path: server,
      pathNot: [
        '\\.repository\\.ts$',
        `${server}(?:platform/database|backup|seeds)/`,
        `${server}startup/migrate\\.ts$`,
        tests,
      ],
    },
    {
      path: '^node_modules/(?:kysely|pg|pg-copy-streams)/',
      dependencyTypesNot: ['type-only'],
    },
  ),
];

const insideWeb = [
  unknownRoom(web, ['app', 'platform', 'ui']),
  forbid(
    'ui-could-ship-elsewhere',
    { path: `${web}ui/`, pathNot: tests },
    { path: ['^packages/', web], pathNot: `${web}ui/` },
  ),
  forbid(
    'web-platform-knows-no-room',
    { path: `${web}platform/`, pathNot: tests },
    { path: web, pathNot: `${web}(?:platform|ui)/` },
  ),
  forbid(
    'web-rooms-know-no-app',
    { path: `${web}${anyRoom}/`, pathNot: tests },
    { path: [`${web}app/`, `${web}[^/]+$`] },
  ),
  ...rooms.map((room) =>
    forbid(
      `web-room-${room}-depends-on`,
      { path: `${web}${room}/`, pathNot: tests },
      { path: `${web}${anyRoom}/`, pathNot: `${web}(?:${reach(room).join('|')})/` },
    ),
  ),
];

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid('no-unresolvable', {}, { couldNotResolve: true }),
    ...betweenPackages,
    ...insideServer,
    ...insideWeb,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?!node_modules/).*/(?:dist|\\.tsc)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
};
