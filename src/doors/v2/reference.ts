import type { Registry } from '../../operations/registry.ts';
import { ignoredBatchOptions, refusedBatchOptions } from './batch-scrape.ts';
import { ignoredCrawlOptions } from './crawl.ts';
import { ignoredExtractOptions } from './extract.ts';
import { formatsOfPages, refusedFormats } from './formats.ts';
import { ignoredMapOptions } from './map.ts';
import { ignoredScrapeOptions } from './scrape-options.ts';
import { ignoredSearchOptions } from './search.ts';
import type { IgnoredOptions } from './unknown-keys.ts';

function ignoredOf(name: string, options: IgnoredOptions): string[] {
  return Object.entries(options)
    .filter(([, reason]) => reason !== null)
    .map(([option, reason]) => `| ${name} | \`${option}\` | ${reason} |`);
}

const introduction = `# Use your existing client

The official clients of the third-party scraping API (version 2), its command line and its MCP server work with this service
when only the address and the key change:

    FIRECRAWL_API_URL=http://127.0.0.1:8787 FIRECRAWL_API_KEY=wd_...

The same jobs, credits, history (origin \`v2\`), guard, robots rules and limits stand behind both APIs. Success is always HTTP
200; a body that is not valid is 422. A page that the site answered in any way, a 404 included, is a success with its
\`metadata.statusCode\`; \`metadata.egress\` says where the exit was seen. A crawl brings at most 5,000 pages, and a result is
given again only when \`maxAge\` says so. \`strictCountry: true\` fails rather than use another country.
WebSocket watchers of crawls and batches are told of every page once. Webhooks come in the third party's shape with
\`X-Firecrawl-Signature\`, the HMAC-SHA256 of the body keyed with the text of \`GET /v1/webhooks/secret\`.`;

/** The page "Use your existing client", from the calls themselves. */
export function v2Reference(calls: Registry): string {
  const rows = calls.map(
    ({ method, path, title, description }) => `| \`${method} ${path}\` | ${title} | ${description} |`,
  );
  const formats = Object.keys(formatsOfPages).map((name) => `\`${name}\``);
  const refused = [
    ...Object.entries(refusedFormats).map(([name, instead]) => `| format \`${name}\` | ${instead} |`),
    ...Object.entries(refusedBatchOptions).map(([name, instead]) => `| option \`${name}\` | ${instead} |`),
  ];
  const ignored = [
    ...ignoredOf('scrape', ignoredScrapeOptions),
    ...ignoredOf('batch scrape', { maxConcurrency: ignoredBatchOptions.maxConcurrency ?? null }),
    ...ignoredOf('map', ignoredMapOptions),
    ...ignoredOf('search', ignoredSearchOptions),
    ...ignoredOf('crawl', ignoredCrawlOptions),
    ...ignoredOf('extract', ignoredExtractOptions),
  ];
  return [
    introduction,
    '',
    '## What is supported',
    '',
    '| Call | | What it does |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `Formats: ${formats.join(', ')}. Unlisted paths answer 404 and say so.`,
    '',
    '## What is refused, and what to use instead',
    '',
    '| | Use instead |',
    '| --- | --- |',
    ...refused,
    '',
    '## What is taken and changes nothing',
    '',
    'Unknown keys are taken too; the answer names all of these in its `warning`.',
    '',
    '| Call | Option | Because |',
    '| --- | --- | --- |',
    ...ignored,
    '',
    'This page is generated from the calls in `src/doors/v2`: `node scripts/write-docs.ts`.',
    '',
  ].join('\n');
}
