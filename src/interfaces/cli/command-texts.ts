import type { PlacedOperation } from './command-paths.ts';
import { createExamples } from './create-examples.ts';
import type { OperationCommand } from './flags.ts';
import type { Example } from './help-format.ts';

/** Texts of a command where those of its operation do not fit the command line. */
interface CommandText {
  /** One line in lists of commands; absent: the title of the operation. */
  summary?: string;
  /** Absent: the description of the operation, in the words of the command line. */
  description?: string;
  /** Absent: examples made from that of the operation. */
  examples?: readonly Example[];
}

const pageTexts: Readonly<Record<string, CommandText>> = {
  scrape: {
    description:
      'Reads a page, or up to 100 pages in parallel, and prints them as Markdown or in the formats that you choose. A page that fails does not affect the others. With -o, the extension of the file chooses the format: page.md, page.html, page.txt, page.json, shot.png.',
    examples: [
      ['Print a page as Markdown', 'scrape example.com'],
      ['Write a screenshot', 'scrape example.com --format screenshot -o shot.png'],
      [
        'Read a list of pages, and keep their metadata',
        'scrape - --format metadata -o pages.ndjson < urls.txt',
      ],
    ],
  },
  crawl: {
    description:
      'Reads the pages of a site, breadth first from the start page and the sitemaps. Pages are listed as they arrive. The crawl is a job of the service: Ctrl-C ends only the waiting, and "webdata job results" shows the pages later. With -o, the pages are written as Markdown files into a folder, or into one file: .zip, .ndjson, .csv, .xlsx, .parquet, .warc; .json has the job.',
    examples: [
      ['Read up to 50 pages of a site', 'crawl example.com'],
      ['Write each page as a Markdown file into a folder', 'crawl example.com --limit 200 -o pages/'],
      [
        'Read only the documentation, as one table',
        "crawl example.com --include-path '^/docs/' -o pages.csv",
      ],
    ],
  },
  map: {
    description:
      'Prints the addresses of a site, one per line, from its sitemaps, feeds and links, without reading each page.',
    examples: [
      ['List the pages of a site', 'map example.com'],
      ['List the pages about a subject, best first', 'map example.com --search pricing --limit 10'],
      ['Read all pages that a site lists', 'map example.com | webdata scrape - --json'],
    ],
  },
  search: {
    examples: [
      ['Search the web', 'search "typed web data for agents"'],
      ['Search the news of the last week', 'search "harbour cranes" --category news --freshness week'],
      ['Write the results as a table', 'search "harbour cranes" --limit 20 -o results.csv'],
    ],
  },
  extract: {
    description:
      'Returns typed data of a page: the fields that you name, or those of a JSON Schema. Each value is a literal part of the page and states where it stands.',
    examples: [
      ['Read two values of a product', 'extract example.com/lamp --field name --field price:number'],
      ['Read what a schema describes', 'extract example.com/lamp --schema @product.json'],
      [
        'Describe in words what is wanted',
        'extract example.com/lamp --prompt "name and price of the lamp" --json',
      ],
    ],
  },
  collect: {
    description:
      'Collects the records of a listing: finds the data on the page or behind it, maps it to the fields that you name, and follows the pages of the listing. Prints a table.',
    examples: [
      ['Collect the products of a shop', 'collect example.com/lamps --field name --field price'],
      [
        'Write all pages of the listing as a table',
        'collect example.com/lamps --field name --field price -o lamps.csv',
      ],
      ['Collect at most 500 records', 'collect example.com/lamps --field name --limit 500 --json'],
    ],
  },
  compare: {
    examples: [
      ['Compare a price in two countries', 'compare example.com/lamp --country DE --country US'],
      ['Compare in one currency', 'compare example.com/lamp --country DE --country US --base-currency EUR'],
      ['Keep the whole comparison', 'compare example.com/lamp --country DE --country US -o prices.json'],
    ],
  },
  archive: {
    examples: [
      ['Read a page as it was in June 2019', 'archive get example.com --at 2019-06'],
      ['List the stored versions of a page', 'archive snapshots example.com'],
      [
        'Show what changed between two days',
        'archive diff example.com --at 2019-06-01 --compare-to 2024-06-01',
      ],
    ],
  },
  parse: {
    examples: [
      ['Print a file as Markdown', 'parse report.pdf'],
      ['Write the text of some pages to a file', 'parse report.pdf --pages 1-3 -o report.md'],
      ['Read a file from standard input', 'parse - --filename page.html < page.html'],
    ],
  },
  watch: {
    summary: 'Watch a page for changes',
    description:
      'Creates a monitor of a page, makes its first check, and shows the state with which later checks are compared. Changes are listed by "webdata monitor checks", and sent with --email or --webhook. "webdata monitor delete" ends it.',
    examples: [
      ['Watch a page every six hours', 'watch example.com --every 6h'],
      ['Send the changes of a price', 'watch example.com/lamp --field price:number --email you@example.com'],
      ['Watch one part of a page', "watch example.com --selector '#news' --webhook https://example.com/hook"],
    ],
  },
  batch: {
    description:
      'Reads a list of up to 100,000 addresses as one job. The list is a file with an address on each line, CSV or NDJSON, or the addresses are arguments.',
    examples: [
      ['Read the pages of a list', 'batch urls.txt'],
      ['Read these pages', 'batch example.com/a example.com/b'],
      ['Write the pages as one table', 'batch urls.csv --format text -o pages.csv'],
    ],
  },
  inspect: {
    examples: [
      ['List the data sources of a listing', 'inspect example.com/lamps'],
      ['Show everything that is known about them', 'inspect example.com/lamps --json'],
      ['Look at them from another country', 'inspect example.com/lamps --country DE'],
    ],
  },
  read: {
    examples: [
      ['Print more of a page that was cut', 'read ref_0123456789 --offset 20000'],
      ['Print the passages that answer a question', 'read ref_0123456789 --focus "opening hours"'],
      ['Write the whole text to a file', 'read ref_0123456789 --length 500000 -o page.md'],
    ],
  },
};

const resourceTexts: Readonly<Record<string, CommandText>> = {
  'monitor create': {
    examples: [
      ['Watch a page every six hours', 'monitor create example.com --every 6h --name "Front page"'],
      [
        'Watch a price, and tell of drops of 5 %',
        'monitor create example.com/lamp --field price:number --condition "price drops_by_percent 5" --email you@example.com',
      ],
      [
        'Say in words which changes matter',
        'monitor create example.com/lamp --goal "the price falls" --webhook https://example.com/hook',
      ],
    ],
  },
  'monitor list': {
    examples: [
      ['List the monitors', 'monitor list'],
      ['List those that need attention', 'monitor list --status needs_attention'],
      ['Find a monitor by name or address', 'monitor list --q lamp'],
    ],
  },
  'monitor get': {
    summary: 'Show a monitor, its last checks and why it did or did not notify',
    examples: [
      ['Show a monitor and its last checks', 'monitor get mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      ['Print everything that is known about it', 'monitor get mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --json'],
      ['Make a check now', 'monitor run mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
    ],
  },
  'monitor checks': {
    summary: 'List the checks of a monitor: what changed, and whether it was notified',
    examples: [
      ['List the checks, newest first', 'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      ['List those that found a change', 'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --state changed'],
      [
        'List those that failed, with the reason',
        'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --state error',
      ],
    ],
  },
  'monitor feed-all': { summary: 'Get the changes of all monitors as a feed' },
  'run answer': { summary: 'Answer the question of a run' },
  'key invite': { summary: 'Print a link that invites a person to the console' },
  'job list': {
    examples: [
      ['List the jobs, newest first', 'job list'],
      ['List the crawls that run', 'job list --type crawl --status running'],
      ['List all columns, not shortened', 'job list --wide'],
    ],
  },
  'job results': {
    examples: [
      ['Print the pages of a job', 'job results job_0123456789'],
      ['Print the pages with all that is known about them', 'job results job_0123456789 --json'],
      ['Write the pages as files', 'job export job_0123456789 -o pages/'],
    ],
  },
  'job follow': {
    examples: [
      ['Print the pages of a job as they arrive', 'job follow job_0123456789'],
      ['Print them as JSON', 'job follow job_0123456789 --json'],
      ['Cancel the job', 'job cancel job_0123456789'],
    ],
  },
  'job export': {
    examples: [
      ['Write one Markdown file for each page into a folder', 'job export job_0123456789 -o pages/'],
      ['Write the pages as a table', 'job export job_0123456789 -o pages.csv'],
      ['Write one page on each line', 'job export job_0123456789 -o pages.ndjson'],
    ],
  },
  'dataset create': {
    examples: [
      [
        'Keep the products of a shop, and refresh them every day',
        'dataset create Lamps --url example.com/lamps --field name --field price --every 1d',
      ],
      ['Use a saved recipe', 'dataset create Lamps --recipe rcp_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      [
        'Store your own records',
        'dataset create Lamps --source \'{"kind": "records", "records": [{"sku": "L-100", "price": 39.9}]}\'',
      ],
    ],
  },
  'session open': {
    examples: [
      ['Open a page, and print what can be used on it', 'session open example.com/login'],
      ['Use a saved login', 'session open example.com --login login_00000000000000000000000000'],
      ['Close the browser', 'session close ses_00000000000000000000000000'],
    ],
  },
  'session step': {
    examples: [
      ['Click a button by its text', 'session step ses_00000000000000000000000000 click --target "Log in"'],
      [
        'Fill a form, and send it',
        'session step ses_00000000000000000000000000 fill --form User=Ann --form "Remember me=true" --submit',
      ],
      ['Write a screenshot', 'session step ses_00000000000000000000000000 screenshot -o shot.png'],
    ],
  },
  'receipt verify': {
    description:
      'Verifies receipts and the results that they cover. "receipt verify FILE" checks a file that -o page.json or --json wrote, without a service if its keys are known. With --receipt and --result, the service checks the documents: any changed, added or removed member that the receipt covers makes it invalid.',
    examples: [
      ['Verify a response that was written to a file', 'receipt verify page.json'],
      ['Verify a receipt alone', 'receipt verify --receipt @receipt.json'],
      ['Verify receipts without a service', 'verify page.json --keys https://webdata.example.com'],
    ],
  },
  'dataset export': {
    examples: [
      ['Write the records as a table', 'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 -o lamps.csv'],
      ['Write a workbook', 'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 -o lamps.xlsx'],
      [
        'Print the records as JSON, one on each line',
        'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 --format ndjson -o -',
      ],
    ],
  },
};

const texts: Readonly<Record<string, CommandText>> = { ...pageTexts, ...resourceTexts };

/** Returns one line about a command for lists of commands. */
export function findSummary({ operation, path: { words, fixed } }: PlacedOperation): string {
  const [noun = '', verb = ''] = words;
  const summary = texts[words.join(' ')]?.summary;
  if (summary !== undefined) return summary;
  if (Object.keys(fixed).length === 0) return operation.title;
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${noun}`;
}

/** Returns the description of a command, null for that of its operation, and its examples. */
export function findCommandText(command: OperationCommand): {
  description: string | null;
  examples: readonly Example[];
} {
  const { description, examples } = texts[command.name] ?? {};
  return { description: description ?? null, examples: examples ?? createExamples(command) };
}
