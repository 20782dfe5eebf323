import type { Operation } from '../../operations/declaration/operation.ts';
import type { CommandPath, PlacedOperation } from './command-paths.ts';
import { createExamples } from './create-examples.ts';
import type { OperationCommand } from './flags.ts';
import type { Example } from './help-format.ts';
import { actionTexts, type CommandText, resourceTexts } from './resource-texts.ts';

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

const texts: Readonly<Record<string, CommandText>> = { ...pageTexts, ...resourceTexts, ...actionTexts };

function summaryOf(name: string, operation: Operation, fixed: CommandPath['fixed']): string {
  const [noun = '', verb = ''] = name.split(' ');
  const summary = texts[name]?.summary;
  if (summary !== undefined) return summary;
  if (Object.keys(fixed).length === 0) return operation.title;
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${noun}`;
}

/** Returns one line about a command for lists of commands. */
export function findSummary({ operation, path: { words, fixed } }: PlacedOperation): string {
  return summaryOf(words.join(' '), operation, fixed);
}

/** Returns the description of a command, null for that of its operation, and its examples. */
export function findCommandText(command: OperationCommand): {
  description: string | null;
  examples: readonly Example[];
} {
  const { name, operation, fixed } = command;
  const { description, examples } = texts[name] ?? {};
  return {
    description: description ?? null,
    examples: examples ?? createExamples(command, summaryOf(name, operation, fixed)),
  };
}
