/**
 * Why webdata is worse in a column: the cause, and whether the difference is accepted. By `table.column`, or by
 * `section.column` for all tables of a section. The report lists every difference, with or without a text here.
 */
export const causes: Readonly<Record<string, string>> = {
  'content.pagesPerSecond':
    'Resiliparse selects content with a few rules in native code and returns plain text, with less of the content (see the columns of quality). webdata scores each part of a page with a trained model and writes Markdown with links, tables and images.',
  'content.unwanted':
    'webdata keeps slightly more of what surrounds an article (notes, comments, captions), because it reads pages of every kind in the same way. The F1 of the column before weighs both errors.',
  'content.trafilatura':
    'The collection marks comments and notes after an article as unwanted; webdata keeps some of them. See the column of unwanted snippets.',
  'content.scrapinghub':
    'Libraries for articles drop everything outside of the article body. Differences below 1 % are within what a few pages of this small collection change.',
  'content.readability':
    'The references of this collection are the expected output of Readability’s own tests, so they contain what its rules keep.',
  'content-kinds.article': 'Differences below 1 % are within what a few pages of the sample change.',
  'content-kinds.documentation':
    'Documentation is mostly content: libraries that remove little score high on it, and low on other kinds.',
  'content-kinds.service':
    'The references of service pages contain most of the page; libraries that remove little score high on them.',
  'main-site.quality':
    'webdata leaves out the captions of images and the numbers of list pages, which are in the text of reference: the model that decides on each part of a page learned from references that rarely have captions.',
  'main-slow-sites.quality':
    'The ten pages of a site are lists and articles with images: webdata leaves out the captions of images and the numbers of list pages, as in the table of the fast site, and here they are a larger part.',
  'main-site.pagesPerSecond':
    'On two cores, webdata reads pages in one thread, which takes half of the processor time of a page; network, receipts and database have the other core, which stays partly idle. spider reads pages on every core.',
  'main-site.cpuPerPage':
    'The two are close: 21.2 against 20.4 ms in an earlier run of the same day. webdata also signs each result and stores it in a database; spider appends a line to a file.',
  'main-slow-sites.pagesPerSecond':
    'webdata runs one durable crawl for each site, and reads pages in one thread on two cores. spider has one list of URLs in memory, and reads pages on every core.',
  'main-slow-sites.cpuPerPage':
    'Each site is a crawl of its own for webdata, with its job, its robots.txt, its statistics and its events in the database, for only ten pages.',
  'main-python-doc.pagesPerSecond':
    'On two cores, webdata reads pages in one thread, and spider on every core.',
  'main-first.seconds':
    'Before its first page, webdata starts its database and loads the whole service; then its JavaScript is compiled while it works: reading a page takes more than twice the processor time of a warm process. A native crawler starts in milliseconds.',
  'main-first.cpuPerPage':
    'The start of the service is divided among 106 pages, and V8 compiles the code while it reads them.',
  'body-site.pagesPerSecond':
    'Measured in the service: 9 ms of a page are the parser and the Markdown in JavaScript, 5 ms network, queue and receipt, 3 ms the database, 3 ms V8’s helpers. spider converts the body in native code and appends a line to a file.',
  'body-site.cpuPerPage': 'See the pages a second of the table.',
  'crawls.peakMb':
    'The memory is that of the service with its PostgreSQL, a content thread with the model of main content, and the queue on disk; a crawler without them is one process that ends with the crawl.',
  'kill.repeated':
    'webdata reads pages again that were in flight at the kill, because their results were not stored. Crawlers with fewer repeated requests lost those pages: see the pages delivered.',
  'kill.seconds':
    'The time contains the start of the service, which takes over the pages of the killed process and reads the rest of the site; its parts were not measured apart. spider starts in milliseconds and reads the whole site again, without main content.',
  'rendered.pagesPerSecond':
    'webdata reads each page over HTTP first, and opens a browser when the text is not in the HTML; then it waits until requests and main content are quiet.',
  'rendered.cpuPerPage':
    'Measured in the service: of the first 13 pages, a page costs 295 ms in the service, which compiles its code and that of the driver meanwhile, and 283 ms in the browser; of the next 13 pages, 64 and 201 ms. The start of the other programs is counted, too.',
  'rendered.peakMb': 'The memory contains the database and the service beside the browser.',
  'rendered-many.pagesPerSecond': 'See the table before.',
  'rendered-many.cpuPerPage':
    'The start of the service’s browser and the compilation of its code are divided among 65 pages here: 64 ms of a later page are the service, 201 ms the browser.',
  'rendered-many.peakMb': 'See the table before.',
  'files.msPerPdf':
    'pdftotext is a native program that writes the text in its order. webdata finds headings, tables, lists and columns in the positions of the text, in JavaScript: see the columns of headings and cells.',
  'metadata.noAuthor':
    'extruct returns structured data only. webdata also reads bylines in the text, which finds far more authors (see the column), and takes the byline of an item of a list, or a menu entry that begins with “By”, for the author of a few pages.',
  'metadata.authorWrong':
    'The system with fewer wrong authors returns fewer authors: see the column of right ones.',
  'metadata.titleWrong':
    'The system with fewer wrong titles returns fewer titles: see the column of right ones.',
  'metadata.publishedWrong':
    'Readability and extruct read the date only from the metadata of the page. webdata also reads it in the text, which finds far more dates and a few wrong ones.',
  'robots.protego':
    'The eight cases are readings of Protego’s own: lines without a colon, a URL in place of a path, a `$` at the end of a path that is meant as a letter, `index.html` for its folder, and the group `googlebot` for an agent `googlebot-news`. RFC 9309 does not know them, and webdata follows it.',
  'robots.google':
    'The eight cases are Google’s readings of malformed files: digits and spaces in the name of an agent are cut, and `/robots.txt` itself can be disallowed, which RFC 9309 (2.2.2) excludes.',
  'dates.perSecond': 'chrono reads ten languages with regular expressions; webdata reads all of them.',
  'prices.amount':
    'Seven of 1,023 strings. `Was: $124.95 Now: $0.00` is 0 and `$.75,333` is 75.333 for webdata, which is intended; the others are malformed (`1250€600`, `$..75`, `559. 99 undefined 559.99`).',
  'prices.currency':
    'webdata does not know signs such as `Br`, `KM`, `CFA`, `Nfk` or `kn`, which are also ordinary words or letters; a currency code or the structured data of the page decides instead.',
  'prices.both': 'See the two columns before.',
  'prices.perSecond':
    'webdata also looks for ranges, former prices and units in the text, and compares the signals of the page.',
  'recipes.instructions_list':
    'Some pages have their steps as one text in the structured data; extruct’s text was split at line breaks for this comparison.',
  'recipes.pagesPerSecond':
    'webdata parses the page, reads its structured data and also looks for each field in the visible text, to give evidence for every value.',
  'monitors.cpuPerCheck':
    'Two thirds of the time is the main thread and the database, which store job, check, version, receipt and history in transactions; the rest parses the page and selects its main content. A page that differs is read once more before it is reported, which the column of false reports shows.',
  'page-representation.median':
    'browser-use shows the elements near the viewport only, half of the named elements (see the column), and a model scrolls for the others. webdata shows the whole page, so that one snapshot is enough.',
  'page-representation.total': 'See the median.',
};
