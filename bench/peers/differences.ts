/**
 * Why webdata is worse in a column: the cause, and whether the difference is accepted. By `table.column`, or by
 * `section.column` for all tables of a section. The report lists every difference, with or without a text here.
 */
export const causes: Readonly<Record<string, string>> = {
  'content.pagesPerSecond':
    'Accepted: Resiliparse selects content with a few rules in native code and returns plain text. webdata scores each part of a page with a trained model and writes Markdown with links, tables and images.',
  'content.unwanted':
    'webdata keeps slightly more of what surrounds an article (notes, comments, captions), because it reads pages of every kind in the same way. The F1 of the column before weighs both errors.',
  'content.trafilatura':
    'The collection marks comments and notes after an article as unwanted; webdata keeps some of them. See the column of unwanted snippets.',
  'content.scrapinghub':
    'Libraries for articles drop everything outside of the article body. Differences below 1 % are within what a few pages of this small collection change.',
  'content.readability':
    'Accepted: the references of this collection are the expected output of Readability’s own tests, so they contain what its rules keep.',
  'content-kinds.article': 'Differences below 1 % are within what a few pages of the sample change.',
  'content-kinds.documentation':
    'Documentation is mostly content: libraries that remove little score high on it, and low on other kinds.',
  'content-kinds.service':
    'The references of service pages contain most of the page; libraries that remove little score high on them.',
  'body-site.pagesPerSecond':
    'Accepted: spider converts the whole body in native code and appends a line to a file. webdata also signs a receipt and commits every page to a database.',
  'body-site.cpuPerPage':
    'Accepted: receipt and durable storage are part of the price of a page; spider has none of them.',
  'crawls.peakMb':
    'Accepted: webdata is a complete service with its own PostgreSQL and two or more content threads, not a single crawl.',
  'kill.repeated':
    'Accepted: webdata reads pages again that were in flight at the kill, because their results were not stored. Crawlers with fewer repeated requests lost those pages: see the pages delivered.',
  'kill.seconds':
    'Accepted: webdata waits until the lease of the killed process has expired (10 s), so that two processes never work on the same page.',
  'rendered.good':
    'The pages missing on 2026-11-24 are the start pages of Vite, whose reference text contained the labels of their buttons. Since then, labels of buttons are no reference text, and lists and sections that are drawn only in the window are read; the column is to be measured again.',
  'rendered.cpuPerPage':
    'webdata waits for the page and its main content, serialises frames and shadow roots, selects the main content and stores a signed result; each page has a browser context and a guarded proxy of its own.',
  'rendered.peakMb': 'Accepted: the memory contains the database and the service beside the browser.',
  'prices.amount':
    'Seven of 1,023 strings. `Was: $124.95 Now: $0.00` is 0 and `$.75,333` is 75.333 for webdata, which is intended; the others are malformed (`1250€600`, `$..75`, `559. 99 undefined 559.99`).',
  'prices.currency':
    'webdata does not know signs such as `Br`, `KM`, `CFA`, `Nfk` or `kn`, which are also ordinary words or letters; a currency code or the structured data of the page decides instead.',
  'prices.both': 'See the two columns before.',
  'prices.perSecond':
    'Accepted: webdata also looks for ranges, former prices and units in the text, and compares the signals of the page.',
  'recipes.instructions_list':
    'Some pages have their steps as one text in the structured data; extruct’s text was split at line breaks for this comparison.',
  'recipes.ratings': 'See the log: the field is missing in the structured data of a few pages.',
  'recipes.pagesPerSecond':
    'webdata parses the page, reads its structured data and also looks for each field in the visible text, to give evidence for every value.',
  'monitors.cpuPerCheck':
    'Accepted: two thirds of the time is the main thread and the database, which store job, check, version, receipt and history in transactions; the rest parses the page and selects its main content. A page that differs is read once more before it is reported, which the column of false reports shows.',
  'page-representation.median':
    'Accepted: browser-use shows the elements near the viewport only, and a model scrolls for the others. webdata shows the whole page, so that one snapshot is enough.',
  'page-representation.total': 'See the median.',
};
