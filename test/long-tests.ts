/**
 * Test files that only `npm run test:all` runs, which CI does, with the reason. `npm test` runs at least one file of every
 * folder of `src` and `test`, so that each kind of test is in it.
 */
export const longTests: Readonly<Record<string, string>> = {
  'src/runtime/watchdog/main-thread-watchdog.test.ts':
    'processes that are blocked for seconds; heartbeat.test.ts stays',
  'src/web/browser/find/packaged-browser.test.ts':
    'unpacks the browser of the package; find-browser.test.ts stays',

  'src/web/browser/page/tab-reuse.test.ts': 'a minute of visits to one site; browser-pool.test.ts stays',
  'src/web/browser/page/read-frames.test.ts': 'frames of every kind in browsers; browser-page.test.ts stays',
  'src/web/browser/steps/wait-until-usable.test.ts': 'slow pages in a browser; large-snapshot.test.ts stays',

  'test/debian-postgres.test.ts': 'runs every storage suite of src a second time, on PostgreSQL 15',

  'test/clients/python-client.test.ts': 'packages of PyPI, and type checks; typescript-client.test.ts stays',
  'test/clients/third-party-options.test.ts': 'many options; third-party-client.test.ts stays',
  'test/clients/third-party-tools.test.ts': 'starts programs of others; third-party-client.test.ts stays',
  'test/clients/typescript-readme.test.ts': 'the examples of the README; typescript-client.test.ts stays',
  'test/clients/typescript-runtimes.test.ts': 'downloads three runtimes; typescript-client.test.ts stays',

  'test/console/datasets.test.ts': 'many pictures of one page; the other pages stay',
  // Of the pages of the console, those of the first minutes stay.
  'test/console/account.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/jobs.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/monitors.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/requests.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/sessions.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/tools.test.ts': 'pages of the console; home, playground and sign-in stay',
  'test/console/hostile-content.test.ts': 'every page with hostile texts; hostile-values.test.ts stays',

  'test/container/compose.test.ts': 'a deployment in network namespaces; container.test.ts stays',
  'test/container/image.test.ts': 'builds an image; container.test.ts stays',

  'test/docs/docs-site.test.ts':
    'a minute of pictures and accessibility; search-questions.test.ts and guides.test.ts stay',

  // Of the faults, kills and stops stay.
  'test/faults/configuration.test.ts': 'a start for each invalid setting; src/config.test.ts stays',
  'test/faults/crawl-kill.test.ts': 'ten kills; kill.test.ts stays',
  'test/faults/crawl-workers.test.ts': 'workers and a database server of their own',
  'test/faults/database-outage.test.ts': 'outages of half a minute',
  'test/faults/database.test.ts': 'restarts of the database under load',
  'test/faults/dataset-kill.test.ts': 'several kills; kill.test.ts stays',
  'test/faults/descriptors.test.ts': 'waits until every file descriptor is used',
  'test/faults/disk-full.test.ts': 'fills a disk in three ways',
  'test/faults/hostile.test.ts':
    'every page of the hostile server; test/service/hostile-content.test.ts stays',
  'test/faults/launcher.test.ts': 'several starts with restarts; stop.test.ts stays',
  'test/faults/monitor-kill.test.ts': 'several kills; kill.test.ts stays',
  'test/faults/npm-start.test.ts': 'starts through npm and a shell; stop.test.ts stays',
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

  'test/interfaces/cli-running-service.test.ts': 'a process for each command; cli.test.ts stays',
  'test/interfaces/cli-waits.test.ts': 'commands that wait; cli.test.ts stays',
  'test/interfaces/contract.test.ts':
    'every operation over every interface; openapi.test.ts, cli.test.ts and mcp-http.test.ts stay',
  'test/interfaces/mcp-elicitation.test.ts': 'clients of several protocol versions; mcp-http.test.ts stays',
  'test/interfaces/mcp-origins.test.ts': 'every operation with a hostile page; hostile-content.test.ts stays',
  'test/interfaces/packed.test.ts':
    'builds and packs the program; test/packaging/release-files.test.ts stays',

  'test/packaging/content-library.test.ts':
    'packs the checkout and downloads three runtimes; src/content/content.test.ts stays',
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

  // Of the service, the tests of each operation stay; those of rare cases, of many settings and of much work go.
  'test/service/advice.test.ts': 'services with many combinations of settings, with browsers',
  'test/service/browser.test.ts': 'many pages in a browser; browser-guard.test.ts stays',
  'test/service/collect-end.test.ts': 'collections with every kind of end; collect.test.ts stays',
  'test/service/collect-more.test.ts': 'lists behind buttons, in a browser; collect.test.ts stays',
  'test/service/continue.test.ts': 'waits for time limits',
  'test/service/crawl-hygiene.test.ts': 'long crawls with a browser; crawl.test.ts stays',
  'test/service/dataset-unchanged.test.ts': 'many refreshes; datasets.test.ts stays',
  'test/service/deleted-content.test.ts': 'content of every kind, with pictures',
  'test/service/fair-requests.test.ts': 'a hundred slow requests; fair-queue.test.ts of src stays',
  'test/service/fair-sharing.test.ts': 'a big crawl; fair-queue.test.ts of src stays',
  'test/service/inspect.test.ts': 'pages with scripts in a browser; sessions.test.ts stays',
  'test/service/large-answers.test.ts': 'responses of many megabytes',
  'test/service/map-disorder.test.ts': 'sitemaps of 50,000 URLs; map.test.ts stays',
  'test/service/monitor-applications.test.ts': 'installs real applications; searx.test.ts stays',
  'test/service/monitor-pictures.test.ts': 'pictures of a browser; monitors.test.ts stays',
  'test/service/monitor-states.test.ts': 'many checks; monitors.test.ts stays',
  'test/service/monitor-unchanged.test.ts': 'many checks; monitors.test.ts stays',
  'test/service/paged-applications.test.ts': 'installs real applications; searx.test.ts stays',
  'test/service/paging-browser.test.ts': 'lists of applications, in a browser; paging.test.ts stays',
  'test/service/remote-browser.test.ts': 'browsers on other machines; browser-guard.test.ts stays',
  'test/service/saved-targets.test.ts': 'services with browsers; sessions.test.ts stays',
  'test/service/secrets.test.ts': 'a secret in every place; src/domain/secrets stays',
  'test/service/sitemap-bounds.test.ts': 'large sitemaps; map.test.ts stays',
  'test/service/strict-country.test.ts': 'every operation through exits; exits.test.ts stays',
  'test/service/v2-actions.test.ts': 'browsers; v2-scrape.test.ts stays',
  'test/service/v2-pace.test.ts': 'jobs that wait between pages; v2-jobs.test.ts stays',
  'test/service/workflows.test.ts': 'workflows of many kinds, in a browser; workflow-events.test.ts stays',

  'test/setup/embedded-postgres.test.ts':
    'a new database for each test; database.test.ts and privileges.test.ts stay',
};
