/**
 * Test files that only `npm run test:all` runs, which CI does: a file, or a folder that ends with `/`, and the reason.
 * `npm test` runs at least one file of every kind, so that each kind of test is in it.
 */
export const longTests: Readonly<Record<string, string>> = {
  'test/debian-postgres.test.ts': 'runs every storage suite of src a second time, on PostgreSQL 15',

  'test/clients/third-party-options.test.ts': 'many options; third-party-client.test.ts stays',
  'test/clients/third-party-tools.test.ts': 'starts programs of others; third-party-client.test.ts stays',
  'test/clients/typescript-runtimes.test.ts': 'downloads three runtimes; typescript-client.test.ts stays',

  'test/container/compose.test.ts': 'a deployment in network namespaces; container.test.ts stays',
  'test/container/image.test.ts': 'builds an image; container.test.ts stays',

  'test/docs/docs-site.test.ts': 'builds the site of the documentation; guides.test.ts stays',

  // Of the faults, starts, stops, kills and broken settings stay.
  'test/faults/crawl-kill.test.ts': 'ten kills; kill.test.ts stays',
  'test/faults/crawl-workers.test.ts': 'workers and a database server of their own',
  'test/faults/database-outage.test.ts': 'outages of half a minute',
  'test/faults/database.test.ts': 'restarts of the database under load',
  'test/faults/dataset-kill.test.ts': 'several kills; kill.test.ts stays',
  'test/faults/descriptors.test.ts': 'waits until every file descriptor is used',
  'test/faults/disk-full.test.ts': 'fills a disk in three ways',
  'test/faults/hostile.test.ts':
    'every page of the hostile server; test/service/hostile-content.test.ts stays',
  'test/faults/monitor-kill.test.ts': 'several kills; kill.test.ts stays',
  'test/faults/npm-start.test.ts': 'starts through npm and a shell; launcher.test.ts stays',
  'test/faults/other-database.test.ts': 'a second database server, with restarts',
  'test/faults/poison-page.test.ts': 'waits for many crashes',
  'test/faults/reservation-kill.test.ts': 'a kill of its own; kill.test.ts stays',
  'test/faults/secret-rotation.test.ts': 'several starts and commands',
  'test/faults/session-kill.test.ts': 'a kill with a browser; kill.test.ts stays',
  'test/faults/workflow-kill.test.ts': 'a kill of its own; kill.test.ts stays',

  'test/integrations/ai-sdk.test.ts':
    'type checks and runs each version of the package; llamaindex.test.ts stays',
  'test/integrations/langchain.test.ts':
    'type checks and runs each version of the package; llamaindex.test.ts stays',

  'test/packaging/debian-package.test.ts': 'builds a package and a system that installs it',
  'test/packaging/npx.test.ts': 'packs the checkout and installs every package',
  'test/packaging/shell-completion.test.ts': 'interactive shells in pseudo terminals',

  // Of the fleets, one of four processes stays.
  'test/processes/archive-fleet.test.ts': 'several processes; fleet.test.ts stays',
  'test/processes/backup-kill.test.ts': 'kills; src/backup stays',
  'test/processes/backup.test.ts': 'several services with databases and stores; src/backup stays',
  'test/processes/blocking-pages.test.ts': 'a page for each kind of slow content',
  'test/processes/rolling-restart.test.ts': 'replaces every process; fleet.test.ts stays',
  'test/processes/routed-sessions.test.ts': 'several processes with browsers; fleet.test.ts stays',

  'test/replication/failover.test.ts': 'a replicated database that loses its primary; pooler.test.ts stays',

  'test/service/monitor-applications.test.ts': 'installs real applications; test/service/searx.test.ts stays',
  'test/service/paged-applications.test.ts': 'installs real applications; test/service/searx.test.ts stays',
};
