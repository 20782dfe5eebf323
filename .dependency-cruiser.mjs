// Who may import whom (ARCHITECTURE.md, "Rooms"). One row a room: what stands beside it is all it may import.
const rooms = {
  domain: [],
  page: ['domain'],
  diff: ['domain'],
  site: ['domain', 'page'],
  extract: ['domain', 'page', 'site'],
  store: ['domain'],
  web: ['domain', 'store'],
  sources: ['domain', 'web', 'store'],
  account: ['domain', 'store'],
  fetching: ['domain', 'page', 'site', 'store', 'web', 'account'],
  jobs: ['domain', 'store', 'account', 'web'],
  backup: ['domain', 'store'],
  operations: ['domain', 'account'],
  capabilities: [
    'domain',
    'page',
    'diff',
    'site',
    'extract',
    'store',
    'web',
    'sources',
    'account',
    'fetching',
    'jobs',
    'operations',
  ],
  doors: ['operations', 'domain', 'account', 'jobs'],
  // The door that asks for more than the schemas of /v1 can: it makes commands of capabilities itself.
  'doors/v2': ['doors', 'operations', 'domain', 'account', 'jobs', 'capabilities'],
  runtime: ['domain'],
};

/** Capabilities that run others; all the rest stand alone. */
const runsOthers = ['compare', 'archive', 'datasets', 'monitors', 'workflows'];

/** Rooms within a room have rules of their own. */
const innerRooms = (room) =>
  Object.keys(rooms)
    .filter((name) => name.startsWith(`${room}/`))
    .map((name) => `^src/${name}/`);

const roomRules = Object.entries(rooms).map(([room, mayImport]) => ({
  name: `${room}-imports`,
  comment: `${room} may import ${mayImport.join(', ') || 'no other room'}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: ['\\.test\\.ts$', ...innerRooms(room)] },
  to: { path: '^src/', pathNot: [room, ...mayImport].map((name) => `^src/${name}/`) },
}));

export default {
  forbidden: [
    ...roomRules,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-main-imports-app',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/app/'] },
      to: { path: '^src/app/' },
    },
    {
      name: 'main-imports-app-and-cli',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/app/', '^src/doors/cli/'] },
    },
    {
      name: 'only-app-imports-config',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/', '^src/config\\.test\\.ts$', '^src/config\\.ts$'] },
      to: { path: '^src/config' },
    },
    {
      name: 'config-imports-domain',
      severity: 'error',
      from: { path: '^src/config', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/domain/', '^src/config-values\\.ts$'] },
    },
    {
      name: 'capabilities-stand-alone',
      severity: 'error',
      from: { path: '^src/capabilities/([^/]+)/', pathNot: `^src/capabilities/(${runsOthers.join('|')})/` },
      to: { path: '^src/capabilities/[^/]+/', pathNot: '^src/capabilities/$1/' },
    },
    {
      name: 'product-stands-alone',
      comment: 'nothing that ships may need the tests or the benches',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
