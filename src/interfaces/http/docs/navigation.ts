/** A page of the documentation in the navigation. */
export interface NavigationPage {
  /** Path of the file below the root of the checkout: `docs/scrape.md`. */
  file: string;
  /** Short title for the list of pages. */
  title: string;
}

/** A group of pages in the navigation. */
export interface NavigationSection {
  title: string;
  pages: readonly NavigationPage[];
  /** True for pages about the development of webdata, which have a search index of their own. */
  isForContributors?: true;
}

const inDocs = (name: string, title: string): NavigationPage => ({ file: `docs/${name}.md`, title });
const atRoot = (name: string, title: string): NavigationPage => ({ file: `${name}.md`, title });

/** Folder of generated pages that only the page `docs/reference/operations.md` lists. */
export const operationFolder = 'docs/reference/api';

/**
 * The pages of the documentation in reading order. The site and `llms.txt` list them in this order, and a page that is in
 * no section is not part of either.
 */
export const navigation: readonly NavigationSection[] = [
  {
    title: 'Start',
    pages: [
      inDocs('index', 'Overview'),
      inDocs('quick-start', 'Quick start'),
      inDocs('concepts', 'Concepts'),
      inDocs('works-out-of-the-box', 'What works out of the box'),
      inDocs('change-port-host-folder', 'Change port, host and folder'),
      inDocs('self-hosting/teams', 'Users and teams'),
      inDocs('outgoing-connections', 'What the service contacts'),
      inDocs('remove', 'Remove it'),
      inDocs('troubleshooting', 'Troubleshooting'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      inDocs('guides/watch-a-price', 'Watch a price'),
      inDocs('guides/build-a-dataset', 'Build a dataset from a shop'),
      inDocs('guides/give-an-agent-the-web', 'Give an agent the web'),
      inDocs('guides/crawl-a-site', 'Crawl a site into Markdown files'),
      inDocs('guides/log-in-and-download', 'Log in and download a report'),
      inDocs('guides/watch-behind-a-login', 'Watch a page behind a login'),
      inDocs('guides/crawl-behind-a-login', 'Crawl a wiki behind a login'),
    ],
  },
  {
    title: 'Capabilities',
    pages: [
      inDocs('scrape', 'Scrape'),
      inDocs('page-formats', 'Page formats'),
      inDocs('extract', 'Extract'),
      inDocs('parse', 'Parse'),
      inDocs('crawl-and-map', 'Crawl and map'),
      inDocs('jobs', 'Jobs, batches and export'),
      inDocs('search', 'Search'),
      inDocs('collect', 'Collect and recipes'),
      inDocs('compare', 'Compare countries'),
      inDocs('archive', 'Archive'),
      inDocs('datasets', 'Datasets'),
      inDocs('monitors', 'Monitors'),
      inDocs('monitor-notifications', 'Notifications of monitors'),
      inDocs('webhooks', 'Webhooks'),
      inDocs('sessions', 'Sessions and logins'),
      inDocs('workflows', 'Workflows'),
    ],
  },
  {
    title: 'Interfaces',
    pages: [
      inDocs('console', 'Console'),
      inDocs('cli', 'Command line'),
      inDocs('mcp', 'MCP'),
      inDocs('mcp-clients', 'Connect an MCP client'),
      inDocs('library', 'Library'),
      inDocs('integrations', 'Integrations'),
      inDocs('third-party-clients', 'Third-party clients'),
    ],
  },
  {
    title: 'HTTP API',
    pages: [
      inDocs('api', 'Overview'),
      inDocs('api/conventions', 'Conventions'),
      inDocs('api/keys', 'Start, keys and settings'),
      inDocs('api/pages', 'Pages'),
      inDocs('api/exits', 'Exits'),
      inDocs('api/jobs', 'Jobs and crawl'),
      inDocs('api/search', 'Search'),
      inDocs('api/values-and-records', 'Extract, inspect, collect and compare'),
      inDocs('api/archive', 'Archive'),
      inDocs('api/datasets-and-monitors', 'Datasets and monitors'),
      inDocs('api/browser', 'Browser, logins and workflows'),
      inDocs('api/account', 'Account, credits and history'),
      inDocs('api/limits', 'Limits'),
      inDocs('api/versioning', 'Versioning'),
      inDocs('api/third-party', 'Third-party API'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      inDocs('reference/operations', 'All operations'),
      inDocs('configuration', 'Settings'),
      inDocs('errors', 'Errors'),
      inDocs('receipts', 'Receipts'),
      inDocs('credits', 'Credits and limits'),
      inDocs('reference/rate-card', 'Rate card'),
      inDocs('glossary', 'Glossary'),
    ],
  },
  {
    title: 'Self-hosting',
    pages: [
      inDocs('operations', 'Operation'),
      inDocs('self-hosting/systemd', 'Server'),
      inDocs('self-hosting/docker', 'Containers'),
      inDocs('self-hosting/kubernetes', 'Kubernetes'),
      inDocs('self-hosting/reverse-proxy', 'TLS and reverse proxies'),
      inDocs('self-hosting/postgresql-and-s3', 'PostgreSQL and S3'),
      inDocs('browsers', 'Browsers'),
      inDocs('exits', 'Exits and proxies'),
      inDocs('models', 'Language models'),
      inDocs('self-hosting/monitoring', 'Monitoring'),
      inDocs('backup', 'Backup'),
      inDocs('self-hosting/upgrade', 'Upgrade'),
      inDocs('scale', 'Sizing'),
      atRoot('SECURITY', 'Security'),
    ],
  },
  {
    title: 'Coming from another tool',
    pages: [
      inDocs('comparisons', 'Comparisons'),
      inDocs('comparisons-differences', 'Where webdata is worse'),
      inDocs('coming-from/crawlee', 'Crawlee'),
      inDocs('coming-from/scrapy', 'Scrapy'),
      inDocs('coming-from/changedetection', 'changedetection.io'),
    ],
  },
  {
    title: 'Development',
    isForContributors: true,
    pages: [
      atRoot('CONTRIBUTING', 'Contributing'),
      atRoot('ARCHITECTURE', 'Architecture'),
      atRoot('AGENTS', 'For coding agents'),
      inDocs('how-to/add-a-search-provider', 'Add a search provider'),
      inDocs('how-to/add-an-exit-type', 'Add an exit type'),
      inDocs('how-to/add-a-page-format', 'Add a page format'),
      inDocs('how-to/add-a-console-page', 'Add a page to the console'),
      inDocs('how-to/add-a-documentation-page', 'Add a documentation page'),
      inDocs('database', 'Database tables'),
      inDocs('comparisons-commands', 'Comparisons: commands and logs'),
      atRoot('CHANGELOG', 'Changelog'),
    ],
  },
  {
    title: 'Decisions',
    isForContributors: true,
    pages: [
      inDocs('decisions/README', 'Overview'),
      inDocs('decisions/0001-node-24-without-a-build-step', '0001: Node 24 without a build step'),
      inDocs('decisions/0002-postgresql-only', '0002: PostgreSQL only'),
      inDocs('decisions/0003-crawl-frontier-in-postgresql', '0003: Crawl frontier in PostgreSQL'),
      inDocs('decisions/0004-own-html-pipeline', '0004: Own HTML pipeline'),
      inDocs('decisions/0005-signed-receipts', '0005: Signed receipts'),
      inDocs('decisions/0006-append-only-ledger', '0006: Append-only ledger'),
      inDocs('decisions/0007-sql-beside-its-use', '0007: SQL beside its use'),
      inDocs('decisions/0008-one-declaration-for-each-operation', '0008: One declaration for each operation'),
      inDocs('decisions/0009-one-way-out', '0009: One way out'),
      inDocs('decisions/0010-clock-as-a-value', '0010: Clock as a value'),
      inDocs('decisions/0011-own-authorization-server', '0011: Own authorization server'),
    ],
  },
];
