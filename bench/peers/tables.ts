import type { SectionName } from './run-record.ts';

/** Column of a table of the report. */
export interface Column {
  /** Name of the figure in a row. */
  key: string;
  title: string;
  unit: '' | '%' | 'ms' | 'MB' | 's' | '/s';
  /** Which values are better; null for a figure that is only reported. */
  better: 'more' | 'less' | null;
  digits: number;
}

/** Table of the report. */
export interface Table {
  section: SectionName;
  name: string;
  title: string;
  /** What was measured, and how the columns are computed. */
  description: string;
  columns: readonly Column[];
  /** Share that a row must reach before its speed and cost are compared with those of others. */
  qualifies?: { key: string; atLeast: number };
}

/** Returns a column of a share, stored from 0 to 1 and shown in percent. */
function share(key: string, title: string, better: Column['better'] = 'more'): Column {
  return { key, title, unit: '%', better, digits: 1 };
}

function count(key: string, title: string, better: Column['better'] = 'less'): Column {
  return { key, title, unit: '', better, digits: 0 };
}

const pagesPerSecond: Column = {
  key: 'pagesPerSecond',
  title: 'pages/s',
  unit: '/s',
  better: 'more',
  digits: 1,
};
const cpuPerPage: Column = { key: 'cpuPerPage', title: 'CPU a page', unit: 'ms', better: 'less', digits: 1 };
const peakMb: Column = { key: 'peakMb', title: 'peak memory', unit: 'MB', better: 'less', digits: 0 };

const seconds: Column = { key: 'seconds', title: 'time', unit: 's', better: 'less', digits: 1 };
const delivery: readonly Column[] = [
  share('completeness', 'pages delivered'),
  count('duplicates', 'delivered twice'),
  count('repeated', 'repeated requests'),
];
const cost: readonly Column[] = [pagesPerSecond, cpuPerPage, peakMb];

function crawlTable(name: string, title: string, description: string, columns: readonly Column[]): Table {
  return { section: 'crawls', name, title, description, columns };
}

const quality = share('quality', 'word F1');

/** Every table, in the order of the report. */
export const tables: readonly Table[] = [
  {
    section: 'content',
    name: 'content',
    title: 'Main content: quality of whole collections',
    description:
      'Each library reads the same decoded HTML. Word F1 is the overlap of the bags of lower-case words of the result and of the reference text, averaged over pages. The collection `trafilatura` has no reference texts: its figure is F1 over the snippets that must be in the content and those that must not, and the next column is the share of unwanted snippets that were kept. webdata reads each page with weights that were trained without the site of that page (five folds); its rules were developed on these collections. The row of the body is the whole page without `nav`, `header`, `footer`, `aside` and `form`. rs-trafilatura is by the author of WCXB, and may have been trained on these pages. `pages/s` is per core, from the processor time of the second half of the pages, after the first half has warmed up the process.',
    columns: [
      share('wcxb', 'WCXB'),
      share('scrapinghub', 'article benchmark'),
      share('readability', 'Readability tests'),
      share('trafilatura', 'Trafilatura snippets'),
      share('unwanted', 'unwanted snippets', 'less'),
      count('empty', 'empty'),
      count('failures', 'failures'),
      pagesPerSecond,
    ],
  },
  {
    section: 'content',
    name: 'content-kinds',
    title: 'Main content: WCXB by kind of page',
    description: 'The column WCXB of the table above, by the kind of page that the collection states.',
    columns: ['article', 'documentation', 'service', 'forum', 'collection', 'listing', 'product'].map(
      (kind) => share(kind, kind),
    ),
  },
  crawlTable(
    'main-site',
    'Crawl to main content: one fast site',
    'A generated site (median 60 kB a page) on loopback. Every crawler selects the main content of each page with the best software that is published for it, and writes it as Markdown. Word F1 is the overlap with the text of the content that the page was generated from; a page that is missing counts as 0. webdata stores each page durably in its database with a signed receipt; the others append a line to a file. CPU and memory are those of all processes of the crawler, its database included. The service has read 106 other pages before; the others start for the crawl.',
    [quality, ...delivery, ...cost],
  ),
  crawlTable(
    'main-slow-sites',
    'Crawl to main content: many slow sites',
    'Generated sites at different addresses; each response takes 300 ms. At most 200 concurrent requests where a crawler has such a limit; webdata limits itself per site. Crawlee with Defuddle is measured on the table before.',
    [quality, ...delivery, ...cost],
  ),
  crawlTable(
    'main-python-doc',
    'Crawl to main content: the Python documentation',
    'The HTML files of Debian’s `python3.11-doc`. Completeness is counted against the files that links of the start page lead to, found with parse5 independently of every crawler. Crawlers of few pages a second take two to four minutes for it, and are measured on the other tables.',
    [...delivery, ...cost],
  ),
  crawlTable(
    'main-first',
    'Crawl to main content: the first crawl of a new process',
    'The Rust Programming Language in Debian’s `rust-doc`, 106 pages. The time is that from the start of the process to the last page; webdata starts on a data directory that exists.',
    [...delivery, seconds, cpuPerPage, peakMb],
  ),
  crawlTable(
    'body-site',
    'Crawl to the whole body: one fast site',
    'The site of the first table of this section. Every crawler converts the whole body of each page to Markdown (webdata with `only_main_content: false`), so that no system selects anything.',
    [...delivery, ...cost],
  ),
  {
    section: 'crawls',
    name: 'kill',
    title: 'Crawl that is killed',
    description:
      'A crawl of a generated site is killed with `kill -9` (all processes of the crawler; of webdata the service, while its database goes on) when 40 % of the pages have been served, and started again in the way that its documentation describes for an interrupted crawl: `JOBDIR` for Scrapy, kept storage for Crawlee, a saved state for Crawl4AI. spider has none and starts again. Crawlee leases a request for three minutes by default, and at least for one: here its time limits of a page are 10 s, so that the lease is the shortest. A service of webdata that is alone with its data takes over the jobs of the killed one at once. The columns count pages over both runs; the last column is the time from the restart to the end.',
    columns: [...delivery, { ...seconds, title: 'restart to end' }],
  },
  {
    section: 'rendered',
    name: 'rendered',
    title: 'Pages that need a browser',
    description:
      'Applications built from npm packages, whose text is not in their HTML. Text is the share of the groups of three words in the visible main text of the page in a browser (without header, navigation and footer; no group crosses a button, whose label a system may keep or not) that the Markdown contains, averaged over pages; good pages contain at least 95 %. Every system uses the Chromium of the machine, Crawlee with `parseWithCheerio` and Crawl4AI with `flatten_shadow_dom` and `process_iframes`, which read shadow roots and frames. Rows with a wait read each page so long after its last request. Only rows that reach 95 % of the text are compared in speed and cost: the others are not bold and not in the chart.',
    qualifies: { key: 'text', atLeast: 0.95 },
    columns: [
      share('text', 'main text'),
      share('good', 'good pages'),
      count('missing', 'pages without a result'),
      pagesPerSecond,
      cpuPerPage,
      peakMb,
    ],
  },
  {
    section: 'rendered',
    name: 'rendered-many',
    title: 'Pages that need a browser, five times each',
    description:
      'The same pages, each five times with another query, by one process of the systems that reach 95 % of the text.',
    columns: [share('text', 'main text'), pagesPerSecond, cpuPerPage, peakMb],
  },
  {
    section: 'files',
    name: 'files',
    title: 'Files with a known text',
    description:
      'PDF and office files that other programs wrote from texts of ours. Words are the overlap (F1) of the words of the file with those of the text in their order, headings and cells the F1 of the headings and of the cells of tables. Readers that return plain text have no headings and no cells. A dash means that the system does not read the kind of file. The time is that of one PDF in a process that has read another one; that of pdftotext contains the start of its process.',
    columns: [
      share('pdf', 'PDF, words'),
      share('pdfHeadings', 'PDF, headings'),
      share('pdfCells', 'PDF, cells'),
      share('docx', 'DOCX, words'),
      share('pptx', 'PPTX, words'),
      share('xlsx', 'XLSX, words'),
      share('headings', 'office, headings'),
      share('cells', 'office, cells'),
      { key: 'msPerPdf', title: 'time a PDF', unit: 'ms', better: 'less', digits: 0 },
    ],
  },
  {
    section: 'metadata',
    name: 'metadata',
    title: 'Title, author and date of pages',
    description:
      'Real pages of seven kinds whose title, author and date of publication are known, of the pages that state them: the share with the right value and with another one. The last column is the share of the pages without an author that got none. extruct returns structured data; its facts are those of schema.org and Open Graph.',
    columns: [
      share('title', 'title'),
      share('titleWrong', 'another title', 'less'),
      share('author', 'author'),
      share('authorWrong', 'another author', 'less'),
      share('published', 'date'),
      share('publishedWrong', 'another date', 'less'),
      share('noAuthor', 'no author'),
    ],
  },
  {
    section: 'records',
    name: 'records',
    title: 'The list of a page',
    description:
      'Real listing pages (shops, news, jobs, directories and others) with known records, and lists of decisions and cases of courts. No system has a schema of the site, an example or a model. A region is right if it has at least 90 % of the records (80 % on pages of courts), and at most 10 % others. webdata was developed with the first group of pages and with the pages of courts; the second group was held out. Titles and URLs count on the held-out pages, and are right if those of the first, the middle and the last record are; a wrong region counts as wrong. The libraries return URLs, and one of them titles; webdata is asked for the fields of the page.',
    columns: [
      share('heldOut', 'right list, held-out pages'),
      share('title', 'and titles'),
      share('url', 'and URLs'),
      share('developed', 'right list, developed with'),
      share('courts', 'right list, courts'),
      count('failures', 'failures'),
    ],
  },
  {
    section: 'site-files',
    name: 'robots',
    title: 'robots.txt',
    description:
      'Published cases: of google/robotstxt and its specification tests, and of Protego, which has written its own. A case is right if the file allows the agent the URL exactly if the case says so.',
    columns: [share('google', 'cases of Google'), share('protego', 'cases of Protego')],
  },
  {
    section: 'site-files',
    name: 'sitemaps',
    title: 'Sitemaps and feeds',
    description:
      'Files with twenty URLs each, in fourteen valid forms and in seven that break the rules as sites do. Shares of the URLs that were found, averaged over the files. ultimate-sitemap-parser reads texts, and gets them decompressed and decoded.',
    columns: [share('valid', 'valid files'), share('broken', 'broken files'), count('wrong', 'other URLs')],
  },
  {
    section: 'values',
    name: 'prices',
    title: 'Prices in strings',
    description:
      'The price strings with expected amount and currency that price-parser’s own source distribution tests, without those that it marks as known failures. They were written for price-parser, which therefore defines what is right.',
    columns: [
      share('amount', 'amount right'),
      share('currency', 'currency right'),
      share('both', 'both right'),
      { key: 'perSecond', title: 'strings/s', unit: '/s', better: 'more', digits: 0 },
    ],
  },
  {
    section: 'values',
    name: 'dates',
    title: 'Dates as locales write them',
    description:
      'Days that ICU writes in four lengths, read with the language of the text given, so that no order of day and month is open. The service’s own tests read dates of the first 23 locales back; the other 15 are in none of its tests. chrono has parsers for about ten languages.',
    columns: [
      share('known', '23 locales'),
      share('knownWrong', 'another day', 'less'),
      share('others', '15 other locales'),
      share('othersWrong', 'another day', 'less'),
      { key: 'perSecond', title: 'texts/s', unit: '/s', better: 'more', digits: 0 },
    ],
  },
  {
    section: 'values',
    name: 'recipes',
    title: 'Fields of recipe pages',
    description:
      'Real recipe pages with known fields. extruct reads JSON-LD, microdata and RDFa; the fields are the properties of its schema.org `Recipe`, with references by `@id` resolved. webdata is asked for a schema with the same fields. Each figure is the share of right values over the pages that have the field; lists count by F1.',
    columns: [
      share('title', 'title'),
      share('author', 'author'),
      share('total_time', 'total time'),
      share('ingredients', 'ingredients'),
      share('instructions_list', 'instructions'),
      share('ratings', 'rating'),
      count('failures', 'failures'),
      pagesPerSecond,
    ],
  },
  {
    section: 'monitors',
    name: 'monitors',
    title: 'Monitors of real applications',
    description:
      'Ninety days of two pages each of DokuWiki, MediaWiki and WordPress, of gitweb, of the issue tracker Roundup, and of documentation that Sphinx builds with the theme Furo; one check a day of each page with default settings. Every third day the watched page is edited; on the others something else happens on the site: another page or issue is edited, a commit, a post or a comment is published elsewhere, the whole site is built again, or nothing. An edit is late if a later check reports it, and missed if none does; a reported change without an edit of the page is false. `monitors-errors.jsonl` of the run has the texts of the page before and after each false report and each edit that was not reported at once. The processor time is that of the service and its database during the checks.',
    columns: [
      count('edits', 'edits', null),
      count('found', 'found at once', 'more'),
      count('late', 'late'),
      count('missed', 'missed'),
      count('quiet', 'checks without an edit', null),
      count('false', 'false'),
      { key: 'cpuPerCheck', title: 'CPU a check', unit: 'ms', better: 'less', digits: 0 },
    ],
  },
  {
    section: 'agents',
    name: 'tasks',
    title: 'Tasks of agents',
    description:
      'Scripted agents that take only the documented next step do the same tasks with three MCP servers. The tasks, the sites and the scripts were written for this project, so they favour what it was built for; the third-party server calls `/v2` of the same service, and its own service may answer differently. Tokens (o200k) are those that a model reads and writes, of the tasks that all three complete.',
    columns: [
      count('done', 'tasks done', 'more'),
      count('calls', 'calls', null),
      count('tokens', 'tokens of common tasks'),
      count('toolList', 'tokens of the tool list'),
    ],
  },
  {
    section: 'agents',
    name: 'page-representation',
    title: 'Representation of a page for an agent in a browser',
    description:
      'Real pages, served on loopback without external resources. Tokens (o200k) of the text that a model reads to act on the page: the snapshot of a webdata session, the snapshot of `@playwright/mcp`, and the element tree of browser-use. Elements are the links, buttons and fields with a name in the accessibility tree of `@playwright/mcp` whose name occurs in the text. browser-use shows only the elements near the viewport.',
    columns: [
      count('median', 'tokens, median'),
      count('total', 'tokens, all pages'),
      share('elements', 'named elements'),
      count('failures', 'failures'),
    ],
  },
  {
    section: 'compatibility',
    name: 'clients',
    title: 'Clients of the third-party API',
    description:
      'Official clients of the third-party API (version 2), unchanged, with only the URL and the key of webdata. Each call is checked against what the client’s documentation promises.',
    columns: [count('calls', 'calls', null), count('passed', 'passed', 'more'), count('failed', 'failed')],
  },
];
