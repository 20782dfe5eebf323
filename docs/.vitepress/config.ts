import { createCssVariablesTheme } from 'shiki/core';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { alignCellsByClass } from './cell-alignment.ts';
import { addClassNames } from './highlighting.ts';
import { adaptLinks } from './links.ts';
import { keepBraces } from './literal-braces.ts';
import { fixSidebarCaret } from './sidebar-caret.ts';
import { markUnrunCommands } from './unrun-commands.ts';

// The documentation, which scripts/build-docs.mjs builds into dist/docs and the service serves at /docs. The pages are also
// read as plain Markdown on code hosts, so that they use no syntax of VitePress.

/** Path of the interactive API reference below the base: a page of the service, outside of this site. */
const apiReference = '/api-reference';

const guides: DefaultTheme.SidebarItem[] = [
  { text: 'Watch a price', link: '/guides/watch-a-price' },
  { text: 'Build a dataset from a shop', link: '/guides/build-a-dataset' },
  { text: 'Give an agent the web', link: '/guides/give-an-agent-the-web' },
  { text: 'Crawl a site into Markdown files', link: '/guides/crawl-a-site' },
  { text: 'Log in and download a report', link: '/guides/log-in-and-download' },
  { text: 'Watch a page behind a login', link: '/guides/watch-behind-a-login' },
  { text: 'Crawl a wiki behind a login', link: '/guides/crawl-behind-a-login' },
];

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Overview', link: '/' },
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Concepts', link: '/concepts' },
    ],
  },
  { text: 'Guides', items: guides },
  {
    text: 'Capabilities',
    collapsed: true,
    items: [
      { text: 'Scrape', link: '/scrape' },
      { text: 'Extract', link: '/extract' },
      { text: 'Parse', link: '/parse' },
      { text: 'Crawl and map', link: '/crawl-and-map' },
      { text: 'Search', link: '/search' },
      { text: 'Collect and recipes', link: '/collect' },
      { text: 'Compare countries', link: '/compare' },
      { text: 'Archive', link: '/archive' },
      { text: 'Datasets', link: '/datasets' },
      { text: 'Monitors', link: '/monitors' },
      { text: 'Sessions and logins', link: '/sessions' },
      { text: 'Workflows', link: '/workflows' },
    ],
  },
  {
    text: 'Reference',
    collapsed: true,
    items: [
      { text: 'Interactive API reference', link: apiReference, target: '_self' },
      { text: 'All operations', link: '/reference/operations' },
      {
        text: 'HTTP API',
        link: '/api',
        collapsed: true,
        items: [
          { text: 'Conventions', link: '/api/conventions' },
          { text: 'Start, keys and settings', link: '/api/keys' },
          { text: 'Pages', link: '/api/pages' },
          { text: 'Exits', link: '/api/exits' },
          { text: 'Jobs and crawl', link: '/api/jobs' },
          { text: 'Search', link: '/api/search' },
          { text: 'Extract, inspect, collect and compare', link: '/api/values-and-records' },
          { text: 'Archive', link: '/api/archive' },
          { text: 'Datasets and monitors', link: '/api/datasets-and-monitors' },
          { text: 'Browser, logins and workflows', link: '/api/browser' },
          { text: 'Account, credits and history', link: '/api/account' },
          { text: 'Limits', link: '/api/limits' },
          { text: 'Versioning', link: '/api/versioning' },
          { text: 'Third-party API', link: '/api/third-party' },
        ],
      },
      { text: 'Command line', link: '/cli' },
      { text: 'MCP', link: '/mcp' },
      { text: 'Library', link: '/library' },
      { text: 'Integrations', link: '/integrations' },
      { text: 'Console', link: '/console' },
      { text: 'Settings', link: '/configuration' },
      { text: 'Errors', link: '/errors' },
      { text: 'Webhooks', link: '/webhooks' },
      { text: 'Receipts', link: '/receipts' },
      { text: 'Credits and limits', link: '/credits' },
      { text: 'Rate card', link: '/reference/rate-card' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
  {
    text: 'Self-hosting',
    collapsed: true,
    items: [
      { text: 'Operation', link: '/operations' },
      { text: 'systemd', link: '/self-hosting/systemd' },
      { text: 'Containers', link: '/self-hosting/docker' },
      { text: 'Kubernetes', link: '/self-hosting/kubernetes' },
      { text: 'TLS and reverse proxies', link: '/self-hosting/reverse-proxy' },
      { text: 'Teams', link: '/self-hosting/teams' },
      { text: 'PostgreSQL and S3', link: '/self-hosting/postgresql-and-s3' },
      { text: 'Browsers', link: '/browsers' },
      { text: 'Exits', link: '/exits' },
      { text: 'Language models', link: '/models' },
      { text: 'Monitoring', link: '/self-hosting/monitoring' },
      { text: 'Backup', link: '/backup' },
      { text: 'Upgrade', link: '/self-hosting/upgrade' },
      { text: 'Sizing', link: '/scale' },
    ],
  },
  { text: 'Help', items: [{ text: 'Troubleshooting', link: '/troubleshooting' }] },
  {
    text: 'Coming from',
    collapsed: true,
    items: [
      { text: 'Comparisons', link: '/comparisons' },
      { text: 'The third-party API', link: '/third-party-clients' },
      { text: 'Crawlee', link: '/coming-from/crawlee' },
      { text: 'Scrapy', link: '/coming-from/scrapy' },
      { text: 'changedetection.io', link: '/coming-from/changedetection' },
    ],
  },
  {
    text: 'Development',
    collapsed: true,
    items: [
      { text: 'Add a search provider', link: '/how-to/add-a-search-provider' },
      { text: 'Add an exit type', link: '/how-to/add-an-exit-type' },
      { text: 'Add a page format', link: '/how-to/add-a-page-format' },
      { text: 'Add a page to the console', link: '/how-to/add-a-console-page' },
      { text: 'Add a documentation page', link: '/how-to/add-a-documentation-page' },
      { text: 'Database tables', link: '/database' },
      { text: 'Decisions', link: '/decisions/' },
    ],
  },
];

/** Returns the anchor of a heading, as code hosts create it. */
function createAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'webdata',
  description: 'Documentation of webdata, a self-hosted web data service for software agents',
  base: '/docs/',
  lang: 'en',
  cleanUrls: true,
  // Values that every page embeds in a script otherwise are a file of their own.
  metaChunk: true,
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  // A page of the service, outside of this site.
  ignoreDeadLinks: [/^\/api-reference/],
  // The change of the theme would otherwise insert a style sheet, which the policy of the pages does not allow.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Text such as <id> in a sentence is text, as on code hosts.
    html: false,
    linkify: false,
    theme: createCssVariablesTheme({ name: 'webdata', variablePrefix: '--code-', variableDefaults: {} }),
    anchor: { slugify: createAnchor },
    languageAlias: { caddyfile: 'nginx' },
    codeTransformers: [addClassNames],
    config(markdown) {
      adaptLinks(markdown);
      alignCellsByClass(markdown);
      keepBraces(markdown);
      markUnrunCommands(markdown);
    },
  },
  vite: {
    plugins: [fixSidebarCaret],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4_000 },
    logLevel: 'warn',
  },
  themeConfig: {
    siteTitle: 'webdata',
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Guides', items: guides as DefaultTheme.NavItemWithLink[] },
      { text: 'API', link: apiReference, target: '_self' },
      { text: 'Self-hosting', link: '/operations' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    externalLinkIcon: false,
  },
});
