import type { Registry } from '../../operations/declaration/registry.ts';
import { ignoredCrawlOptions } from './crawl/crawl.ts';
import { ignoredMapOptions } from './crawl/map.ts';
import { ignoredExtractOptions } from './extract/extract.ts';
import { type IgnoredOptions, reasonOf } from './ignored-options.ts';
import { ignoredBatchOptions, rejectedBatchOptions } from './scrape/batch-scrape.ts';
import { formatNames, rejectedFormats } from './scrape/formats.ts';
import { ignoredScrapeOptions } from './scrape/scrape-options.ts';
import { ignoredSearchOptions } from './search.ts';

function createIgnoredRows(name: string, options: IgnoredOptions): string[] {
  return Object.keys(options).flatMap((option) => {
    const reason = reasonOf(options, option);
    return reason === null ? [] : [`| ${name} | \`${option}\` | ${reason.reason} |`];
  });
}

const introduction = `# Use your existing client

The official clients of the third-party scraping API (version 2), its command line and its MCP server work with this service
when you change only the URL and the key:

    FIRECRAWL_API_URL=http://127.0.0.1:8787 FIRECRAWL_API_KEY=wd_...

Both APIs share jobs, credits, request history (origin \`v2\`), guard, robots.txt rules and limits. The status of every success
is 200, and that of an invalid body is 422. A page with any response of the site, including 404, is a success with its
\`metadata.statusCode\`; \`metadata.egress\` states the location of the exit. \`metadata.receiptId\` names the receipt, which
\`GET /v1/receipts/{id}\` returns. \`GET /v2/openapi.json\` describes all requests. A crawl returns at most 5,000 pages. Results are
served from the cache only with \`maxAge\`. \`strictCountry: true\` fails instead of using another country;
without it, \`warning\` states which one was used. Crawls and batches with \`location.country\` also use residential exits, unless
\`proxy\` is \`basic\`.
\`includePaths\` and \`excludePaths\` are RE2 expressions, without look-around and backreferences. A job with invalid
expressions, selectors, start URL or webhook is rejected with 422.
WebSocket watchers of crawls and batches receive each page once, and all pages with the end. Jobs read at most
\`maxConcurrency\` pages at once; with \`delay\` (seconds, at most 60) one page at a time, with this pause between two. Neither exceeds
the politeness of this server. A list of \`/v2/extract\` is in \`data.items\`, also if only a \`prompt\` asks for it. A page with the format
\`json\` is returned within \`timeout\`: without the values of a model that is slower, and with a warning. Webhooks have the third-party format with
\`X-Firecrawl-Signature\`, the HMAC-SHA256 of the body with the text of \`GET /v1/webhooks/secret\` as the key.`;

/** Creates the page "Use your existing client" from the declarations of the calls. */
export function createV2Reference(calls: Registry): string {
  const rows = calls.map(
    ({ method, path, title, description }) => `| \`${method} ${path}\` | ${title} | ${description} |`,
  );
  const formats = Object.keys(formatNames).map((name) => `\`${name}\``);
  const rejectedRows = [
    ...Object.entries(rejectedFormats).map(([name, instead]) => `| format \`${name}\` | ${instead} |`),
    ...Object.entries(rejectedBatchOptions).map(([name, instead]) => `| option \`${name}\` | ${instead} |`),
  ];
  const ignoredRows = [
    ...createIgnoredRows('scrape', ignoredScrapeOptions),
    ...createIgnoredRows('batch scrape', { maxConcurrency: ignoredBatchOptions.maxConcurrency ?? null }),
    ...createIgnoredRows('map', ignoredMapOptions),
    ...createIgnoredRows('search', ignoredSearchOptions),
    ...createIgnoredRows('crawl', ignoredCrawlOptions),
    ...createIgnoredRows('extract', ignoredExtractOptions),
  ];
  return [
    introduction,
    '',
    '## Supported calls',
    '',
    '| Call | Title | Description |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `Formats: ${formats.join(', ')}. The response for other paths is 404.`,
    '',
    '## Rejected formats and options',
    '',
    '| Format or option | Alternative |',
    '| --- | --- |',
    ...rejectedRows,
    '',
    '## Options without effect',
    '',
    'These options and all unknown keys are accepted without effect. The response lists them in `warning`.',
    '',
    '| Call | Option | Reason |',
    '| --- | --- | --- |',
    ...ignoredRows,
    '',
    'This page is generated from the calls in `src/interfaces/v2`: `node scripts/write-docs.ts`.',
    '',
  ].join('\n');
}
