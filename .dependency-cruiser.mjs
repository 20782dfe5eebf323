// The allowed imports (ARCHITECTURE.md, "Modules"). One row for each module, with all that it may import.
const modules = {
  domain: [],
  page: ['domain'],
  diff: ['domain'],
  site: ['domain', 'page'],
  extract: ['domain', 'page', 'site'],
  content: ['domain', 'page', 'extract', 'listings/page'],
  store: ['domain'],
  web: ['domain', 'store'],
  integrations: ['domain', 'web', 'store'],
  account: ['domain', 'store'],
  fetching: ['domain', 'page', 'site', 'store', 'web', 'account'],
  // Listings: the pure half works on parsed pages in content threads, the other half fetches.
  listings: ['domain', 'page', 'site', 'extract', 'account', 'fetching'],
  'listings/page': ['domain', 'page', 'site', 'extract', 'listings/paging'],
  'listings/paging': ['domain', 'page', 'site'],
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
    'integrations',
    'account',
    'fetching',
    'listings',
    'jobs',
    'operations',
  ],
  interfaces: ['operations', 'domain', 'account', 'jobs'],
  // Requests of /v2 can say more than the schemas of /v1, so its mappers build commands of capabilities themselves.
  'interfaces/v2': ['interfaces', 'operations', 'domain', 'account', 'jobs', 'capabilities'],
  runtime: ['domain'],
};

/** Capabilities that run others; all the rest stand alone. */
const runsOthers = ['parse', 'batches', 'compare', 'archive', 'datasets', 'monitors', 'workflows'];

/** Modules within a module have rules of their own. */
const innerModules = (module) =>
  Object.keys(modules)
    .filter((name) => name.startsWith(`${module}/`))
    .map((name) => `^src/${name}/`);

const moduleRules = Object.entries(modules).map(([module, mayImport]) => ({
  name: `${module}-imports`,
  comment: `${module} may import ${mayImport.join(', ') || 'no other module'}`,
  severity: 'error',
  from: { path: `^src/${module}/`, pathNot: ['\\.test\\.ts$', ...innerModules(module)] },
  to: { path: '^src/', pathNot: [module, ...mayImport].map((name) => `^src/${name}/`) },
}));

/** Layers of folders within a module, from the lowest to the highest. The files beside the folders are above all of them. */
const layers = {
  extract: [
    'words',
    'typed',
    'schema',
    'values',
    'page-view',
    'facts',
    'page-data',
    'offer',
    'heuristics',
    'prose',
    'selectors',
    'model',
  ],
  'extract/heuristics': ['candidates', 'ranking'],
  'extract/selectors': ['layouts', 'locators', 'rules', 'places'],
};

const layerRules = Object.entries(layers).flatMap(([module, folders]) =>
  folders.map((folder, at) => ({
    name: `${module}-layers`,
    comment: `${module}/${folder} may import only the layers of ${module} below it: ${folders.slice(0, at).join(', ') || 'none'}`,
    severity: 'error',
    from: { path: `^src/${module}/${folder}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^src/${module}/`,
      pathNot: folders.slice(0, at + 1).map((name) => `^src/${module}/${name}/`),
    },
  })),
);

export default {
  forbidden: [
    ...moduleRules,
    ...layerRules,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-main-imports-app',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/app/', '\\.test\\.ts$'] },
      to: { path: '^src/app/' },
    },
    {
      name: 'main-imports-app-and-cli',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/app/', '^src/interfaces/cli/'] },
    },
    {
      name: 'only-app-imports-config',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/app/', '^src/config(-table)?\\.ts$', '^src/config\\.test\\.ts$'],
      },
      to: { path: '^src/config' },
    },
    {
      name: 'config-imports-domain',
      severity: 'error',
      from: { path: '^src/config', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/domain/', '^src/config-(certificates|table|values|file)\\.ts$'] },
    },
    {
      name: 'capabilities-stand-alone',
      severity: 'error',
      from: { path: '^src/capabilities/([^/]+)/', pathNot: `^src/capabilities/(${runsOthers.join('|')})/` },
      to: { path: '^src/capabilities/[^/]+/', pathNot: '^src/capabilities/$1/' },
    },
    {
      name: 'only-app-imports-capability-definitions',
      comment: 'a capability uses another through its modules; src/app alone lists definitions',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/', '\\.test\\.ts$'] },
      to: { path: '^src/capabilities/[^/]+/index\\.ts$' },
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
    {
      name: 'console-uses-the-public-client',
      comment: 'the console runs in a browser and uses the API only through the generated client',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(src|test|bench|scripts)/' },
    },
    {
      name: 'console-is-built',
      comment: 'the program serves the built files of the console and imports none of its sources',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^console/' },
    },
    {
      name: 'console-pages-stand-alone',
      comment: 'pages share components and data, and only the page list imports them',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/[^/]+/', pathNot: '^console/src/pages/$1/' },
    },
    {
      name: 'console-components-know-no-pages',
      severity: 'error',
      from: { path: '^console/src/(components|data|text)/' },
      to: { path: '^console/src/(pages|app)/' },
    },
    ...['stages', 'browser', 'route'].map((folder, at, folders) => ({
      name: `fetching-${folder}-imports`,
      comment: 'stages know no routes and no browser; browser knows no routes; none knows the page fetcher',
      severity: 'error',
      from: { path: `^src/fetching/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^src/fetching/page-fetcher\\.ts$',
          ...folders.slice(at + 1).map((later) => `^src/fetching/${later}/`),
        ],
      },
    })),
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
