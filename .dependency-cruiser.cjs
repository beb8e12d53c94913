/** The rules between the rooms (ARCHITECTURE.md), with zero exceptions. */
const dependsOn = {
  account: ['users'],
  firms: ['users', 'disbursements'],
  users: ['call-fees', 'disbursements'],
  disbursements: [],
  'call-fees': ['disbursements'],
  matters: [],
  entries: ['matters', 'disbursements', 'call-fees'],
  exports: ['entries'],
  mail: ['exports'],
};
const rooms = Object.keys(dependsOn);
const anyRoom = `(?:${rooms.join('|')})`;
const server = '^apps/server/src/';
const web = '^apps/web/src/';
const tests = '\\.(?:test|e2e)\\.ts$';

/** What a page may build on: the rooms that its room depends on, and what those depend on. */
const reach = (room) => [...new Set([room, ...dependsOn[room].flatMap(reach)])];
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });
/** The same words for a room that the table does not know, so that a new folder cannot slip through. */
const unknownRoom = (base, others) =>
  forbid(`unknown-room-in-${base.split('/')[1]}`, {}, { path: `${base}[^/]+/`, pathNot: `${base}(?:${[...rooms, ...others].join('|')})/` });

const betweenPackages = [
  forbid(
    'contract-imports-zod-alone',
    { path: '^packages/contract/src/', pathNot: tests },
    { pathNot: ['^packages/contract/src/', '^node_modules/zod/'] },
  ),
  forbid('server-never-imports-web', { path: '^apps/server/' }, { path: '^(?:apps/web|e2e|benchmarks|fault-injection|scripts)/' }),
  forbid('web-never-imports-server', { path: '^apps/web/' }, { path: '^(?:apps/server|e2e|benchmarks|fault-injection|scripts)/' }),
  forbid(
    'e2e-imports-contract-and-seed',
    { path: '^e2e/' },
    { path: '^(?:apps|benchmarks|fault-injection|scripts)/', pathNot: '^apps/server/src/seeds/' },
  ),
];

const insideServer = [
  unknownRoom(server, ['platform', 'seeds']),
  forbid('platform-knows-no-room', { path: `${server}platform/`, pathNot: tests }, { path: server, pathNot: `${server}platform/` }),
  forbid('only-app-knows-the-rooms', { path: `${server}[^/]+$`, pathNot: [`${server}app\\.ts$`, tests] }, { path: `${server}${anyRoom}/` }),
  forbid('rooms-know-no-app', { path: `${server}${anyRoom}/`, pathNot: tests }, { path: [`${server}[^/]+$`, `${server}seeds/`] }),
  // Every room writes to the platform's mail queue and audit log.
  forbid(
    'repository-is-private',
    { path: `${server}([^/]+)/`, pathNot: tests },
    { path: '\\.repository\\.ts$', pathNot: [`${server}$1/`, `${server}platform/`] },
  ),
  forbid('routes-are-for-app', { path: server, pathNot: [`${server}app\\.ts$`, tests] }, { path: `${server}.*\\.routes\\.ts$` }),
  forbid('service-knows-no-http', { path: `${server}.*\\.(?:service|repository)\\.ts$` }, { path: '^node_modules/@?fastify' }),
  forbid('repository-is-the-bottom', { path: '\\.repository\\.ts$' }, { path: `${server}.*\\.(?:service|routes)\\.ts$` }),
  forbid(
    'rooms-meet-through-services',
    { path: `${server}(${anyRoom})/`, pathNot: tests },
    { path: `${server}${anyRoom}/`, pathNot: [`${server}$1/`, '\\.service\\.ts$'] },
  ),
  forbid(
    'only-repositories-touch-sql',
    { path: server, pathNot: ['\\.repository\\.ts$', `${server}platform/(?:db|migrate|tables)`, `${server}seeds/`, tests] },
    { path: '^node_modules/(?:kysely|pg|pg-cursor|pg-copy-streams)/', dependencyTypesNot: ['type-only'] },
  ),
  ...rooms.map((room) =>
    forbid(
      `room-${room}-depends-on`,
      { path: `${server}${room}/`, pathNot: tests },
      { path: `${server}${anyRoom}/`, pathNot: `${server}(?:${[room, ...dependsOn[room]].join('|')})/` },
    ),
  ),
];

const insideWeb = [
  unknownRoom(web, ['app', 'platform', 'ui']),
  forbid('ui-could-ship-elsewhere', { path: `${web}ui/`, pathNot: tests }, { path: ['^packages/', web], pathNot: `${web}ui/` }),
  forbid('web-platform-knows-no-room', { path: `${web}platform/`, pathNot: tests }, { path: web, pathNot: `${web}(?:platform|ui)/` }),
  forbid('web-rooms-know-no-app', { path: `${web}${anyRoom}/`, pathNot: tests }, { path: [`${web}app/`, `${web}[^/]+$`] }),
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
